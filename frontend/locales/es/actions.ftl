menu-file = Archivo
menu-edit = Edición
menu-view = Ver
menu-go = Ir
menu-help = Ayuda

action-add-files = Añadir documentos…
action-add-folder = Añadir carpetas…
add-folder-title = Añadir carpetas como colecciones
save-answer-as = Guardar la respuesta como { $form }…
save-names-as = Guardar los nombres como { $form }…
form-notes = notas para Obsidian
action-pause = Pausar la lectura y la construcción
action-quit = Salir

action-undo = Deshacer una eliminación
action-select-all = Seleccionar todo
action-everything = Buscar en todo

action-text = Mostrar el documento
action-graph = Mostrar el grafo
action-both = Mostrar ambos
action-table = Grafo como tabla
action-pages-as-text = Páginas impresas como texto
action-larger-page = Página o grafo más grande
action-smaller-page = Página o grafo más pequeño
action-fit-page = Página tan ancha como quepa, o todo el grafo
action-library = Columna de la biblioteca
action-questions = Columna de las preguntas
width-of-library = Ancho de la biblioteca
width-of-questions = Ancho de las preguntas
divider-title = Arrastre para ensanchar o estrechar la columna; Intro la pliega, un doble clic le devuelve su ancho habitual
action-larger-letters = Letras más grandes
action-smaller-letters = Letras más pequeñas
action-usual-letters = Letras del tamaño habitual

action-next-cited = Siguiente pasaje en que se apoya la respuesta
action-previous-cited = Pasaje anterior en que se apoya la respuesta
action-replay = Reproducir el camino en el grafo
action-left = En el grafo: hacia el principio
action-right = En el grafo: hacia el final
action-up = En el grafo: al punto más fuerte por encima
action-down = En el grafo: a aquello de donde se escribió
action-passage = En el grafo: mostrar el pasaje

action-ask = Hacer una pregunta
action-new-line = En una pregunta: una línea nueva
action-stop = Detener, o cerrar

everything-hint = Documentos, órdenes, puntos, textos
things-documents = Documentos
things-actions = Órdenes
things-points = Puntos de este grafo
things-texts = Textos

action-next-paragraph = Seleccionar el párrafo siguiente, para preguntar sobre él
action-previous-paragraph = Seleccionar el párrafo anterior
