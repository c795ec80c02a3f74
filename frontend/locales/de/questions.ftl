ask = Fragen
ask-placeholder-here = Frage zu diesem Dokument …
ask-placeholder-of = „{ $name }“ fragen …
ask-placeholder = Eine Frage stellen …
asked-of = Gefragt wird
ask-read = Nur, was ich gelesen habe (bis { $place })
ask-read-title = Pecan sieht nichts an, was nach der Stelle steht, an der gerade gelesen wird
this-document = dieses Dokument
ask-collection = Alles in „{ $name }“ fragen
all-in-collection = alles in „{ $name }“ ({ $documents })
part-of-collection =
    { $all ->
        [one] „{ $name }“ ({ $asked } von { $all } Dokument)
       *[other] „{ $name }“ ({ $asked } von { $all } Dokumenten)
    }
ask-first = Etwas fragen.
ask-first-hint = Zu jeder Antwort ist zu sehen, welche Punkte angesehen wurden und auf welche Stellen sie sich stützt.
ask-nothing = Ein Dokument öffnen, um danach zu fragen.
ask-growing = Der Graph wächst noch: Antworten stützen sich auf das, was bisher aufgebaut ist.
asking-elsewhere = Eine Frage zu „{ $title }“ wird gerade beantwortet.
asked-growing = Als dies gefragt wurde, war der Graph noch nicht vollständig: Die Antwort stützt sich auf das, was bis dahin aufgebaut war.
ask-no-graph = Fragen sind möglich, sobald der Graph die ersten Punkte hat.
looking = Es wird gesucht …
looking-at-points =
    { $points ->
        [one] Es wird gesucht … 1 Punkt
       *[other] Es wird gesucht … { $points } Punkte
    }
not-found = Pecan hat in dem, was es gelesen hat, keine Antwort gefunden.
closest-passages = Diese Stellen passen am besten zur Frage.
what-was-read = Das wurde gelesen:
look-further = Weitersuchen
answer-anyway = Trotzdem antworten
best-effort = Es wurde nicht genug gefunden. Dies ist eine Vermutung aus dem, was angesehen wurde.
unsupported-answer = Dies ist eine Vermutung: Der gelesene Text belegt sie nicht eindeutig.
ask-stopped = Angehalten, bevor eine Antwort da war.
empty-answer = Das Modell hat keine Antwort geschrieben.
copy = Kopieren
copied = Kopiert
show-on-graph = Den Weg auf dem Graphen zeigen
path = Weg
looked-at = angesehen
similarity = ähnlich
shared-words = gemeinsame Wörter
enough = genug?
enough-alone = allein genug?
engine-again = Die Engine wurde neu gestartet und macht weiter.
engine-idle = Sie startet wieder, sobald es etwas zu tun gibt.
numbers-explained = Was die Zahlen sagen
score-title = Warum dies als Nächstes kam: sein Anteil an dem, was die Punkte davor ansahen, seine Ähnlichkeit mit der Frage und die Wörter, die es mit ihr gemeinsam hat.
score-parts = angesehen { $attention }, ähnlich { $similarity }, gemeinsame Wörter { $words }
enough-title = Wie weit das Modell das Angesehene für ausreichend hielt, von 0 bis 1.
enough-alone-title = Wie weit das Modell diese Stelle für sich allein für ausreichend hielt, von 0 bis 1. Aus der besten ist die Antwort geschrieben.
enough-needed = { $found } (nötig: { $needed })
recall-answered = Stützt sich auf …
recall-looked-at = Was angesehen wurde …
model-read = { $what } gelesen
points-of = { $points } von { $all } Punkten
passages-of = { $passages } von { $all } Stellen
with-passages = { $points } und { $passages }
passages-shown =
    { $passages ->
        [one] stützt sich auf 1 Stelle
       *[other] stützt sich auf { $passages } Stellen
    }
