names = Nombres
names-find = Buscar un nombre
names-kinds = Qué se nombra
names-all = Todos
names-people = Personas
names-places = Lugares
names-organisations = Organizaciones
names-things = Otras cosas
name-person = persona
name-place = lugar
name-organisation = organización
name-thing = otra cosa

names-read = Solo lo que he leído
names-read-title = No se muestra nada de lo que viene después del punto donde está leyendo
names-none = No se han encontrado nombres en este documento.
names-none-read = No hay nombres hasta el punto donde está leyendo.
names-unasked = Todavía no se ha preguntado al modelo qué designan estos nombres.
names-ask = Preguntar ahora
names-number =
    { $number ->
        [one] 1 nombre
       *[other] { $number } nombres
    }
names-more = { $number } más: escriba una parte del nombre

name-back = Todos los nombres
name-correct = Corregir…
name-new = Nombre nuevo
name-kind = Tipo
name-same-as = Lo mismo que…
name-split = Separar
name-split-title = Este nombre se refiere a algo distinto de los demás nombres
name-discard = No es un nombre
corrected-merge = «{ $name }» y «{ $other }» se refieren a lo mismo.
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
name-together = Aparece junto a
name-pairs = Preguntas y respuestas
name-pairs-explained = Las escribe el modelo. Cada respuesta está en la frase que se muestra al hacer clic.
write-pairs = Pedir preguntas al modelo
stop-pairs = Dejar de escribir preguntas
name-facts = Lo que se dice
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

save-names = Guardar los nombres
