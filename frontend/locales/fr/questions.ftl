ask = Demander
ask-placeholder-here = Interroger ce document…
ask-placeholder-of = Interroger « { $name } »…
ask-placeholder = Poser une question…
asked-of = Interroger
ask-read = Seulement ce que j’ai lu (jusqu’à { $place })
ask-read-title = Pecan ne regarde rien de ce qui suit l’endroit où vous lisez
this-document = ce document
ask-collection = Interroger tout « { $name } »
all-in-collection = tout « { $name } » ({ $documents })
part-of-collection =
    { $asked ->
        [one] « { $name } » ({ $asked } document sur { $all })
       *[other] « { $name } » ({ $asked } documents sur { $all })
    }
ask-first = Posez une question.
ask-first-hint = Chaque réponse montre les points qui ont été regardés et les passages sur lesquels elle repose.
ask-nothing = Ouvrez un document pour l’interroger.
ask-growing = Le graphe grandit encore : les réponses reposent sur ce qui est construit pour l’instant.
asking-elsewhere = Une question sur « { $title } » est en cours de réponse.
asked-growing = Le graphe n’était pas complet quand ceci a été demandé : la réponse repose sur ce qui était construit alors.
ask-no-graph = Vous pourrez poser des questions dès que le graphe aura ses premiers points.
looking = Recherche…
looking-at-points =
    { $points ->
        [one] Recherche… { $points } point
       *[other] Recherche… { $points } points
    }
not-found = Pecan n’a pas trouvé de réponse dans ce qu’il a lu.
closest-passages = Ces passages correspondent le mieux à votre question.
what-was-read = Voici ce qui a été lu :
look-further = Chercher plus loin
answer-anyway = Répondre quand même
best-effort = Ce qui a été trouvé ne suffit pas. Ceci est une supposition d’après ce qui a été regardé.
unsupported-answer = Ceci est une supposition : le texte lu ne l’appuie pas clairement.
ask-stopped = Arrêté avant la réponse.
empty-answer = Le modèle n’a pas écrit de réponse.
copy = Copier
copied = Copié
show-on-graph = Montrer le chemin sur le graphe
path = Chemin
looked-at = regardé
similarity = semblable
shared-words = mots communs
enough = suffisant ?
enough-alone = suffisant à lui seul ?
engine-again = Le moteur a été relancé et continue.
engine-idle = Il redémarrera dès qu’il y aura quelque chose à faire.
numbers-explained = Ce que disent les nombres
score-title = Pourquoi il est venu ensuite : sa part de ce que les points précédents ont regardé, sa ressemblance avec la question et les mots qu’il partage avec elle.
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
more-than-book = plus de texte que ce court document
share-of-book = autant de texte que { $share } du livre
arithmetic-of-all = { $operations }, tout lire en demanderait { $whole }

show-more = En montrer { $next } de plus
show-more-of = En montrer { $next } de plus sur { $left }

find-questions = Chercher dans les questions et réponses
ask-again = Redemander
ask-again-title = Poser la même question avec les réglages actuels
ask-on = Poursuivre
ask-on-title = La prochaine question fait suite à celle-ci : le modèle verra aussi cette question et sa réponse
ask-afresh = Repartir de zéro
forget = Retirer la question
question-leaving = Sera retirée avec sa réponse.
follows = Fait suite à « { $question } »
follows-removed = Fait suite à une question retirée
export = Enregistrer sous…
save-answer = Enregistrer la réponse
answer-file = réponse

looked-at-none = Aucun point n’a été regardé en particulier
looked-most-at = En écrivant ceci, le modèle a surtout regardé : { $points }
point-share = { $point } ({ $share })
top-level =
    { $points ->
        [one] { $points } point pour commencer
       *[other] { $points } points pour commencer
    }

stopped-sufficient = La recherche s’est arrêtée parce que le modèle a jugé cela suffisant.
stopped-window = La recherche s’est arrêtée parce qu’aucun autre point ne tient dans la fenêtre du modèle.
stopped-exhausted = La recherche s’est arrêtée parce qu’il ne restait rien à regarder.
stopped-unconfirmed = Ce qu’il avait lu semblait suffisant au modèle, mais aucun passage ne l’était à lui seul.
stopped-limit = La recherche s’est arrêtée parce qu’elle avait regardé autant de points que permis.
stopped-fixed = La recherche a regardé autant de points que demandé.
stopped-unjudged = Le modèle ne sait pas reconnaître quand il a assez lu ; Pecan a donc lu un nombre fixe de points.
stopped-passages = Pecan n’a pas écrit de réponse : voici les passages qui correspondent le mieux.
stopped-listed = Pecan a relevé les noms dans les phrases qui le disent, sans le modèle.
stopped-described = Pecan cite les phrases qui en disent le plus sur cette personne, sans le modèle.
list-sentences =
    { $sentences ->
        [one] d’après la seule phrase qui contient un nom
       *[other] d’après les { $sentences } phrases qui contiennent un nom
    }
list-without-text =
    { $pages ->
        [one] 1 page sans texte
       *[other] { $pages } pages sans texte
    }
passages-instead = Le modèle ne peut pas écrire de réponse à ce sujet. Ces passages correspondent le mieux.
stopped-by-you = Vous avez arrêté la recherche.

cost-tokens = { $evaluated } jetons lus, { $restored } réutilisés
cost-whole = Lire le tout : { $tokens } jetons
cost-asks =
    { $asks ->
        [1] A demandé une fois si cela suffit
       *[other] A demandé { $asks } fois si cela suffit
    }
cost-arithmetic = { $operations } de calcul
shares-explained = À côté de chaque passage figure sa part de ce que le modèle a regardé ; ce n’est pas une preuve.
weighed = { $share } de ce que le modèle a regardé en répondant vient d’ici. C’est ce qui a été regardé, pas une preuve.
changed-since = modifié depuis
page-passages = Passages
page-step = étape
page-point = point regardé
page-top = niveau supérieur
round-names = Recherche de « { $query } » dans les phrases sur { $names }.
round-all = Recherche de « { $query } » dans toutes les phrases.
searched-on = Cela ne suffisait pas : la recherche a continué dans le graphe.
