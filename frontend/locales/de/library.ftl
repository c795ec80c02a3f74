add = Hinzufügen …
add-title = Dokumente hinzufügen
document-files = Dokumente
library-closed = Die Bibliothek lässt sich nicht öffnen
library-empty = Noch keine Dokumente.
library-empty-hint = Ein Buch, einen Aufsatz oder irgendeinen langen Text hinzufügen: EPUB, PDF, Word, OpenDocument, FictionBook, eine Webseite, Markdown oder reinen Text. Oder hier ablegen.
drop-here = Zum Hinzufügen ablegen
resume = Fortsetzen
build = Aufbauen
remove = Entfernen
removing = Wird entfernt …
leaving = Wird mit Graph und Fragen entfernt. Die Datei selbst bleibt.
undo = Rückgängig
reading-files = Wird gelesen …
pause = Pausieren
go-on = Weiter
do-next = Als Nächstes
paused = Pausiert
build-now = Jetzt aufbauen
build-later = Später
collections = Sammlungen …
new-collection = Eine neue Sammlung
put-into = Hineinlegen
rename = Umbenennen
collection-name = Name der Sammlung
collection-taken = Eine Sammlung „{ $name }“ gibt es schon. Beide zusammenlegen?
join-collections = Zusammenlegen
change-collection = Ändern …
dissolve-collection = Auflösen, Dokumente behalten
remove-collected = Mit ihren Dokumenten entfernen
collection-leaving =
    { $documents ->
        [one] 1 Dokument wird mit Graph und Fragen entfernt. Die Datei selbst bleibt.
       *[other] { $documents } Dokumente werden mit Graphen und Fragen entfernt. Die Dateien selbst bleiben.
    }
collection-dissolved = Aufgelöst. Die Dokumente bleiben.
password = Passwort
open = Öffnen
leave-out = Weglassen
pages-unread = Einige Seiten wurden nicht gelesen
parts-unread = Einige Teile wurden nicht gelesen
read-again = Noch einmal lesen
folder-read = Nicht alles im Ordner wurde hinzugefügt
search = Titel und Texte durchsuchen
order = Reihenfolge
order-oldest = Älteste zuerst
order-newest = Neueste zuerst
order-title = Titel
order-author = Autor
order-state = Zustand

found-nothing = Nichts gefunden.
found-best = Die besten { $places } Stellen
found-all =
    { $places ->
        [one] 1 Stelle
       *[other] { $places } Stellen
    }
found-in-title = Titel oder Autor
found-on-page = Seite { $page }
found-in-text = Text

takes-long = Den Graphen aufzubauen dauert etwa { $time }.
pages-named =
    { $number ->
        [one] Seite { $pages }
       *[other] den Seiten { $pages }
    }
pages-named-and-more = den Seiten { $pages } und weiteren
pages-without-text = Auf { $pages } von „{ $title }“ steht kein Text: wohl eingescannt. Solche Seiten liest Tesseract: Wenn es fehlt, installieren (unter Debian: sudo apt install tesseract-ocr), dann das Dokument noch einmal lesen lassen.
pages-unrecognised = Auf { $pages } von „{ $title }“ steht kein Text: wohl eingescannt. Tesseract ist daran gescheitert, oder es ließ sich nicht für Tesseract zeichnen. Das Dokument noch einmal lesen lassen; scheitert es wieder, Tesseract noch einmal installieren.
parts-damaged = Die Datei von „{ $title }“ ist beschädigt, und was nicht gelesen werden konnte, fehlt: { $parts }.

state-read = noch kein Graph
state-building = angehalten, noch nicht vollständig
state-ready = bereit
state-failed = fehlgeschlagen

recognising = gescannte Seite { $nth } von { $of } wird erkannt, { $done }
finding-fastest = schnellste Arbeitsweise wird gesucht, { $done }
testing-model = es wird geprüft, was das Modell kann, { $done }
done-differently = Pecan geht hier anders vor
notice-points = Dieses Modell fasst nicht zusammen: In einem kurzen Versuch stützte der Text nichts von dem, was es schrieb. Pecan zitiert stattdessen Sätze des Dokuments.
notice-judge = Dieses Modell erkennt nicht, wann es genug gelesen hat. Pecan liest für jede Frage eine feste Zahl der besten Treffer.
notice-answer = Dieses Modell beantwortet keine Fragen. Pecan zeigt die Stellen, die am besten passen.
notice-language = Das Modell beherrscht die Sprache dieses Dokuments nicht. Pecan zitiert Sätze daraus und zeigt zu einer Frage die Stellen, die am besten passen.
notice-demonstration = Dies ist das Demonstrationsmodell. Es kennt nur die erfundene Welt des Beispielbuchs; Antworten zu diesem Dokument werden falsch sein. Für eigene Dokumente das Standardmodell wählen.
finishing = letzte Arbeiten, { $done }
finding-names = sucht Personen und Orte, { $done }
writing-questions = schreibt Fragen, { $done }
time-left = noch { $time }
tokens-each-second = { $tokens } Token/s
estimating = Wird geschätzt …
waits = Wartet
waits-behind = Wartet, { $before } davor
jobs-wait = { $jobs } in der Warteschlange
paused-jobs-wait = Pausiert, { $jobs } in der Warteschlange

documents =
    { $number ->
        [one] 1 Dokument
       *[other] { $number } Dokumente
    }
number-of-pages =
    { $number ->
        [one] 1 Seite
       *[other] { $number } Seiten
    }
number-of-characters = { $number } Zeichen
added-on = hinzugefügt am { $date }
left-out-of =
    { $files ->
        [0] { $folder }: Nichts darin ist ein Dokument.
        [one] { $folder }: 1 Datei sieht nicht wie ein Dokument aus und wurde ausgelassen.
       *[other] { $folder }: { $files } Dateien sehen nicht wie Dokumente aus und wurden ausgelassen.
    }
left-out-names = Im Einzelnen: { $names }.
