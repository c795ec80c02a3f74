all-keys = Keys

# Names of keys, as they stand on them.
control = Ctrl
shift = Shift
enter = Enter
space = Space
escape = Escape

key-add = Add documents
key-search = Search the library
key-find = Find in the document
key-ask = Ask a question
key-text = Show the text
key-graph = Show the graph
key-both = Show both
key-table = The graph as a table, or as a picture
key-cited = Next passage that the answer rests on, previous one
key-replay = Replay the path on the graph, or pause
key-pages = Previous page, next page
key-zoom = Page larger, smaller, as wide as there is room
key-along = In the graph: along the document
key-up-down = In the graph: to the strongest point above, to what it was written from
key-passage = In the graph: show the passage
key-new-line = In a question: a new line
key-undo = Undo a removal
key-escape = Stop, or close
key-keys = These keys
