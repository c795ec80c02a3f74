look-page = Page
look = Page view
smaller = Zoom out (−)
larger = Zoom in (+)
fit = Fit to width (0)
no-picture = This page cannot be displayed.
no-picture-hint = Its text is shown instead.
pages-locked = Displaying the pages of this document requires its password. You can read its text without it.
described-page = Image of page { $label }; for its words, choose “{ $text }”

nothing-open = No document open
nothing-open-hint = Choose a document on the left, or add one.
document-gone = The linked document is no longer in the library. To read it, add its file again.

page-name = Page
page-previous = Previous page
page-next = Next page
page-passage-goes-on = The passage continues on the next page
page-passage-began = The passage begins on the previous page
page-empty = No text on this page.

# Documents without pages have parts.
part-name = Part
part-previous = Previous part
part-next = Next part
part-passage-goes-on = The passage continues in the next part
part-passage-began = The passage begins in the previous part
part-empty = No text in this part.

of-pages = of { $total }
# Follows the label printed on the page, such as “iv”.
page-of-pages = ({ $page } of { $total })

find-here = Find in document
find-previous = Previous match (Shift Enter)
find-next = Next match (Enter)
no-place = no matches
numbered-place = { $nth } of { $all }

selection = Selected text
ask-about = Ask about this
resting-on-selection = Points that rest on this
look-up-name = Look up this name
# The beginning of a question.
about-selected = “{ $selected }”:{" "}
two-pages = Two pages
outline = Outline
usual-size = Default size (0)

visit-page = Open this link in the browser?
visit-mail = Write to this address in the mail app?
visit-site = The page is on { $place }.
visit-recipient = The mail goes to { $place }.
cancel = Cancel
