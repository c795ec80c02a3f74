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
form-notes = Obsidian-Notizen
action-pause = Lesen und Aufbauen pausieren
action-quit = Beenden

action-undo = Entfernen rückgängig machen
action-select-all = Alles auswählen
action-everything = Alles durchsuchen

action-text = Dokument zeigen
action-graph = Graph zeigen
action-both = Beides zeigen
action-table = Graph als Tabelle
action-pages-as-text = Seiten als Text
action-larger-page = Vergrößern
action-smaller-page = Verkleinern
action-fit-page = An Breite anpassen oder ganzen Graphen zeigen
action-library = Bibliotheksleiste
action-questions = Fragenleiste
width-of-library = Breite der Bibliotheksleiste
width-of-questions = Breite der Fragenleiste
divider-title = Ziehen ändert die Breite, Eingabe klappt die Leiste ein, Doppelklick stellt die Standardbreite wieder her
action-larger-letters = Größere Schrift
action-smaller-letters = Kleinere Schrift
action-usual-letters = Standardschriftgröße

action-next-cited = Nächste zitierte Stelle
action-previous-cited = Vorige zitierte Stelle
action-replay = Weg im Graphen abspielen
action-left = Graph: zum Anfang hin
action-right = Graph: zum Ende hin
action-up = Graph: zum stärksten Punkt darüber
action-down = Graph: zu dem, woraus er geschrieben wurde
action-passage = Graph: Stelle zeigen

action-ask = Frage stellen
action-new-line = Frage: neue Zeile
action-stop = Anhalten oder schließen

everything-hint = Dokumente, Befehle, Punkte und Texte durchsuchen
things-documents = Dokumente
things-actions = Befehle
things-points = Punkte in diesem Graphen
things-texts = Texte

action-next-paragraph = Nächsten Absatz auswählen, um danach zu fragen
action-previous-paragraph = Vorigen Absatz auswählen
