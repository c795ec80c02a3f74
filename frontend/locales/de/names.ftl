names = Namen
names-find = Einen Namen suchen
names-kinds = Was genannt wird
names-all = Alle
names-people = Personen
names-places = Orte
names-organisations = Organisationen
names-things = Sonstiges
name-person = Person
name-place = Ort
name-organisation = Organisation
name-thing = Sonstiges

names-read = Nur, was ich gelesen habe
names-read-title = Nichts wird aufgeführt, was nach der Stelle steht, an der gerade gelesen wird
names-none = In diesem Dokument wurden keine Namen gefunden.
names-none-read = Bis zu der Stelle, an der gerade gelesen wird, kommen keine Namen vor.
names-unasked = Das Modell wurde noch nicht gefragt, wofür diese Namen stehen.
names-ask = Jetzt fragen
names-number =
    { $number ->
        [one] 1 Name
       *[other] { $number } Namen
    }
names-more = { $number } weitere: einen Teil des Namens eingeben

name-back = Alle Namen
name-correct = Berichtigen …
name-new = Neuer Name
name-kind = Art
name-same-as = Dasselbe wie …
name-split = Trennen
name-split-title = Dieser Name bedeutet etwas anderes als die übrigen Namen
name-discard = Kein Name
corrected-merge = „{ $name }“ und „{ $other }“ bedeuten dasselbe.
corrected-split = „{ $name }“ wird getrennt aufgeführt.
corrected-rename = „{ $name }“ heißt „{ $title }“.
corrected-kind = Die Art von „{ $name }“ ist „{ $kind }“.
corrected-discard = „{ $name }“ ist kein Name.
name-mentions =
    { $number ->
        [one] 1 Nennung
       *[other] { $number } Nennungen
    }
name-also = auch: { $names }
name-together = Zusammen genannt mit
name-pairs = Fragen und Antworten
name-pairs-explained = Das Modell schreibt sie. Jede Antwort steht in dem Satz, den ein Klick zeigt.
write-pairs = Fragen schreiben lassen
stop-pairs = Keine Fragen mehr schreiben
name-facts = Was gesagt wird
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

save-names = Die Namen speichern
