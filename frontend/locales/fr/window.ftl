# Les mots qui restent les mêmes partout :
# point point · graph graphe · node nœud · edge arête · chunk extrait · passage passage ·
# evidence passage · looked at regardé · rests on repose sur · build construire · engine moteur.
# Les boutons sont à l’infinitif, les phrases au vouvoiement. Espace insécable avant « : » et dans
# les guillemets, espace fine insécable avant « ; », « ? » et « ! ».
# Un message sans variable tient sur une seule ligne, aussi longue soit-elle.

library = Bibliothèque
text = Texte
document = Document
graph = Graphe
both = Les deux
shown = Ce qui est montré
settings = Réglages
questions = Questions
dismiss = Masquer
stop-button = Arrêter
stopping = Arrêt en cours…
retry = Réessayer

quoted = « { $words } »
listed = { $before }, { $next }
named = { $name } : { $words }

try-sample = Essayer avec un livre d’exemple
tour = Premiers pas
tour-step = { $number } sur 3
tour-ask = Posez une question au livre d’exemple. Il peut répondre à celle-ci : choisissez-la, puis appuyez sur Entrée.
tour-follow = Sous la réponse se trouvent, numérotés, les passages sur lesquels elle repose. Cliquez sur l’un d’eux : il est marqué dans le livre.
tour-way = La ligne discrète sous la réponse déplie le chemin qui y a mené, et ce qu’il a coûté. Montrez le chemin sur le graphe.
tour-own = C’est tout. Ajoutez maintenant un document à vous.
tour-close = Fermer les premiers pas

window-failed = La fenêtre de Pecan est tombée en panne
window-failed-hint = C’est une erreur de Pecan. Ce qui a été lu, construit et répondu est conservé.
load-again = Recharger la fenêtre
