menu-file = File
menu-edit = Edit
menu-view = View
menu-go = Go
menu-help = Help

# What is followed by a dialog ends in “…”.
action-add-files = Add documents…
action-add-folder = Add folders…
add-folder-title = Add folders as collections
save-answer-as = Save the answer as { $form }…
save-names-as = Save the names as { $form }…
form-notes = notes for Obsidian
# Of documents that wait.
action-pause = Pause reading and building
action-quit = Quit

action-undo = Undo removal
action-select-all = Select all
action-everything = Search everything

action-text = Show the document
action-graph = Show the graph
action-both = Show both
action-table = Graph as a table
action-pages-as-text = Printed pages as text
action-larger-page = Larger page or graph
action-smaller-page = Smaller page or graph
action-fit-page = Page as wide as there is room, or the whole graph
action-library = Library column
action-questions = Questions column
width-of-library = Width of the library
width-of-questions = Width of the questions
divider-title = Drag to make the column wider or narrower; Enter folds it, a double click makes it as wide as usual
action-larger-letters = Larger letters
action-smaller-letters = Smaller letters
action-usual-letters = Letters of the usual size

action-next-cited = Next passage that the answer rests on
action-previous-cited = Previous passage that the answer rests on
action-replay = Replay the path on the graph
action-left = In the graph: towards the beginning
action-right = In the graph: towards the end
action-up = In the graph: to the strongest point above
action-down = In the graph: to what it was written from
action-passage = In the graph: show the passage

action-ask = Ask a question
action-new-line = In a question: a new line
action-stop = Stop, or close

# What is looked for in one field.
everything-hint = Documents, commands, points, texts
things-documents = Documents
things-actions = Commands
things-points = Points of this graph
things-texts = Texts

action-next-paragraph = Select the next paragraph, to ask about it
action-previous-paragraph = Select the previous paragraph
