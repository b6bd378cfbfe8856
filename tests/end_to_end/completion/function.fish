function __scanlab_complete
    set -l typed (commandline -opc)
    set -l cur (commandline -ct)
    set -l command $typed[2]
    set -l before $typed[-1]
    set -l kept ''
    set -l found
    if test (count $typed) -lt 2
        set command ''
        set found (__scanlab_words ' ')
    else if string match -qr '^--[^=]*=' -- $cur
        set kept (string replace -r '=.*' '=' -- $cur)
        set found (__scanlab_words "$command "(string replace -r '=.*' '' -- $cur))
    else if string match -qr '^-[^=]*$' -- $before
        and set found (__scanlab_words "$command $before")
    else if string match -q -- '-*' $cur
        set found (__scanlab_words "$command ")
    else if string match -q '*:*' -- $cur
        set kept (string replace -r ':.*' ':' -- $cur)
        set found (__scanlab_words $kept)
        set kept (string replace -r '[^:,]*$' '' -- $cur)
        if string match -qr '[:,][^:,=]*=[^,]*$' -- $cur
            set kept (string replace -r '[^=]*$' '' -- $cur)
            set found (__scanlab_words (string replace -r '.*[:,]' '' -- $kept))
        end
    else
        set found (__scanlab_words "$command arguments")
    end
    for word in $found
        if test "$word" = @file
            __fish_complete_path (string replace -- "$kept" '' $cur) | string replace -r '^' -- "$kept"
        else
            printf '%s\t%s\n' "$kept$word" (__scanlab_meaning "$command $word"; or echo)
        end
    end
end
complete -c scanlab -f -a '(__scanlab_complete)'
