# Wörter, die überall gleich sind:
# point Punkt · graph Graph · node Knoten · edge Kante · chunk Abschnitt · passage Stelle ·
# evidence Beleg · looked at angesehen · rests on stützt sich auf · build aufbauen · engine Engine.
# Knöpfe im Infinitiv, keine Anrede. Vor „…“ steht ein festes Leerzeichen.
# Eine Nachricht ohne Variablen steht in einer Zeile, so lang sie auch ist.

library = Bibliothek
text = Text
document = Dokument
graph = Graph
both = Beides
shown = Was gezeigt wird
settings = Einstellungen
questions = Fragen
dismiss = Ausblenden
stop-button = Anhalten
stopping = Wird angehalten …
retry = Erneut versuchen

quoted = „{ $words }“
listed = { $before }, { $next }
named = { $name }: { $words }

try-sample = Mit einem Beispielbuch ausprobieren
tour = Erste Schritte
tour-step = { $number } von 3
tour-ask = Dem Beispielbuch eine Frage stellen. Diese kann es beantworten: anklicken, dann Eingabe drücken.
tour-follow = Unter der Antwort stehen, nummeriert, die Stellen, auf die sie sich stützt. Ein Klick markiert eine davon im Buch.
tour-way = Die unauffällige Zeile unter der Antwort klappt den Weg dorthin auf, und was er gekostet hat. Von dort den Weg auf dem Graphen zeigen.
tour-own = Mehr ist es nicht. Nun ein eigenes Dokument hinzufügen.
tour-close = Erste Schritte schließen

window-failed = Pecans Fenster ist ausgefallen
window-failed-hint = Das ist ein Fehler in Pecan. Was gelesen, aufgebaut und beantwortet wurde, bleibt erhalten.
load-again = Das Fenster neu laden
