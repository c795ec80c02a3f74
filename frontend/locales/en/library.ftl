add = Add…
add-title = Add documents
document-files = Documents
library-closed = The library cannot be opened
library-empty = No documents yet.
library-empty-hint = Add a book, a paper or any long text: EPUB, PDF, Word, OpenDocument, FictionBook, a web page, Markdown or plain text. Or drop it here.
drop-here = Drop to add
resume = Resume
build = Build
remove = Remove
removing = Removing…
leaving = Will be removed with its graph and its questions. The file itself stays.
undo = Undo
reading-files = Reading…
pause = Pause
go-on = Go on
do-next = Move to front
paused = Paused
build-now = Build now
build-later = Later
collections = Collections…
new-collection = A new collection
put-into = Put into it
rename = Rename
collection-name = Name of the collection
collection-taken = There is a collection “{ $name }” already. Put both together?
join-collections = Put together
change-collection = Change…
dissolve-collection = Dissolve, keep documents
remove-collected = Remove with its documents
collection-leaving =
    { $documents ->
        [one] 1 document will be removed with its graph and its questions. The file itself stays.
       *[other] { $documents } documents will be removed with their graphs and questions. The files themselves stay.
    }
collection-dissolved = Dissolved. Its documents stay.
password = Password
open = Open
leave-out = Leave out
pages-unread = Some pages were not read
parts-unread = Some parts were not read
read-again = Read it again
folder-read = Not everything in the folder was added
search = Search titles and texts
order = Order
order-oldest = Oldest first
order-newest = Newest first
order-title = Title
order-author = Author
order-state = State

found-nothing = Nothing was found.
found-best = The best { $places } places
found-all =
    { $places ->
        [one] 1 place
       *[other] { $places } places
    }
found-in-title = title or author
found-on-page = page { $page }
found-in-text = text

takes-long = Building the graph will take about { $time }.
# Pages are named, such as “3, 7–9”.
pages-named =
    { $number ->
        [one] page { $pages }
       *[other] pages { $pages }
    }
pages-named-and-more = pages { $pages } and more
pages-without-text = There is no text on { $pages } of “{ $title }”: scanned, it seems. Tesseract reads such pages: if it is missing, install it (on Debian: sudo apt install tesseract-ocr), then have the document read again.
pages-unrecognised = There is no text on { $pages } of “{ $title }”: scanned, it seems. Tesseract failed on it, or it could not be drawn for Tesseract. Have the document read again; if that fails again, install Tesseract anew.
parts-damaged = The file of “{ $title }” is damaged, and what could not be read is missing: { $parts }.

state-read = no graph yet
state-building = stopped, not whole yet
state-ready = ready
state-failed = failed

recognising = recognising scanned page { $nth } of { $of }, { $done }
finding-fastest = finding the fastest way, { $done }
testing-model = finding out what the model can do, { $done }
done-differently = Pecan does this differently
notice-points = This model does not summarize: in a short trial, the text supported nothing that it wrote. Pecan quotes sentences of the document instead.
notice-judge = This model cannot tell when it has read enough. For every question, Pecan reads a fixed number of the best matches.
notice-answer = This model does not answer questions. Pecan shows the passages that match best.
notice-language = The model does not know the language of this document. Pecan quotes its sentences and, for a question, shows the passages that match best.
notice-demonstration = This is the demonstration model. It knows only the made-up world of the sample book; answers about this document will be wrong. For your own documents, choose the default model.
finishing = finishing, { $done }
finding-names = finding people and places, { $done }
writing-questions = writing questions, { $done }
time-left = { $time } left
tokens-each-second = { $tokens } tokens/s
estimating = Estimating…
waits = Waiting
waits-behind = Waiting, { $before } before it
jobs-wait = { $jobs } waiting
paused-jobs-wait = Paused, { $jobs } waiting

documents =
    { $number ->
        [one] 1 document
       *[other] { $number } documents
    }
number-of-pages =
    { $number ->
        [one] 1 page
       *[other] { $number } pages
    }
number-of-characters = { $number } characters
added-on = added { $date }
left-out-of =
    { $files ->
        [0] { $folder }: nothing in it is a document.
        [one] { $folder }: 1 file that does not look like a document was left out.
       *[other] { $folder }: { $files } files that do not look like documents were left out.
    }
left-out-names = In detail: { $names }.
