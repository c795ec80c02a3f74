add = Add…
add-title = Add documents
document-files = Documents
library-closed = Cannot open the library
library-empty = No documents yet
library-empty-hint = Add a book, a paper or any other long text: EPUB, PDF, Word, OpenDocument, FictionBook, a web page, Markdown or plain text. Or drop it here.
drop-here = Drop to add
resume = Resume
build = Build
remove = Remove
removing = Removing…
leaving = Will be removed with its graph and questions. The file itself is kept.
undo = Undo
reading-files = Reading…
pause = Pause
go-on = Resume
do-next = Move to front
paused = Paused
build-now = Build now
build-later = Later
collections = Collections…
new-collection = New collection
put-into = Create and add
rename = Rename
collection-name = Collection name
collection-taken = A collection named “{ $name }” already exists. Merge the two?
join-collections = Merge
change-collection = Edit…
dissolve-collection = Remove, keep documents
remove-collected = Remove with documents
collection-leaving =
    { $documents ->
        [one] 1 document will be removed with its graph and questions. The file itself is kept.
       *[other] { $documents } documents will be removed with their graphs and questions. The files themselves are kept.
    }
collection-dissolved = Collection removed. Its documents are kept.
password = Password
open = Open
leave-out = Skip
pages-unread = Some pages were not read
parts-unread = Some parts were not read
read-again = Read again
folder-read = Some files in the folder were not added
search = Search titles and text
order = Sort by
order-oldest = Oldest first
order-newest = Newest first
order-title = Title
order-author = Author
order-state = Status

found-nothing = No results
found-best = Top { $places } results
found-all =
    { $places ->
        [one] 1 result
       *[other] { $places } results
    }
found-in-title = title or author
found-on-page = page { $page }
found-in-text = text

takes-long = Building the graph will take about { $time }.
# Lists pages, such as “3, 7–9”.
pages-named =
    { $number ->
        [one] page { $pages }
       *[other] pages { $pages }
    }
pages-named-and-more = pages { $pages } and more
pages-without-text = No text on { $pages } of “{ $title }”: probably scanned. Tesseract reads scanned pages. If it is missing, install it (on Debian: sudo apt install tesseract-ocr), then read the document again.
pages-unrecognised = No text on { $pages } of “{ $title }”: probably scanned. Tesseract failed, or Pecan could not render the pages for it. Read the document again. If that fails again, reinstall Tesseract.
parts-damaged = The file of “{ $title }” is damaged. These parts could not be read and are missing: { $parts }.

state-read = no graph yet
state-building = incomplete
state-ready = ready
state-failed = failed

recognising = recognising scanned page { $nth } of { $of }, { $done }
finding-fastest = tuning speed, { $done }
testing-model = testing the model, { $done }
done-differently = Limits of this model
notice-points = This model cannot summarise: in a short trial, the text supported nothing that it wrote. Pecan quotes sentences from the document instead.
notice-judge = This model cannot tell when it has read enough. Pecan reads a fixed number of the best matches for each question.
notice-answer = This model cannot answer questions. Pecan shows the passages that match best.
notice-language = The model does not know the language of this document. Pecan quotes sentences from it and answers questions with the passages that match best.
notice-demonstration = This is the demonstration model. It knows only the made-up world of the sample book, so its answers about this document will be wrong. For your own documents, choose the default model.
finishing = finishing, { $done }
finding-names = finding people and places, { $done }
writing-questions = writing questions, { $done }
exporting = exporting, { $done }
importing = importing, { $done }
time-left = { $time } left
tokens-each-second = { $tokens } tokens/s
estimating = Estimating…
waits = Queued
waits-behind = Queued, { $before } ahead
jobs-wait = { $jobs } queued
paused-jobs-wait = Paused, { $jobs } queued

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
        [0] { $folder }: no documents found.
        [one] { $folder }: skipped 1 file that does not look like a document.
       *[other] { $folder }: skipped { $files } files that do not look like documents.
    }
left-out-names = Files: { $names }.
