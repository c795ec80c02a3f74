names = Nombres
names-find = Buscar nombre
names-kinds = Filtrar por tipo
names-all = Todos
names-people = Personas
names-places = Lugares
names-organisations = Organizaciones
names-things = Otros
names-dates = Fechas
name-person = persona
name-place = lugar
name-organisation = organización
name-thing = otro
name-date = fecha

names-read = Solo lo que he leído
names-read-title = Oculta todo lo posterior a su posición de lectura
names-none = No se han encontrado nombres en este documento.
names-none-read = No hay nombres hasta su posición de lectura.
names-unasked = Todavía no se ha preguntado al modelo a qué se refieren estos nombres.
names-ask = Preguntar ahora
names-number =
    { $number ->
        [one] 1 nombre
       *[other] { $number } nombres
    }
names-more = { $number } más: escriba parte de un nombre

name-back = Todos los nombres
name-correct = Corregir…
name-new = Nombre nuevo
name-kind = Tipo
name-same-as = Lo mismo que…
name-similar = Quizá lo mismo
name-split = Separar
name-split-title = Este nombre no se refiere a lo mismo que los demás
name-discard = No es un nombre
corrected-merge = «{ $name }» y «{ $other }» son lo mismo.
corrected-split = «{ $name }» aparece por separado.
corrected-rename = «{ $name }» se llama «{ $title }».
corrected-kind = El tipo de «{ $name }» es «{ $kind }».
corrected-discard = «{ $name }» no es un nombre.
name-mentions =
    { $number ->
        [one] 1 mención
       *[other] { $number } menciones
    }
name-also = también: { $names }
name-together = Mencionado junto con
name-pairs = Preguntas y respuestas
name-pairs-explained = Escritas por el modelo. Haga clic en una para ver la frase que contiene la respuesta.
write-pairs = Escribir preguntas
stop-pairs = Dejar de escribir preguntas
name-facts = Qué dice el texto
facts-attributes = Descripción
facts-relations = Relaciones
facts-events = Sucesos
name-where = Dónde en el texto
name-sentences =
    { $number ->
        [one] 1 frase
       *[other] { $number } frases
    }
name-sentences-turning = Frases
name-sentences-before = Frases anteriores
name-sentences-after = Frases siguientes
numbered-part = parte { $part }

save-names = Guardar nombres
