add = Hinzufügen …
add-title = Dokumente hinzufügen
document-files = Dokumente
library-closed = Die Bibliothek lässt sich nicht öffnen
library-empty = Noch keine Dokumente
library-empty-hint = Ein Buch, einen Aufsatz oder einen anderen langen Text hinzufügen: EPUB, PDF, Word, OpenDocument, FictionBook, Webseite, Markdown oder reiner Text. Oder hier ablegen.
drop-here = Zum Hinzufügen ablegen
resume = Fortsetzen
build = Aufbauen
remove = Entfernen
removing = Wird entfernt …
leaving = Wird mit Graph und Fragen entfernt. Die Datei selbst bleibt erhalten.
undo = Rückgängig
reading-files = Wird gelesen …
pause = Pausieren
go-on = Fortsetzen
do-next = An den Anfang
paused = Pausiert
build-now = Jetzt aufbauen
build-later = Später
collections = Sammlungen …
new-collection = Neue Sammlung
put-into = Anlegen und hinzufügen
rename = Umbenennen
collection-name = Name der Sammlung
collection-taken = Eine Sammlung „{ $name }“ gibt es schon. Beide zusammenführen?
join-collections = Zusammenführen
change-collection = Bearbeiten …
dissolve-collection = Entfernen, Dokumente behalten
remove-collected = Samt Dokumenten entfernen
collection-leaving =
    { $documents ->
        [one] 1 Dokument wird mit Graph und Fragen entfernt. Die Datei selbst bleibt erhalten.
       *[other] { $documents } Dokumente werden mit Graphen und Fragen entfernt. Die Dateien selbst bleiben erhalten.
    }
collection-dissolved = Sammlung entfernt. Ihre Dokumente bleiben erhalten.
password = Passwort
open = Öffnen
leave-out = Überspringen
pages-unread = Einige Seiten wurden nicht gelesen
parts-unread = Einige Teile wurden nicht gelesen
read-again = Erneut lesen
folder-read = Einige Dateien im Ordner wurden nicht hinzugefügt
search = Titel und Text durchsuchen
order = Sortieren nach
order-oldest = Älteste zuerst
order-newest = Neueste zuerst
order-title = Titel
order-author = Autor
order-state = Zustand

found-nothing = Keine Treffer
found-best = Die besten { $places } Treffer
found-all =
    { $places ->
        [one] 1 Treffer
       *[other] { $places } Treffer
    }
found-in-title = Titel oder Autor
found-on-page = Seite { $page }
found-in-text = Text

takes-long = Der Aufbau des Graphen dauert etwa { $time }.
pages-named =
    { $number ->
        [one] Seite { $pages }
       *[other] den Seiten { $pages }
    }
pages-named-and-more = den Seiten { $pages } und weiteren
pages-without-text = Auf { $pages } von „{ $title }“ steht kein Text, vermutlich gescannt. Gescannte Seiten liest Tesseract. Falls es fehlt, installieren (unter Debian: sudo apt install tesseract-ocr), dann das Dokument erneut lesen lassen.
pages-unrecognised = Auf { $pages } von „{ $title }“ steht kein Text, vermutlich gescannt. Tesseract ist gescheitert, oder die Seiten ließen sich nicht dafür aufbereiten. Das Dokument erneut lesen lassen. Scheitert es wieder, Tesseract neu installieren.
parts-damaged = Die Datei von „{ $title }“ ist beschädigt. Diese Teile ließen sich nicht lesen und fehlen: { $parts }.

state-read = noch kein Graph
state-building = unvollständig
state-ready = bereit
state-failed = fehlgeschlagen

recognising = gescannte Seite { $nth } von { $of } wird erkannt, { $done }
finding-fastest = Geschwindigkeit wird optimiert, { $done }
testing-model = Modell wird getestet, { $done }
done-differently = Grenzen dieses Modells
notice-points = Dieses Modell kann nicht zusammenfassen: In einem kurzen Versuch stützte der Text nichts von dem, was es schrieb. Pecan zitiert stattdessen Sätze aus dem Dokument.
notice-judge = Dieses Modell erkennt nicht, wann es genug gelesen hat. Pecan liest zu jeder Frage eine feste Zahl der besten Treffer.
notice-answer = Dieses Modell kann keine Fragen beantworten. Pecan zeigt die Stellen, die am besten passen.
notice-language = Das Modell beherrscht die Sprache dieses Dokuments nicht. Pecan zitiert Sätze daraus und zeigt auf Fragen die Stellen, die am besten passen.
notice-demonstration = Dies ist das Demonstrationsmodell. Es kennt nur die erfundene Welt des Beispielbuchs, daher werden Antworten zu diesem Dokument falsch sein. Für eigene Dokumente das Standardmodell wählen.
finishing = wird abgeschlossen, { $done }
finding-names = Personen und Orte werden gesucht, { $done }
writing-questions = Fragen werden geschrieben, { $done }
exporting = wird exportiert, { $done }
importing = wird importiert, { $done }
time-left = noch { $time }
tokens-each-second = { $tokens } Token/s
estimating = Wird geschätzt …
waits = In der Warteschlange
waits-behind = In der Warteschlange, { $before } davor
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
        [0] { $folder }: keine Dokumente gefunden.
        [one] { $folder }: 1 Datei übersprungen, die nicht wie ein Dokument aussieht.
       *[other] { $folder }: { $files } Dateien übersprungen, die nicht wie Dokumente aussehen.
    }
left-out-names = Dateien: { $names }.
