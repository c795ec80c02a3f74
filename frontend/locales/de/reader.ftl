look-page = Seite
look = Seitenansicht
smaller = Verkleinern (−)
larger = Vergrößern (+)
fit = An Breite anpassen (0)
no-picture = Diese Seite lässt sich nicht anzeigen.
no-picture-hint = Stattdessen wird ihr Text gezeigt.
pages-locked = Um die Seiten dieses Dokuments anzuzeigen, ist sein Passwort nötig. Der Text lässt sich auch ohne Passwort lesen.
described-page = Bild von Seite { $label }; ihr Text steht unter „{ $text }“

nothing-open = Kein Dokument geöffnet
nothing-open-hint = Links ein Dokument auswählen oder eines hinzufügen.
document-gone = Das verlinkte Dokument ist nicht mehr in der Bibliothek. Um es zu lesen, seine Datei wieder hinzufügen.

page-name = Seite
page-previous = Vorige Seite
page-next = Nächste Seite
page-passage-goes-on = Die Stelle geht auf der nächsten Seite weiter
page-passage-began = Die Stelle beginnt auf der vorigen Seite
page-empty = Kein Text auf dieser Seite.

part-name = Teil
part-previous = Voriger Teil
part-next = Nächster Teil
part-passage-goes-on = Die Stelle geht im nächsten Teil weiter
part-passage-began = Die Stelle beginnt im vorigen Teil
part-empty = Kein Text in diesem Teil.

of-pages = von { $total }
# Follows the label printed on the page, such as “iv”.
page-of-pages = ({ $page } von { $total })

find-here = Im Dokument suchen
find-previous = Voriger Treffer (Umschalt Eingabe)
find-next = Nächster Treffer (Eingabe)
no-place = keine Treffer
numbered-place = { $nth } von { $all }

selection = Ausgewählter Text
ask-about = Danach fragen
resting-on-selection = Punkte, die sich darauf stützen
look-up-name = Diesen Namen nachschlagen
about-selected = „{ $selected }“:{" "}
two-pages = Zwei Seiten
outline = Gliederung
usual-size = Standardgröße (0)

visit-page = Diesen Link im Browser öffnen?
visit-mail = Mit dem Mailprogramm an diese Adresse schreiben?
visit-site = Die Seite liegt auf { $place }.
visit-recipient = Die Mail geht an { $place }.
cancel = Abbrechen
