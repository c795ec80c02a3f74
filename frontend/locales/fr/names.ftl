names = Noms
names-find = Rechercher un nom
names-kinds = Filtrer par type
names-all = Tous
names-people = Personnes
names-places = Lieux
names-organisations = Organisations
names-things = Autres
names-dates = Dates et années
name-person = personne
name-place = lieu
name-organisation = organisation
name-thing = autre
name-date = date ou année

names-read = Seulement ce que j’ai lu
names-read-title = Masque tout ce qui suit votre position de lecture
names-none = Aucun nom trouvé dans ce document.
names-none-read = Aucun nom jusqu’à votre position de lecture.
names-unasked = Le modèle n’a pas encore été interrogé sur ce que désignent ces noms.
names-ask = L’interroger
names-number =
    { $number ->
        [one] { $number } nom
       *[other] { $number } noms
    }
names-more = { $number } de plus : saisissez une partie du nom

name-back = Tous les noms
name-correct = Corriger…
name-new = Nouveau nom
name-kind = Type
name-same-as = Identique à…
name-similar = Peut-être identique
name-split = Séparer
name-split-title = Ce nom ne désigne pas la même chose que les autres
name-discard = Pas un nom
corrected-merge = « { $name } » et « { $other } » sont identiques.
corrected-split = « { $name } » est listé séparément.
corrected-rename = « { $name } » s’appelle « { $title } ».
corrected-kind = Le type de « { $name } » est « { $kind } ».
corrected-discard = « { $name } » n’est pas un nom.
name-mentions =
    { $number ->
        [one] { $number } mention
       *[other] { $number } mentions
    }
name-also = aussi : { $names }
name-together = Mentionné avec
name-pairs = Questions et réponses
name-pairs-explained = Rédigées par le modèle. Cliquez sur l’une d’elles pour voir la phrase qui contient la réponse.
write-pairs = Rédiger des questions
stop-pairs = Arrêter la rédaction
name-facts = Ce que dit le texte
facts-attributes = Attributs
facts-relations = Liens
facts-events = Événements
name-where = Où dans le texte
name-sentences =
    { $number ->
        [one] { $number } phrase
       *[other] { $number } phrases
    }
name-sentences-turning = Phrases
name-sentences-before = Phrases précédentes
name-sentences-after = Phrases suivantes
numbered-part = partie { $part }

save-names = Enregistrer les noms
