look-page = Page
look = How the page is shown
smaller = Smaller (−)
larger = Larger (+)
fit = As wide as there is room (0)
no-picture = This page cannot be shown as it looks.
no-picture-hint = Its text is shown instead.
pages-locked = The pages of this document can be shown as they look only with its password; its text can be read without.
described-page = Page { $label } as it looks; its words are under “{ $text }”

nothing-open = Nothing is open.
nothing-open-hint = Choose a document on the left, or add one.
document-gone = The document that this leads to is no longer in the library. Add its file again to read it.

page-name = Page
page-previous = Previous page
page-next = Next page
page-passage-goes-on = The passage goes on: next page
page-passage-began = The passage begins on the page before
page-empty = There is no text on this page.

# Documents without pages are read in parts.
part-name = Part
part-previous = Previous part
part-next = Next part
part-passage-goes-on = The passage goes on: next part
part-passage-began = The passage begins in the part before
part-empty = There is no text in this part.

of-pages = of { $total }
# After what is printed on the page shown, such as “iv”.
page-of-pages = ({ $page } of { $total })

find-here = Find in the document
find-previous = Previous place (Shift Enter)
find-next = Next place (Enter)
no-place = not found
numbered-place = { $nth } of { $all }

selection = The selected words
ask-about = Ask about this
resting-on-selection = Points that rest on this
look-up-name = Look up this name
# The beginning of a question.
about-selected = “{ $selected }”:{" "}
two-pages = Two pages
outline = Outline
usual-size = Of the usual size (0)

visit-page = Open this address in the browser?
visit-mail = Write to this address in the mail program?
visit-site = The page is on { $place }.
visit-recipient = The mail is to { $place }.
cancel = Cancel