passages-shown-of = stützt sich auf { $passages } Stellen, { $shown } davon gezeigt
more-than-book = mehr Text, als dieses kurze Dokument hat
share-of-book = so viel Text wie { $share } des Buches
arithmetic-of-all = { $operations }, alles zu lesen brauchte { $whole }

show-more = { $next } weitere zeigen
show-more-of = { $next } weitere von { $left } zeigen

find-questions = In Fragen und Antworten suchen
ask-again = Noch einmal fragen
ask-again-title = Dasselbe mit den jetzigen Einstellungen fragen
ask-on = Weiterfragen
ask-on-title = Die nächste Frage knüpft hier an: Das Modell bekommt diese Frage und ihre Antwort mit gezeigt
ask-afresh = Neu ansetzen
forget = Die Frage entfernen
question-leaving = Wird mit ihrer Antwort entfernt.
follows = Knüpft an „{ $question }“ an
follows-removed = Knüpft an eine entfernte Frage an
export = Speichern als …
save-answer = Die Antwort speichern
answer-file = Antwort

looked-at-none = Kein Punkt wurde besonders angesehen
looked-most-at = Beim Schreiben dieses Satzes sah das Modell am meisten an: { $points }
point-share = { $point } ({ $share })
top-level =
    { $points ->
        [one] 1 Punkt zu Beginn
       *[other] { $points } Punkte zu Beginn
    }

stopped-sufficient = Die Suche endete, weil das Modell dies für ausreichend hielt.
stopped-window = Die Suche endete, weil kein weiterer Punkt in das Fenster des Modells passt.
stopped-exhausted = Die Suche endete, weil es nichts mehr anzusehen gab.
stopped-unconfirmed = Das Gelesene schien dem Modell ausreichend, aber keine Stelle für sich allein.
stopped-limit = Die Suche endete, weil so viele Punkte angesehen waren, wie erlaubt sind.
stopped-fixed = Es wurden so viele Punkte angesehen wie verlangt.
stopped-unjudged = Das Modell erkennt nicht, wann es genug gelesen hat; deshalb hat Pecan eine feste Zahl von Punkten gelesen.
stopped-passages = Pecan hat keine Antwort geschrieben: Diese Stellen passen am besten.
stopped-listed = Pecan hat die Namen den Sätzen entnommen, die es sagen, ohne das Modell.
stopped-described = Pecan zitiert die Sätze, die am meisten darüber sagen, wer es ist, ohne das Modell.
list-sentences =
    { $sentences ->
        [one] aus dem einzigen Satz mit einem Namen
       *[other] aus allen { $sentences } Sätzen mit Namen
    }
list-without-text =
    { $pages ->
        [one] 1 Seite ohne Text
       *[other] { $pages } Seiten ohne Text
    }
passages-instead = Das Modell kann hierzu keine Antwort schreiben. Diese Stellen passen am besten.
stopped-by-you = Die Suche wurde angehalten.

cost-tokens = { $evaluated } Token gelesen, { $restored } wiederverwendet
cost-whole = Das Ganze zu lesen: { $tokens } Token
cost-asks =
    { $asks ->
        [1] Einmal gefragt, ob es ausreicht
       *[other] { $asks }-mal gefragt, ob es ausreicht
    }
cost-arithmetic = { $operations } an Rechenarbeit
shares-explained = Neben jeder Stelle steht ihr Anteil an dem, was das Modell ansah; das ist kein Beweis.
weighed = { $share } dessen, was das Modell beim Antworten ansah, stammt von hier. Das ist, was angesehen wurde, kein Beweis.
changed-since = seitdem geändert
page-passages = Stellen
page-step = Schritt
page-point = Punkt
page-top = oben
round-names = Gesucht wurde „{ $query }“ in Sätzen über { $names }.
round-all = Gesucht wurde „{ $query }“ in allen Sätzen.
searched-on = Das reichte nicht, also wurde der Graph durchsucht.
