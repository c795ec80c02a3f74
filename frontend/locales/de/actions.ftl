menu-file = Datei
menu-edit = Bearbeiten
menu-view = Ansicht
menu-go = Gehe zu
menu-help = Hilfe

action-add-files = Dokumente hinzufügen …
action-add-folder = Ordner hinzufügen …
add-folder-title = Ordner als Sammlungen hinzufügen
save-answer-as = Antwort als { $form } speichern …
save-names-as = Namen als { $form } speichern …
form-notes = Notizen für Obsidian
action-pause = Lesen und Aufbauen pausieren
action-quit = Beenden

action-undo = Entfernen rückgängig machen
action-select-all = Alles auswählen
action-everything = Alles durchsuchen

action-text = Das Dokument zeigen
action-graph = Den Graphen zeigen
action-both = Beides zeigen
action-table = Graph als Tabelle
action-pages-as-text = Gedruckte Seiten als Text
action-larger-page = Seite oder Graph größer
action-smaller-page = Seite oder Graph kleiner
action-fit-page = Seite so breit wie Platz ist, oder der ganze Graph
action-library = Spalte der Bibliothek
action-questions = Spalte der Fragen
width-of-library = Breite der Bibliothek
width-of-questions = Breite der Fragen
divider-title = Ziehen macht die Spalte breiter oder schmaler; die Eingabetaste klappt sie ein, ein Doppelklick macht sie so breit wie üblich
action-larger-letters = Größere Schrift
action-smaller-letters = Kleinere Schrift
action-usual-letters = Schrift in üblicher Größe

action-next-cited = Nächste Stelle, auf die sich die Antwort stützt
action-previous-cited = Vorige Stelle, auf die sich die Antwort stützt
action-replay = Den Weg auf dem Graphen abspielen
action-left = Im Graphen: zum Anfang hin
action-right = Im Graphen: zum Ende hin
action-up = Im Graphen: zum stärksten Punkt darüber
action-down = Im Graphen: zu dem, woraus er geschrieben wurde
action-passage = Im Graphen: die Stelle zeigen

action-ask = Eine Frage stellen
action-new-line = In einer Frage: eine neue Zeile
action-stop = Anhalten oder schließen

everything-hint = Dokumente, Befehle, Punkte, Texte
things-documents = Dokumente
things-actions = Befehle
things-points = Punkte dieses Graphen
things-texts = Texte

action-next-paragraph = Den nächsten Absatz auswählen, um danach zu fragen
action-previous-paragraph = Den vorigen Absatz auswählen
