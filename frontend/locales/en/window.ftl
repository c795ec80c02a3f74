# Terms that are the same everywhere in the window:
# point, graph, chunk, passage, “looked at” for attention, “rests on” for evidence.
# A message without variables is on one line, however long.

library = Library
text = Text
document = Document
graph = Graph
both = Both
shown = View
settings = Settings
questions = Questions
dismiss = Dismiss
stop-button = Stop
stopping = Stopping…
retry = Try again

quoted = “{ $words }”
# A list and its next item.
listed = { $before }, { $next }
# A name, and what is said about it.
named = { $name }: { $words }

try-sample = Try it with a sample book
tour = Getting started
tour-step = { $number } of 3
tour-ask = Ask the sample book a question. Here is one that it can answer: click it, then press Enter.
tour-follow = Below the answer are the passages it rests on, numbered. Click one to see it highlighted in the book.
tour-way = Click the line below the answer to see how Pecan got there and what it cost. Then show the path on the graph.
tour-own = That’s it. Now add a document of your own.
tour-close = Close the tour

window-failed = Pecan’s window has crashed
window-failed-hint = This is a bug in Pecan. Everything read, built and answered so far is saved.
load-again = Reload the window
