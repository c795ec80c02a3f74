all-keys = Tasten

control = Strg
shift = Umschalt
enter = Eingabe
space = Leertaste
escape = Esc

key-add = Dokumente hinzufügen
key-search = Die Bibliothek durchsuchen
key-find = Im Dokument suchen
key-ask = Eine Frage stellen
key-text = Den Text zeigen
key-graph = Den Graphen zeigen
key-both = Beides zeigen
key-table = Den Graphen als Tabelle oder als Bild
key-cited = Nächste Stelle, auf die sich die Antwort stützt, vorige
key-replay = Den Weg auf dem Graphen abspielen oder pausieren
key-pages = Vorige Seite, nächste Seite
key-zoom = Seite größer, kleiner, so breit wie Platz ist
key-along = Im Graphen: entlang des Dokuments
key-up-down = Im Graphen: zum stärksten Punkt darüber, zu dem, woraus er geschrieben wurde
key-passage = Im Graphen: die Stelle zeigen
key-new-line = In einer Frage: eine neue Zeile
key-undo = Ein Entfernen rückgängig machen
key-escape = Anhalten oder schließen
key-keys = Diese Tasten
