look-page = Seite
look = Wie die Seite gezeigt wird
smaller = Kleiner (−)
larger = Größer (+)
fit = So breit wie Platz ist (0)
no-picture = Diese Seite lässt sich nicht so zeigen, wie sie aussieht.
no-picture-hint = Stattdessen wird ihr Text gezeigt.
pages-locked = Die Seiten dieses Dokuments lassen sich nur mit seinem Passwort so zeigen, wie sie aussehen; sein Text lässt sich ohne lesen.
described-page = Seite { $label }, wie sie aussieht; ihre Wörter stehen unter „{ $text }“

nothing-open = Nichts ist geöffnet.
nothing-open-hint = Links ein Dokument auswählen oder eines hinzufügen.
document-gone = Das Dokument, zu dem dies führt, ist nicht mehr in der Bibliothek. Um es zu lesen, seine Datei wieder hinzufügen.

page-name = Seite
page-previous = Vorige Seite
page-next = Nächste Seite
page-passage-goes-on = Die Stelle geht weiter: nächste Seite
page-passage-began = Die Stelle beginnt auf der Seite davor
page-empty = Auf dieser Seite steht kein Text.

part-name = Teil
part-previous = Voriger Teil
part-next = Nächster Teil
part-passage-goes-on = Die Stelle geht weiter: nächster Teil
part-passage-began = Die Stelle beginnt im Teil davor
part-empty = In diesem Teil steht kein Text.

of-pages = von { $total }
# After what is printed on the page shown, such as “iv”.
page-of-pages = ({ $page } von { $total })

find-here = Im Dokument suchen
find-previous = Vorige Stelle (Umschalt Eingabe)
find-next = Nächste Stelle (Eingabe)
no-place = nicht gefunden
numbered-place = { $nth } von { $all }

selection = Die ausgewählten Wörter
ask-about = Danach fragen
resting-on-selection = Punkte, die sich darauf stützen
look-up-name = Diesen Namen nachschlagen
about-selected = „{ $selected }“:{" "}
two-pages = Zwei Seiten
outline = Gliederung
usual-size = In üblicher Größe (0)

visit-page = Diese Adresse im Browser öffnen?
visit-mail = An diese Adresse im Mailprogramm schreiben?
visit-site = Die Seite liegt auf { $place }.
visit-recipient = Die Mail geht an { $place }.
cancel = Abbrechen
