menu-file = File
menu-edit = Edit
menu-view = View
menu-go = Go
menu-help = Help

# Items that open a dialog end in “…”.
action-add-files = Add documents…
action-add-folder = Add folders…
add-folder-title = Add folders as collections
save-answer-as = Save answer as { $form }…
save-names-as = Save names as { $form }…
form-notes = Obsidian notes
# Pauses the queue of documents.
action-pause = Pause reading and building
action-quit = Quit

action-undo = Undo removal
action-select-all = Select all
action-everything = Search everything

action-text = Show document
action-graph = Show graph
action-both = Show both
action-table = Graph as table
action-pages-as-text = Pages as text
action-larger-page = Zoom in
action-smaller-page = Zoom out
action-fit-page = Fit to width, or show whole graph
action-library = Library panel
action-questions = Questions panel
width-of-library = Library panel width
width-of-questions = Questions panel width
divider-title = Drag to resize the panel, press Enter to collapse it, double-click to reset its width
action-larger-letters = Larger text
action-smaller-letters = Smaller text
action-usual-letters = Default text size

action-next-cited = Next cited passage
action-previous-cited = Previous cited passage
action-replay = Replay path on graph
action-left = Graph: move towards the beginning
action-right = Graph: move towards the end
action-up = Graph: go to the strongest point above
action-down = Graph: go to what it was written from
action-passage = Graph: show the passage

action-ask = Ask a question
action-new-line = Question: new line
action-stop = Stop or close

# The field that searches everything, and the groups of its results.
everything-hint = Search documents, commands, points and text
things-documents = Documents
things-actions = Commands
things-points = Points in this graph
things-texts = Text

action-next-paragraph = Select next paragraph to ask about it
action-previous-paragraph = Select previous paragraph
