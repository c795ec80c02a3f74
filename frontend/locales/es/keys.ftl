all-keys = Teclas

control = Ctrl
shift = Mayús
enter = Intro
space = Espacio
escape = Esc

key-add = Añadir documentos
key-search = Buscar en la biblioteca
key-find = Buscar en el documento
key-ask = Hacer una pregunta
key-text = Mostrar el texto
key-graph = Mostrar el grafo
key-both = Mostrar ambos
key-table = El grafo como tabla o como imagen
key-cited = Siguiente pasaje en que se apoya la respuesta, anterior
key-replay = Reproducir el camino en el grafo, o pausar
key-pages = Página anterior, página siguiente
key-zoom = Página más grande, más pequeña, tan ancha como quepa
key-along = En el grafo: a lo largo del documento
key-up-down = En el grafo: al punto más fuerte por encima, a aquello de donde se escribió
key-passage = En el grafo: mostrar el pasaje
key-new-line = En una pregunta: una línea nueva
key-undo = Deshacer una eliminación
key-escape = Detener, o cerrar
key-keys = Estas teclas
