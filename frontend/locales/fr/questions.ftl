ask = Demander
ask-placeholder-here = Interroger ce document…
ask-placeholder-of = Interroger « { $name } »…
ask-placeholder = Poser une question…
asked-of = Interroger
ask-read = Seulement ce que j’ai lu (jusqu’à { $place })
ask-read-title = Pecan ignore tout ce qui suit votre position de lecture
this-document = ce document
ask-collection = Interroger tout « { $name } »
all-in-collection = tout « { $name } » ({ $documents })
part-of-collection =
    { $asked ->
        [one] « { $name } » ({ $asked } document sur { $all })
       *[other] « { $name } » ({ $asked } documents sur { $all })
    }
ask-first = Posez une question
ask-first-hint = Chaque réponse montre quels points ont été regardés et sur quels passages elle repose.
ask-nothing = Ouvrez un document pour l’interroger.
ask-growing = Le graphe est encore en construction. Les réponses reposent sur ce qui est déjà construit.
asking-elsewhere = Pecan répond à une question sur « { $title } ».
asked-growing = Le graphe était incomplet lors de cette question. La réponse repose sur ce qui était alors construit.
ask-no-graph = Vous pourrez poser des questions dès que le graphe aura ses premiers points.
looking = Recherche…
looking-at-points =
    { $points ->
        [one] Recherche… { $points } point
       *[other] Recherche… { $points } points
    }
not-found = Pecan n’a pas trouvé de réponse dans ce qu’il a lu.
closest-passages = Ces passages correspondent le mieux à votre question.
what-was-read = Ce que Pecan a lu :
look-further = Poursuivre la recherche
answer-anyway = Répondre quand même
best-effort = Pecan n’a pas trouvé assez. Ceci est une supposition d’après ce qui a été regardé.
unsupported-answer = Ceci est une supposition : le texte lu ne l’étaye pas clairement.
ask-stopped = Arrêté avant d’avoir une réponse.
empty-answer = Le modèle n’a pas écrit de réponse.
copy = Copier
copied = Copié
show-on-graph = Afficher le chemin sur le graphe
path = Chemin
looked-at = regardé
similarity = semblable
shared-words = mots communs
enough = suffisant ?
enough-alone = suffisant à lui seul ?
engine-again = Le moteur a été relancé et continue.
engine-idle = Il redémarrera dès qu’il y aura quelque chose à faire.
numbers-explained = Ce que signifient les nombres
score-title = Pourquoi il est venu ensuite : sa part de ce que les points précédents ont regardé, sa ressemblance avec la question et leurs mots communs.
score-parts = regardé { $attention }, semblable { $similarity }, mots communs { $words }
enough-title = À quel point le modèle a jugé suffisant ce qu’il avait regardé, de 0 à 1.
enough-alone-title = À quel point le modèle a jugé ce passage suffisant à lui seul, de 0 à 1. La réponse est écrite à partir du meilleur.
enough-needed = { $found } ({ $needed } requis)
recall-answered = Repose sur…
recall-looked-at = Ce qui a été regardé…
model-read = A lu { $what }
points-of =
    { $points ->
        [one] { $points } point sur { $all }
       *[other] { $points } points sur { $all }
    }
passages-of =
    { $passages ->
        [one] { $passages } passage sur { $all }
       *[other] { $passages } passages sur { $all }
    }
with-passages = { $points } et { $passages }
passages-shown =
    { $passages ->
        [one] repose sur { $passages } passage
       *[other] repose sur { $passages } passages
    }
passages-shown-of =
    { $shown ->
        [one] repose sur { $passages } passages, dont { $shown } montré
       *[other] repose sur { $passages } passages, dont { $shown } montrés
    }
more-than-book = plus de texte que n’en contient ce court document
share-of-book = autant de texte que { $share } du livre
arithmetic-of-all = { $operations } ; tout lire demanderait { $whole }

show-more = En afficher { $next } de plus
show-more-of = En afficher { $next } de plus sur { $left }

find-questions = Rechercher dans les questions et réponses
ask-again = Reposer la question
ask-again-title = Poser la même question avec les réglages actuels
ask-on = Question de suivi
ask-on-title = La prochaine question fait suite à celle-ci : le modèle voit aussi cette question et sa réponse
ask-afresh = Demander sans contexte
forget = Retirer la question
question-leaving = Sera retirée avec sa réponse.
follows = Fait suite à « { $question } »
follows-removed = Fait suite à une question retirée
export = Enregistrer sous…
save-answer = Enregistrer la réponse
answer-file = réponse

looked-at-none = Le modèle n’a regardé aucun point en particulier
looked-most-at = En écrivant ceci, le modèle a surtout regardé : { $points }
point-share = { $point } ({ $share })
top-level =
    { $points ->
        [one] { $points } point de départ
       *[other] { $points } points de départ
    }

stopped-sufficient = La recherche s’est arrêtée parce que le modèle a jugé cela suffisant.
stopped-window = La recherche s’est arrêtée parce qu’aucun autre point ne tient dans la fenêtre de contexte du modèle.
stopped-exhausted = La recherche s’est arrêtée parce qu’il ne restait rien à regarder.
stopped-unconfirmed = Le modèle a jugé suffisant ce qu’il avait lu, mais aucun passage à lui seul.
stopped-limit = La recherche s’est arrêtée au nombre maximal de points.
stopped-fixed = La recherche a regardé autant de points que demandé.
stopped-unjudged = Le modèle ne sait pas reconnaître quand il a assez lu ; Pecan a donc lu un nombre fixe de points.
stopped-passages = Pecan n’a pas écrit de réponse. Ces passages correspondent le mieux.
stopped-listed = Pecan a tiré les noms des phrases qui le disent, sans interroger le modèle.
stopped-described = Pecan cite les phrases qui en disent le plus sur cette personne, sans interroger le modèle.
list-sentences =
    { $sentences ->
        [one] d’après la seule phrase avec un nom
       *[other] d’après les { $sentences } phrases avec des noms
    }
list-without-text =
    { $pages ->
        [one] { $pages } page n’a pas de texte
       *[other] { $pages } pages n’ont pas de texte
    }
passages-instead = Le modèle ne peut pas répondre à des questions sur ce document. Ces passages correspondent le mieux.
stopped-by-you = Vous avez arrêté la recherche.

cost-tokens = { $evaluated } jetons lus, { $restored } réutilisés
cost-whole = Tout lire : { $tokens } jetons
cost-asks =
    { $asks ->
        [1] Vérifié une fois si cela suffit
       *[other] Vérifié { $asks } fois si cela suffit
    }
cost-arithmetic = { $operations } de calcul
shares-explained = À côté de chaque passage figure sa part de ce que le modèle a regardé. Ce n’est pas une preuve.
weighed = { $share } de ce que le modèle a regardé en répondant vient d’ici. Ce n’est pas une preuve.
changed-since = modifié depuis
page-passages = Passages
page-step = étape
page-point = point regardé
page-top = niveau supérieur
round-names = Recherche de « { $query } » dans les phrases sur { $names }.
round-all = Recherche de « { $query } » dans toutes les phrases.
searched-on = Cela ne suffisait pas : Pecan a cherché dans le graphe.
