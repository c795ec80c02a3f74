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
shown = Ansicht
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
tour-follow = Unter der Antwort stehen nummeriert die Stellen, auf die sie sich stützt. Ein Klick hebt eine davon im Buch hervor.
tour-way = Ein Klick auf die Zeile unter der Antwort zeigt, wie Pecan dorthin kam und was es gekostet hat. Danach den Weg im Graphen zeigen.
tour-own = Das war’s. Jetzt ein eigenes Dokument hinzufügen.
tour-close = Einführung schließen

window-failed = Das Fenster von Pecan ist abgestürzt
window-failed-hint = Das ist ein Fehler in Pecan. Alles, was gelesen, aufgebaut und beantwortet wurde, ist gespeichert.
load-again = Fenster neu laden
