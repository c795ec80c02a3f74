names = Noms
names-find = Chercher un nom
names-kinds = Ce qui est nommé
names-all = Tous
names-people = Personnes
names-places = Lieux
names-organisations = Organisations
names-things = Autres choses
name-person = personne
name-place = lieu
name-organisation = organisation
name-thing = autre

names-read = Seulement ce que j’ai lu
names-read-title = Rien de ce qui suit l’endroit où vous lisez n’est listé
names-none = Aucun nom n’a été trouvé dans ce document.
names-none-read = Aucun nom jusqu’à l’endroit où vous lisez.
names-unasked = Le modèle n’a pas encore été interrogé sur ce que désignent ces noms.
names-ask = Demander maintenant
names-number =
    { $number ->
        [one] { $number } nom
       *[other] { $number } noms
    }
names-more = { $number } de plus : tapez une partie du nom

name-back = Tous les noms
name-correct = Corriger…
name-new = Nouveau nom
name-kind = Type
name-same-as = Identique à…
name-split = Séparer
name-split-title = Ce nom désigne autre chose que les autres noms
name-discard = Pas un nom
corrected-merge = « { $name } » et « { $other } » désignent la même chose.
corrected-split = « { $name } » figure séparément.
corrected-rename = « { $name } » s’appelle « { $title } ».
corrected-kind = Le type de « { $name } » est « { $kind } ».
corrected-discard = « { $name } » n’est pas un nom.
name-mentions =
    { $number ->
        [one] { $number } mention
       *[other] { $number } mentions
    }
name-also = aussi : { $names }
name-together = Apparaît avec
name-pairs = Questions et réponses
name-pairs-explained = Le modèle les rédige. Chaque réponse se trouve dans la phrase qu’un clic affiche.
write-pairs = Faire rédiger des questions
stop-pairs = Arrêter la rédaction
name-facts = Ce qui est dit
facts-attributes = Portrait
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
