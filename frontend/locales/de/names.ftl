names = Namen
names-find = Namen suchen
names-kinds = Nach Art filtern
names-all = Alle
names-people = Personen
names-places = Orte
names-organisations = Organisationen
names-things = Sonstiges
names-dates = Zeitangaben
name-person = Person
name-place = Ort
name-organisation = Organisation
name-thing = Sonstiges
name-date = Zeitangabe

names-read = Nur, was ich gelesen habe
names-read-title = Blendet alles nach der aktuellen Leseposition aus
names-none = In diesem Dokument wurden keine Namen gefunden.
names-none-read = Keine Namen bis zur aktuellen Leseposition.
names-unasked = Das Modell wurde noch nicht gefragt, wofür diese Namen stehen.
names-ask = Jetzt fragen
names-number =
    { $number ->
        [one] 1 Name
       *[other] { $number } Namen
    }
names-more = { $number } weitere: Teil des Namens eingeben

name-back = Alle Namen
name-correct = Korrigieren …
name-new = Neuer Name
name-kind = Art
name-same-as = Dasselbe wie …
name-similar = Vielleicht dasselbe
name-split = Trennen
name-split-title = Dieser Name bezeichnet etwas anderes als die übrigen
name-discard = Kein Name
corrected-merge = „{ $name }“ und „{ $other }“ sind dasselbe.
corrected-split = „{ $name }“ wird getrennt aufgeführt.
corrected-rename = „{ $name }“ heißt „{ $title }“.
corrected-kind = Die Art von „{ $name }“ ist „{ $kind }“.
corrected-discard = „{ $name }“ ist kein Name.
name-mentions =
    { $number ->
        [one] 1 Erwähnung
       *[other] { $number } Erwähnungen
    }
name-also = auch: { $names }
name-together = Zusammen erwähnt mit
name-pairs = Fragen und Antworten
name-pairs-explained = Vom Modell geschrieben. Ein Klick zeigt den Satz, in dem die Antwort steht.
write-pairs = Fragen schreiben lassen
stop-pairs = Keine Fragen mehr schreiben
name-facts = Was der Text sagt
facts-attributes = Beschreibung
facts-relations = Beziehungen
facts-events = Ereignisse
name-where = Wo im Text
name-sentences =
    { $number ->
        [one] 1 Satz
       *[other] { $number } Sätze
    }
name-sentences-turning = Sätze
name-sentences-before = Vorige Sätze
name-sentences-after = Nächste Sätze
numbered-part = Teil { $part }

save-names = Namen speichern
