ask = Fragen
ask-placeholder-here = Frage zu diesem Dokument …
ask-placeholder-of = „{ $name }“ fragen …
ask-placeholder = Frage stellen …
asked-of = Fragen an
ask-read = Nur, was ich gelesen habe (bis { $place })
ask-read-title = Pecan beachtet nichts nach der aktuellen Leseposition
this-document = dieses Dokument
ask-collection = Alles in „{ $name }“ fragen
all-in-collection = alles in „{ $name }“ ({ $documents })
part-of-collection =
    { $all ->
        [one] „{ $name }“ ({ $asked } von { $all } Dokument)
       *[other] „{ $name }“ ({ $asked } von { $all } Dokumenten)
    }
ask-first = Frage stellen
ask-first-hint = Zu jeder Antwort ist zu sehen, welche Punkte angesehen wurden und auf welche Stellen sie sich stützt.
ask-nothing = Ein Dokument öffnen, um Fragen dazu zu stellen.
ask-growing = Der Graph wächst noch. Antworten stützen sich auf das bisher Aufgebaute.
asking-elsewhere = Pecan beantwortet gerade eine Frage zu „{ $title }“.
asked-growing = Der Graph war bei dieser Frage noch unvollständig. Die Antwort stützt sich auf das bis dahin Aufgebaute.
ask-no-graph = Fragen sind möglich, sobald der Graph die ersten Punkte hat.
looking = Suche läuft …
looking-at-points =
    { $points ->
        [one] Suche läuft … 1 Punkt
       *[other] Suche läuft … { $points } Punkte
    }
not-found = Pecan hat im Gelesenen keine Antwort gefunden.
closest-passages = Diese Stellen passen am besten zur Frage.
what-was-read = Von Pecan gelesen:
look-further = Weitersuchen
answer-anyway = Trotzdem antworten
best-effort = Pecan hat nicht genug gefunden. Dies ist eine Vermutung aus dem Angesehenen.
unsupported-answer = Dies ist eine Vermutung: Der gelesene Text belegt sie nicht eindeutig.
ask-stopped = Angehalten, bevor es eine Antwort gab.
empty-answer = Das Modell hat keine Antwort geschrieben.
copy = Kopieren
copied = Kopiert
show-on-graph = Weg im Graphen zeigen
path = Weg
looked-at = angesehen
similarity = ähnlich
shared-words = gemeinsame Wörter
enough = genug?
enough-alone = für sich genug?
engine-again = Die Engine wurde neu gestartet und arbeitet weiter.
engine-idle = Sie startet neu, sobald es etwas zu tun gibt.
numbers-explained = Was die Zahlen bedeuten
score-title = Warum dies als Nächstes kam: sein Anteil an dem, was frühere Punkte ansahen, seine Ähnlichkeit mit der Frage und die gemeinsamen Wörter.
score-parts = angesehen { $attention }, ähnlich { $similarity }, gemeinsame Wörter { $words }
enough-title = Für wie ausreichend das Modell das Angesehene hielt, von 0 bis 1.
enough-alone-title = Für wie ausreichend das Modell diese Stelle allein hielt, von 0 bis 1. Aus der besten wird die Antwort geschrieben.
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
more-than-book = mehr Text, als dieses kurze Dokument enthält
share-of-book = so viel Text wie { $share } des Buches
arithmetic-of-all = { $operations }; alles zu lesen würde { $whole } erfordern

show-more = { $next } weitere anzeigen
show-more-of = { $next } von { $left } weiteren anzeigen

find-questions = In Fragen und Antworten suchen
ask-again = Erneut fragen
ask-again-title = Dieselbe Frage mit den aktuellen Einstellungen stellen
ask-on = Nachfragen
ask-on-title = Die nächste Frage knüpft hier an: Das Modell sieht auch diese Frage und ihre Antwort
ask-afresh = Ohne Kontext fragen
forget = Frage entfernen
question-leaving = Wird mit ihrer Antwort entfernt.
follows = Knüpft an „{ $question }“ an
follows-removed = Knüpft an eine entfernte Frage an
export = Speichern als …
save-answer = Antwort speichern
answer-file = Antwort

looked-at-none = Das Modell sah keinen Punkt besonders an
looked-most-at = Beim Schreiben dieses Satzes sah das Modell vor allem an: { $points }
point-share = { $point } ({ $share })
top-level =
    { $points ->
        [one] Mit 1 Punkt begonnen
       *[other] Mit { $points } Punkten begonnen
    }

stopped-sufficient = Die Suche endete, weil das Modell dies für ausreichend hielt.
stopped-window = Die Suche endete, weil kein weiterer Punkt in das Kontextfenster des Modells passt.
stopped-exhausted = Die Suche endete, weil es nichts mehr anzusehen gab.
stopped-unconfirmed = Das Modell hielt das Gelesene für ausreichend, aber keine einzelne Stelle für sich.
stopped-limit = Die Suche endete, weil die Höchstzahl der Punkte erreicht war.
stopped-fixed = Die Suche sah so viele Punkte an wie verlangt.
stopped-unjudged = Das Modell erkennt nicht, wann es genug gelesen hat; deshalb hat Pecan eine feste Zahl von Punkten gelesen.
stopped-passages = Pecan hat keine Antwort geschrieben. Diese Stellen passen am besten.
stopped-listed = Pecan hat die Namen den Sätzen entnommen, die es sagen, ohne das Modell zu fragen.
stopped-described = Pecan zitiert die Sätze, die am meisten darüber sagen, wer das ist, ohne das Modell zu fragen.
list-sentences =
    { $sentences ->
        [one] aus dem einzigen Satz mit einem Namen
       *[other] aus allen { $sentences } Sätzen mit Namen
    }
list-without-text =
    { $pages ->
        [one] 1 Seite hat keinen Text
       *[other] { $pages } Seiten haben keinen Text
    }
passages-instead = Das Modell kann keine Fragen zu diesem Dokument beantworten. Diese Stellen passen am besten.
stopped-by-you = Die Suche wurde angehalten.

cost-tokens = { $evaluated } Token gelesen, { $restored } wiederverwendet
cost-whole = Alles lesen: { $tokens } Token
cost-asks =
    { $asks ->
        [1] Einmal geprüft, ob es ausreicht
       *[other] { $asks }-mal geprüft, ob es ausreicht
    }
cost-arithmetic = { $operations } Rechenaufwand
shares-explained = Neben jeder Stelle steht ihr Anteil an dem, was das Modell ansah. Das ist kein Beweis.
weighed = { $share } dessen, was das Modell beim Antworten ansah, stammt von hier. Das ist kein Beweis.
changed-since = seitdem geändert
page-passages = Stellen
page-step = Schritt
page-point = Punkt
page-top = oberste Ebene
round-names = Gesucht wurde „{ $query }“ in Sätzen über { $names }.
round-all = Gesucht wurde „{ $query }“ in allen Sätzen.
searched-on = Das reichte nicht, daher durchsuchte Pecan den Graphen.
