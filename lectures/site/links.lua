-- links.lua - links of a page of the repository, as the site has them.
--
-- The site has the repository's folders. A page X.md is X.html there, a
-- README.md index.html, a source X.cu X.cu.txt, since browsers show that. What
-- the site has not is named, and not linked.
--
--   PAGE    the page, from the repository's root
--   PAGES   a file: the pages of the site, a line each
--   WANTED  a file to which the other files that are linked are added
local page = os.getenv("PAGE")
local pages = {}
for line in io.lines(os.getenv("PAGES")) do pages[line] = true end
local wanted = io.open(os.getenv("WANTED"), "a")

local shown = { svg = true, png = true, gif = true, html = true, pdf = true }
local text = { c = true, cu = true, h = true, sh = true, sed = true, awk = true,
               gp = true, txt = true, csv = true, dat = true, t = true, lua = true }

-- folder/../x is x.
local function plain(path)
  local parts = {}
  for part in path:gmatch("[^/]+") do
    if part == ".." then table.remove(parts)
    elseif part ~= "." then parts[#parts + 1] = part end
  end
  return table.concat(parts, "/")
end

local function exists(path)
  local file = io.open(path)
  if file then file:close() end
  return file ~= nil
end

-- Where a link of the page leads on the site; nil: nowhere.
local function address(link)
  if link:match("^%a[%w+.-]*:") or link:match("^#") then return link end
  local path, anchor = link:match("^([^#]*)(.*)$")
  path = path:gsub("/$", "")
  local whole = plain((page:match("^(.*/)") or "") .. path)
  local readme = whole == "" and "README.md" or whole .. "/README.md"
  if pages[readme] then return path .. "/index.html" .. anchor end
  if pages[whole] then
    return (path:gsub("README%.md$", "index.html"):gsub("%.md$", ".html")) .. anchor
  end
  local ending = whole:match("%.(%w+)$")
  if path:match("figures/[^/]*$") or whole:match("notes%.pdf$") or whole:match("slides%.html$") then
    return link
  end
  if ending and exists(whole) and (shown[ending] or text[ending]) then
    wanted:write(whole, "\n")
    return shown[ending] and link or path .. ".txt" .. anchor
  end
end

function Link(link)
  local to = address(link.target)
  if to then
    link.target = to
    return link
  end
  return pandoc.Span(link.content, { class = "elsewhere", title = "in the repository: " .. link.target })
end

function Image(image)
  image.src = address(image.src) or image.src
  return image
end

-- Wide tables scroll by themselves, and columns are as wide as what is in them.
function Table(tbl)
  for k, column in ipairs(tbl.colspecs) do
    tbl.colspecs[k] = { column[1], nil }
  end
  return pandoc.Div({ tbl }, { class = "table" })
end
