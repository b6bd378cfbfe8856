-- slides.lua - the slides of a lecture's notes. A heading begins a slide. What is
-- no prose stands on it: code, pictures, tables, formulas, lists, questions, and
-- what is in a ::: key. Paragraphs are what the speaker says.
--
--     ::: say     a list or the like that is for the speaker alone
--     ::: show    a paragraph that stands on the slide
--     ::: skip    of the notes alone
local function is_shown(block)
  if block.t == "Para" or block.t == "Plain" then
    -- a formula alone
    return #block.content == 1 and block.content[1].t == "Math"
  end
  return true
end

-- Raw HTML comes in pieces: <details>, what is in it, </details>. They stay together.
local function depth_of(block)
  if block.t ~= "RawBlock" then return 0 end
  local _, opened = block.text:gsub("<details", "")
  local _, more = block.text:gsub("<figure", "")
  local _, closed = block.text:gsub("</details", "")
  local _, less = block.text:gsub("</figure", "")
  return opened + more - closed - less
end

-- Of long lines, as messages have them, the slide has two of each.
function CodeBlock(code)
  if #code.classes == 0 then
    for line in code.text:gmatch("[^\n]+") do
      if #line > 112 then code.classes = { "long" } end
    end
    return code
  end
end

function Pandoc(doc)
  local slides, shown, said, title = {}, {}, {}, nil
  local function finish()
    if not title or #shown + #said == 0 then return end
    if #shown == 0 then -- nothing but words: the first sentence is shown
      shown = said
      said = {}
    end
    local inside = { title, pandoc.Div(shown, { class = "body" }) }
    if #said > 0 then
      inside[#inside + 1] = pandoc.Div(said, { class = "said" })
    end
    slides[#slides + 1] = pandoc.Div(inside, { class = "slide" })
    shown, said = {}, {}
  end
  local depth = 0
  for _, block in ipairs(doc.blocks) do
    local before = depth
    depth = depth + depth_of(block)
    if block.t == "Header" and depth == 0 then
      finish()
      title = pandoc.Header(2, block.content, block.attr)
    elseif block.t == "Div" and block.classes[1] == "skip" then
      -- of the notes alone
    elseif block.t == "Div" and block.classes[1] == "say" then
      said[#said + 1] = block
    elseif before > 0 or depth > 0 or is_shown(block) then
      shown[#shown + 1] = block
    else
      said[#said + 1] = block
    end
  end
  finish()
  doc.blocks = slides
  return doc
end
