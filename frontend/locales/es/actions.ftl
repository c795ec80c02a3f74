menu-file = Archivo
menu-edit = Edición
menu-view = Ver
menu-go = Ir
menu-help = Ayuda

action-add-files = Añadir documentos…
action-add-folder = Añadir carpetas…
add-folder-title = Añadir carpetas como colecciones
save-answer-as = Guardar respuesta como { $form }…
save-names-as = Guardar nombres como { $form }…
form-notes = notas de Obsidian
action-pause = Pausar la lectura y la construcción
action-quit = Salir

action-undo = Deshacer la eliminación
action-select-all = Seleccionar todo
action-everything = Buscar en todo

action-text = Mostrar documento
action-graph = Mostrar grafo
action-both = Mostrar ambos
action-table = Grafo como tabla
action-pages-as-text = Páginas como texto
action-larger-page = Acercar
action-smaller-page = Alejar
action-fit-page = Ajustar al ancho o mostrar todo el grafo
action-library = Panel de la biblioteca
action-questions = Panel de preguntas
width-of-library = Ancho del panel de la biblioteca
width-of-questions = Ancho del panel de preguntas
divider-title = Arrastre para cambiar el ancho del panel; Intro lo contrae, un doble clic restablece su ancho
action-larger-letters = Texto más grande
action-smaller-letters = Texto más pequeño
action-usual-letters = Tamaño de texto predeterminado

action-next-cited = Siguiente pasaje citado
action-previous-cited = Pasaje citado anterior
action-replay = Reproducir camino en el grafo
action-left = Grafo: hacia el principio
action-right = Grafo: hacia el final
action-up = Grafo: al punto más fuerte por encima
action-down = Grafo: a aquello de lo que se escribió
action-passage = Grafo: mostrar el pasaje

action-ask = Hacer una pregunta
action-new-line = Pregunta: nueva línea
action-stop = Detener o cerrar

everything-hint = Buscar documentos, comandos, puntos y textos
things-documents = Documentos
things-actions = Comandos
things-points = Puntos de este grafo
things-texts = Textos

action-next-paragraph = Seleccionar el párrafo siguiente para preguntar sobre él
action-previous-paragraph = Seleccionar el párrafo anterior
