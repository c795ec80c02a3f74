# Words that stay the same wherever they stand in the window:
# point, graph, chunk, passage, “looked at” for attention, “rests on” for evidence.
# A message without variables stands on one line, however long it is.

library = Library
text = Text
document = Document
graph = Graph
both = Both
shown = What is shown
settings = Settings
questions = Questions
dismiss = Dismiss
stop-button = Stop
stopping = Stopping…
retry = Try again

quoted = “{ $words }”
# The next thing in a list.
listed = { $before }, { $next }
# Something said of what is named before it.
named = { $name }: { $words }

try-sample = Try it with a sample book
tour = First steps
tour-step = { $number } of 3
tour-ask = Ask the sample book something. It can answer this one: choose it, then press Enter.
tour-follow = Under the answer stand the passages that it rests on, numbered. Click one: it is marked in the book.
tour-way = The quiet line under the answer unfolds the way that led there, and what it cost. Show the path on the graph.
tour-own = That is all there is to it. Now add a document of your own.
tour-close = Close the first steps

window-failed = Pecan’s window has failed
window-failed-hint = This is a fault in Pecan. What has been read, built and answered is kept.
load-again = Load the window again
