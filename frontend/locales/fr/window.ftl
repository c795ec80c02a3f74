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
shown = Affichage
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
tour-ask = Posez une question au livre d’exemple. En voici une à laquelle il peut répondre : cliquez dessus, puis appuyez sur Entrée.
tour-follow = Sous la réponse se trouvent, numérotés, les passages sur lesquels elle repose. Cliquez sur l’un d’eux pour le voir surligné dans le livre.
tour-way = Cliquez sur la ligne sous la réponse pour voir comment Pecan y est arrivé et ce que cela a coûté. Affichez ensuite le chemin sur le graphe.
tour-own = C’est tout. Ajoutez maintenant votre propre document.
tour-close = Fermer la visite

window-failed = La fenêtre de Pecan a planté
window-failed-hint = C’est un bogue de Pecan. Tout ce qui a été lu, construit et répondu est enregistré.
load-again = Recharger la fenêtre
