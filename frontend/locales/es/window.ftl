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
shown = Qué se muestra
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
tour-ask = Haga una pregunta al libro de ejemplo. Esta la puede responder: elíjala y pulse Intro.
tour-follow = Bajo la respuesta están, numerados, los pasajes en los que se apoya. Haga clic en uno: queda marcado en el libro.
tour-way = La línea discreta bajo la respuesta despliega el camino que llevó hasta ella y lo que costó. Muestre el camino en el grafo.
tour-own = Eso es todo. Añada ahora un documento propio.
tour-close = Cerrar los primeros pasos

window-failed = La ventana de Pecan ha fallado
window-failed-hint = Es un error de Pecan. Lo que se ha leído, construido y respondido se conserva.
load-again = Volver a cargar la ventana
