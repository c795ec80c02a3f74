# Las palabras que son las mismas en todas partes:
# point punto · graph grafo · node nodo · edge arista · chunk fragmento · passage pasaje ·
# evidence pasaje · looked at mirado · rests on se apoya en · build construir · engine motor.
# Los botones van en infinitivo; las frases, de usted o impersonales.
# Un mensaje sin variables ocupa una sola línea, por larga que sea.

library = Biblioteca
text = Texto
document = Documento
graph = Grafo
both = Ambos
shown = Vista
settings = Ajustes
questions = Preguntas
dismiss = Descartar
stop-button = Detener
stopping = Deteniendo…
retry = Reintentar

quoted = «{ $words }»
listed = { $before }, { $next }
named = { $name }: { $words }

try-sample = Probar con un libro de ejemplo
tour = Primeros pasos
tour-step = { $number } de 3
tour-ask = Haga una pregunta al libro de ejemplo. Esta es una que puede responder: haga clic en ella y pulse Intro.
tour-follow = Debajo de la respuesta están, numerados, los pasajes en que se apoya. Haga clic en uno para verlo resaltado en el libro.
tour-way = Haga clic en la línea bajo la respuesta para ver cómo llegó Pecan hasta ella y cuánto costó. Después, muestre el camino en el grafo.
tour-own = Eso es todo. Ahora añada un documento propio.
tour-close = Cerrar la visita guiada

window-failed = La ventana de Pecan se ha bloqueado
window-failed-hint = Es un error de Pecan. Todo lo leído, construido y respondido está guardado.
load-again = Recargar la ventana
