/**
 * Why claims end as they do, and what was found, by the words of reports. `{0}` stands for a value: see translator.ts.
 *
 * @packageDocumentation
 */
import type { Phrases } from '../translator.js'

export const reasons: Phrases = {
  'the draw of prize {0:number}': 'el sorteo del premio {0}',
  'replacement {0:number} of prize {1:number}': 'la sustitución {0} del premio {1}',
  'statement {0:number} (commitment)': 'la declaración {0} (compromiso)',
  'statement {0:number} (seal)': 'la declaración {0} (sellado)',
  'statement {0:number} (draw)': 'la declaración {0} (sorteo)',
  'statement {0:number} (replacement)': 'la declaración {0} (sustitución)',
  'statement {0:number} (cancellation)': 'la declaración {0} (anulación)',
  'statement {0:number}': 'la declaración {0}',
  'which {0:value} would count': 'qué valor de {0} contaría',
  'the order of the {0:value}': 'el orden de {0}',
  'the randomness of the {0:value}': 'el número aleatorio de {0}',
  'the signature of the {0:value}': 'la firma de {0}',
  'the round of the {0:value}': 'la ronda de {0}',
  'what follows from the {0:values}': 'lo que resulta de {0}',
  paid: 'de pago',
  free: 'gratuito',
  'the rule gives something else than the published {0:values}':
    'la regla da algo distinto de lo publicado para: {0}',
  'the rule gives something else than the published {0:values}: {1}':
    'la regla da algo distinto de lo publicado para {0}: {1}',
  'the rule cannot be carried out: {0}': 'la regla no se puede aplicar: {0}',
  'the {0:values} does not verify': 'no supera la verificación: {0}',
  'the proof is of another output than the published {0:values}':
    'la prueba corresponde a un valor de salida distinto de lo publicado como {0}',
  'the {0:value} has to be less than {1}': 'el valor {0} tiene que ser menor que {1}',
  'the {0:value} has to be at most {1}': 'el valor {0} tiene que ser como máximo {1}',
  'the {0:value} has to be earlier than {1}': 'el valor {0} tiene que ser anterior a {1}',
  'the {0:value} has to be at or before {1}': 'el valor {0} tiene que ser anterior o igual a {1}',
  'what follows from the {0:values} has to be less than {1}':
    'lo que resulta de {0} tiene que ser menor que {1}',
  'what follows from the {0:values} has to be at most {1}':
    'lo que resulta de {0} tiene que ser como máximo {1}',
  'what follows from the {0:values} has to be earlier than {1}':
    'lo que resulta de {0} tiene que ser anterior a {1}',
  'what follows from the {0:values} has to be at or before {1}':
    'lo que resulta de {0} tiene que ser anterior o igual a {1}',
  'the two look alike and are written with other code points':
    'los dos valores se parecen, pero están escritos con caracteres (puntos de código) distintos',
  'the expected digest is the found one in reverse byte order':
    'la huella esperada es la encontrada con los bytes en orden inverso',
  'the expected digest is the found one hashed again':
    'la huella esperada es la encontrada, pasada otra vez por el hash',
  'the found digest is the expected one hashed again':
    'la huella encontrada es la esperada, pasada otra vez por el hash',
  'the expected digest is that of the same bytes as lower-case hex text':
    'la huella esperada es la de los mismos bytes escritos como texto hexadecimal en minúsculas',
  'the expected digest is that of the same bytes as upper-case hex text':
    'la huella esperada es la de los mismos bytes escritos como texto hexadecimal en mayúsculas',
  'the expected digest is that of the same bytes with a newline at the end':
    'la huella esperada es la de los mismos bytes con un salto de línea al final',
  'the expected digest is that of the same bytes without the newline at the end':
    'la huella esperada es la de los mismos bytes sin el salto de línea del final',
  'the expected digest is that of the same bytes with CRLF line ends instead of LF':
    'la huella esperada es la de los mismos bytes con finales de línea CRLF en lugar de LF',
  'the expected digest is that of the same bytes with LF line ends instead of CRLF':
    'la huella esperada es la de los mismos bytes con finales de línea LF en lugar de CRLF',
  'the expected digest is that of the same bytes without the byte order mark':
    'la huella esperada es la de los mismos bytes sin la marca de orden de bytes (BOM)',
  'the expected digest is that of the same bytes after a byte order mark':
    'la huella esperada es la de los mismos bytes después de una marca de orden de bytes (BOM)',
  'the signature of the round before was not published; drand serves it with this one as previous_signature':
    'no se publicó la firma de la ronda anterior; drand la ofrece junto con esta, con el nombre previous_signature',
  'this chain signs no previous signature, and one was published':
    'esta cadena no firma ninguna firma anterior, y se publicó una',
  'the previous signature cannot be one of this chain': 'la firma anterior no puede ser una de esta cadena',
  'the signature is not a point of the chain’s group in its one encoding':
    'la firma no es un punto del grupo de la cadena, escrito de la única forma admitida',
  'the signature is not the chain’s over this round': 'la firma no es la de la cadena para esta ronda',
  'the randomness is not the hash of the signature': 'el número aleatorio no es el hash de la firma',
  'the signature of round {0} was not published; drand has it at {1}':
    'no se publicó la firma de la ronda {0}; drand la ofrece en {1}',
  'the recipe brings the chain {0} with the one key {1}, which is not in your trust file: whoever has its key makes its rounds':
    'el método (receta) trae la cadena {0} con una sola clave, {1}, que no está en su archivo de confianza: quien tiene la clave de esa cadena hace las rondas',
  'not published: {0:values}': 'no se publicó: {0}',
  'both are empty': 'los dos valores están vacíos',
  'the {0:value} is empty': 'el valor {0} está vacío',
  'it would take {0}': 'haría falta esto: {0}',
  'it would take evidence from elsewhere': 'harían falta pruebas de otra procedencia',
  'the public key came with the draw; put the key, obtained elsewhere, into the recipe':
    'la clave pública vino con el sorteo; ponga en el método (receta) la clave, obtenida de otra fuente',
  'the trust file has no key of {0}; drawaudit trust add --signer adds one, and --trust gives the file':
    'el archivo de confianza no tiene ninguna clave de {0}; drawaudit trust add --signer añade una, y --trust indica el archivo',
  'the trust file has no key of {0} for {1}; drawaudit trust add --signer adds one, and --trust gives the file':
    'el archivo de confianza no tiene ninguna clave de {0} para {1}; drawaudit trust add --signer añade una, y --trust indica el archivo',
  'the {0} engine cannot verify {1}; the native engine can, and in a browser verifyPublishedOnWeb':
    'el motor {0} no puede verificar {1}; puede hacerlo el motor nativo (native) y, en un navegador, verifyPublishedOnWeb',
  'only the organiser says when it was published': 'solo el organizador dice cuándo se publicó',
  'nobody was asked to look for one, as far as this shows':
    'hasta donde se puede ver aquí, a nadie se le pidió que buscara un segundo compromiso',
  'no observation of {0} was given': 'no se dio ninguna observación de {0}',
  'its address has the {0:value} in it, which was not published':
    'su dirección contiene el valor {0}, que no se publicó',
  'no address can be made of this {0:value}': 'con este valor no se puede formar ninguna dirección: {0}',
  'what stands at {0} does not fix {1:values}': 'lo que hay en {0} no fija {1}',
  'it is not shown that the winner follows from what was published':
    'no consta que el ganador resulte de lo que se publicó',
  'nothing from outside the organiser’s hands decides the winner':
    'nada que esté fuera de las manos del organizador decide quién gana',
  'anyone could try out the {0:value}': 'cualquiera podría ir probando valores de {0}',
  'nothing that was published beforehand fixes {0:values}': 'nada de lo publicado de antemano fija {0}',
  'nothing fixes the order of {0:values}': 'nada fija el orden de lo siguiente: {0}',
  'nothing shows where {0:values} really came from':
    'nada muestra de dónde procede en realidad lo siguiente: {0}',
  'nothing shows when the {0:value} could be known': 'nada muestra cuándo se podía conocer el valor {0}',
  'when the {0:value} could be known shows in the header of its block: give it with --headers FILE':
    'cuándo se podía conocer el valor {0} consta en la cabecera de su bloque: dela con --headers FILE',
  'a commitment may fit another value too: {0}': 'un compromiso puede encajar también con otro valor: {0}',
  '{0} saw it at {1}, at {2}': '{0} lo vio el {1}, en {2}',
  '{0} stamped it at {1}': '{0} le puso un sello de tiempo el {1}',
  'the time-stamper {0}': 'la autoridad de sellado de tiempo {0}',
  '{0} saw it at {1}, and it had to be seen by {2}':
    '{0} lo vio el {1}, y tenía que verse como muy tarde el {2}',
  '{0} stamped it at {1}, and it had to be seen by {2}':
    '{0} le puso un sello de tiempo el {1}, y tenía que verse como muy tarde el {2}',
  '{0} saw another {1:value} at {2}, at {3}: the organiser may have changed it, or {4} may be wrong':
    '{0} vio un valor distinto para {1} en {2}, el {3}: puede que el organizador lo haya cambiado, o que se equivoque {4}',
  '{0} saw there at {1} what cannot be read: {2}': '{0} vio allí, el {1}, algo que no se puede leer: {2}',
  '{0} saw there at {1} another {2:value}': '{0} vio allí, el {1}, un valor distinto para {2}',
  '{0} saw there at {1} no {2:value}': '{0} no vio allí, el {1}, ningún valor para {2}',
  'the file that {0} stamped has another {1:value}':
    'el archivo al que puso un sello de tiempo {0} tiene un valor distinto para {1}',
  'the file that {0} stamped has no {1:value}':
    'el archivo al que puso un sello de tiempo {0} no tiene ningún valor para {1}',
  'a time-stamp is of no file that was given as published':
    'un sello de tiempo no es de ningún archivo que se diera como publicado',
  'your trust file pins another block {0} than drawaudit does':
    'su archivo de confianza ancla un bloque {0} distinto del que ancla drawaudit',
  'no block of {0} from {1} on is pinned; pin this one, as you have it from elsewhere: drawaudit trust add --block {2}':
    'no hay ningún bloque anclado de {0} a partir de {1}; ancle este, tal como lo tenga de otra fuente: drawaudit trust add --block {2}',
  'no block of {0} from {1} on is pinned; pin this one, or a later one, as you have it from elsewhere: drawaudit trust add --block {2}, give the headers from this block to that one with --headers FILE':
    'no hay ningún bloque anclado de {0} a partir de {1}; ancle este, o uno posterior, tal como lo tenga de otra fuente: drawaudit trust add --block {2}, y dé las cabeceras desde este bloque hasta aquel con --headers FILE',
  'block {0} of {1} is not pinned: drawaudit trust add --block {2}, as you have it from elsewhere':
    'el bloque {0} de {1} no está anclado: drawaudit trust add --block {2}, tal como lo tenga de otra fuente',
  'give the headers from block {0} to block {1} (pinned by drawaudit) with --headers FILE':
    'dé las cabeceras desde el bloque {0} hasta el bloque {1} (anclado por drawaudit) con --headers FILE',
  'give the headers from block {0} to block {1} (pinned by your trust file) with --headers FILE':
    'dé las cabeceras desde el bloque {0} hasta el bloque {1} (anclado por su archivo de confianza) con --headers FILE',
  'of the {0} headers that were given none is that of block {1}, with the hash {2}; {3}':
    'entre las cabeceras que se dieron ({0}) no está la del bloque {1}, con el hash {2}; {3}',
  'the headers that were given lead from block {0} down to block {1}, and that of block {2}, with the hash {3}, is not among them, or is damaged; {4}':
    'las cabeceras que se dieron bajan desde el bloque {0} hasta el bloque {1}, y la del bloque {2}, con el hash {3}, no está entre ellas o está dañada; {4}',
  'the headers that were given lead to block {0}; {1}':
    'las cabeceras que se dieron llevan hasta el bloque {0}; {1}',
  'give the headers from block {0} to block {1} or a later one, with --headers FILE; block {2} is pinned by drawaudit':
    'dé las cabeceras desde el bloque {0} hasta el bloque {1} o uno posterior, con --headers FILE; el bloque {2} está anclado por drawaudit',
  'give the headers from block {0} to block {1} or a later one, with --headers FILE; block {2} is pinned by your trust file':
    'dé las cabeceras desde el bloque {0} hasta el bloque {1} o uno posterior, con --headers FILE; el bloque {2} está anclado por su archivo de confianza',
  'block {0} of {1}, pinned by drawaudit': 'bloque {0} de {1}, anclado por drawaudit',
  'block {0} of {1}, pinned by your trust file': 'bloque {0} de {1}, anclado por su archivo de confianza',
  'block {0} of {1}, {2} below block {3}, to which its headers lead; pinned by drawaudit':
    'bloque {0} de {1}, {2} por debajo del bloque {3}, hasta el que llevan sus cabeceras y que está anclado por drawaudit',
  'block {0} of {1}, {2} below block {3}, to which its headers lead; pinned by your trust file':
    'bloque {0} de {1}, {2} por debajo del bloque {3}, hasta el que llevan sus cabeceras y que está anclado por su archivo de confianza',
  'the hash is another than that of {0}': 'el hash es distinto del de este bloque: {0}',
  'the hash is another than that of {0}, unless that pin is wrong':
    'salvo que el anclaje sea erróneo, el hash es distinto del de este bloque: {0}',
  '{0} blocks follow it, fewer than {1}; {2}': 'bloques que lo siguen: {0}, menos de {1}; {2}',
  '{0} parts of varying length are joined without a separator or a length, so that different values can give the same bytes':
    'se unen partes de longitud variable ({0}) sin separador ni longitud, así que valores distintos pueden dar los mismos bytes',
  'parts are joined with no separator, so that different values can give the same text':
    'se unen partes sin separador, así que valores distintos pueden dar el mismo texto',
  'parts are joined with the separator {0}, which also stands in a part, so that different values can give the same text':
    'se unen partes con el separador {0}, que también aparece dentro de una parte, así que valores distintos pueden dar el mismo texto',
  'with {0} left only the first {1} can be drawn': 'cuando quedan {0}, solo pueden salir los {1} primeros',
  'the {0:value} holds hashes of personal data without a salt: whoever guesses the data can confirm the guess':
    'el valor {0} contiene hashes de datos personales sin sal (salt): quien adivine los datos puede confirmar que acertó',
  'the {0:value} holds personal data, published as it is':
    'el valor {0} contiene datos personales, publicados tal cual',
  'a number of {0} bits is reduced by modulo: no chance is off by more than {1} in {2}':
    'un número de {0} bits se reduce con la operación módulo: ninguna probabilidad se desvía más de {1} entre {2}',
  'a number of {0} bits is reduced by modulo: no chance is off by more than {1} in {2}, which is negligible':
    'un número de {0} bits se reduce con la operación módulo: ninguna probabilidad se desvía más de {1} entre {2}, lo que es insignificante',
  'a number of {0} bits is scaled down: no chance is off by more than {1} in {2}':
    'un número de {0} bits se reduce de escala: ninguna probabilidad se desvía más de {1} entre {2}',
  'a number of {0} bits is scaled down: no chance is off by more than {1} in {2}, which is negligible':
    'un número de {0} bits se reduce de escala: ninguna probabilidad se desvía más de {1} entre {2}, lo que es insignificante',
  'nothing checks the {0:value}': 'nada comprueba el valor {0}',
  '{0} occurs more than once among the {1:value}': '{0} aparece más de una vez en {1}',
  'the chain signs the signature before, which is missing':
    'la cadena firma también la firma anterior, que falta',
  'there is a signature before, which this chain does not sign':
    'hay una firma anterior, y esta cadena no la firma',
  'the signature before has another length, or is not the genesis seed':
    'la firma anterior tiene otra longitud, o no es la semilla inicial (genesis seed)',
  'the signature is no point of its group': 'la firma no es un punto de su grupo',
  'the signature is not of the chain’s key over this round':
    'la firma no es de la clave de la cadena para esta ronda',
  'public randomness was used, and the commitment names none':
    'se usó un número aleatorio público, y el compromiso no nombra ninguno',
  'the public randomness is not of the round that the commitment names':
    'el número aleatorio público no es de la ronda que nombra el compromiso',
  'the round that was committed to is not the first at or after {0}':
    'la ronda fijada en el compromiso no es la primera a partir de este momento: {0}',
  'it was cancelled when the winners could be known to the operator':
    'se anuló cuando el organizador podía saber quiénes habrían ganado',
  'the raffle was cancelled at {0}, when its winners could be known':
    'la rifa se anuló el {0}, cuando se podía saber quiénes habrían ganado',
  'the raffle was cancelled': 'la rifa se anuló',
  'the raffle was cancelled before its list was sealed': 'la rifa se anuló antes de que se sellara su lista',
  'the raffle was cancelled before its round': 'la rifa se anuló antes de su ronda',
  'the raffle was cancelled after the seal, and nobody saw that before the round':
    'la rifa se anuló después del sellado, y nadie lo vio antes de la ronda',
  'the cancellation is dated before the winners could be known, and nothing shows that anybody saw it before the round':
    'la anulación lleva una fecha anterior al momento en que se podía saber quiénes habrían ganado, y no consta que nadie la viera antes de la ronda',
  'entry {0} stands at {1} and at {2}': 'el boleto {0} está en el índice {1} y en el {2}',
  'line {0} of the list is no entry: {1}': 'la línea {0} de la lista no es un boleto: {1}',
  'paid and free entries together are not the total':
    'los boletos de pago y los gratuitos juntos no dan el total',
  'the list does not have the sealed root': 'la lista no tiene la raíz sellada',
  'the list has another {0} than was sealed': 'en la lista, {0} es distinto de lo que se selló',
  'the proof of {0} does not lead to the sealed root': 'la prueba para {0} no lleva a la raíz sellada',
  'the proof of {0} has another {1}': 'en la prueba para {0} hay otro valor de {1}',
  '{0} names another entry than stands at {1}': '{0} nombra un boleto distinto del que está en el índice {1}',
  'there are more entries than the commitment allows': 'hay más boletos de los que permite el compromiso',
  'winner {0} is of no pick': 'el ganador {0} no corresponde a ningún sorteo ni a ninguna sustitución',
  'the file is not the one that the bundle names': 'el archivo no es el que nombran las pruebas (bundle)',
  'the bundle names no file with the list': 'las pruebas (bundle) no nombran ningún archivo con la lista',
  '{0} of {1} winners have no proof': 'ganadores sin prueba: {0} de {1}',
  'all {0} entries were recomputed, and none stands twice':
    'se volvieron a calcular todos los boletos ({0}), y ninguno está dos veces',
  'the list itself was not recomputed, so nothing shows that no entry stands twice':
    'la lista misma no se volvió a calcular, así que nada muestra que ningún boleto esté dos veces',
  'the list itself was not recomputed; {0} had read it whole at {1}, and says that no entry stands twice':
    'la lista misma no se volvió a calcular; {0} la había leído entera el {1}, y dice que ningún boleto está dos veces',
  'the list is not sealed': 'la lista no está sellada',
  'the list is not sealed yet': 'la lista aún no está sellada',
  'nobody whom the trust file knows says to have read the list':
    'nadie a quien conozca el archivo de confianza dice haber leído la lista',
  '{0} had read the list at {1}, which is too late': '{0} había leído la lista el {1}, demasiado tarde',
  'the seeds are public, and {0} had read the list at {1}':
    'los números del organizador (semillas) son públicos, y {0} había leído la lista el {1}',
  'the seeds were secret until the draw':
    'los números del organizador (semillas) fueron secretos hasta el sorteo',
  '{0} read another list of this raffle, of {1} entries with the root {2}':
    '{0} leyó otra lista de esta rifa, con esta cantidad de boletos: {1}, y con la raíz {2}',
  '{0} saw another {1} of this raffle, signed by the operator, at {2}':
    '{0} vio el {2} una versión distinta de {1} de esta rifa, firmada por el organizador',
  'another document that was given has another {0} of this raffle, signed by the operator':
    'otro documento que se dio tiene una versión distinta de {0} de esta rifa, firmada por el organizador',
  'entry {0} of the log is another {1} of this raffle, signed by the operator':
    'la anotación {0} del registro es una versión distinta de {1} de esta rifa, firmada por el organizador',
  'entry {0} of the log is a {1} of this raffle, signed by the operator, which is not in the bundle':
    'la anotación {0} del registro es de esta rifa, está firmada por el organizador y no está en las pruebas (bundle): {1}',
  '{0} saw another {1} of this raffle, by a key of the operator that is not valid any more: it accuses nobody':
    '{0} vio una versión distinta de {1} de esta rifa, firmada con una clave del organizador que ya no es válida: esto no acusa a nadie',
  'another document that was given has another {0} of this raffle, by a key of the operator that is not valid any more: it accuses nobody':
    'otro documento que se dio tiene una versión distinta de {0} de esta rifa, firmada con una clave del organizador que ya no es válida: esto no acusa a nadie',
  'the winner of prize {0} was replaced, {1} by {2}: {3}':
    'se sustituyó al ganador del premio {0}; antes {1}, ahora {2}: {3}',
  'a checkpoint is of "{0}", and the operator’s log is "{1}"':
    'un punto de control es de «{0}», y el registro del organizador es «{1}»',
  'the checkpoint of a log of {0} entries is not signed by the log’s key':
    'el punto de control de un registro (anotaciones: {0}) no está firmado por la clave del registro',
  'the proof of {0} does not lead to the checkpoint of a log of {1} entries':
    'la prueba para {0} no lleva al punto de control de un registro (anotaciones: {1})',
  'there is a proof of {0}, and no such statement': 'hay una prueba para {0}, y no hay tal declaración',
  'its key signed a checkpoint of {0} entries that are not the first of its {1} entries':
    'su clave firmó un punto de control cuyas anotaciones ({0}) no son las primeras de las que tiene el registro ({1})',
  'its key signed two checkpoints of a log of {0} entries with different roots':
    'su clave firmó dos puntos de control con raíces distintas para un mismo número de anotaciones del registro: {0}',
  'the cosignature of witness {0} does not verify': 'la firma del testigo {0} no supera la verificación',
  'all {0} stand under the checkpoint of a log of {1} entries':
    'todas las declaraciones ({0}) están bajo el punto de control de un registro (anotaciones: {1})',
  'there is no log in the bundle, and none was given beside it':
    'no hay ningún registro en las pruebas (bundle), y no se dio ninguno aparte',
  'no checkpoint covers every statement': 'ningún punto de control abarca todas las declaraciones',
  'nothing shows that {0} is in it': 'no consta que {0} esté en él',
  '{0} of {1} witnesses cosigned a checkpoint that covers every statement':
    'testigos que firmaron un punto de control que abarca todas las declaraciones: {0} de {1}',
  'fewer than {0} witnesses cosigned the entries of the log':
    'testigos que firmaron las anotaciones del registro: menos de {0}',
  'the quorum of the trust file can be reached by two halves of the witnesses that were each shown another history':
    'el quórum del archivo de confianza lo pueden alcanzar dos mitades de los testigos a las que se hubieran enseñado historias distintas',
  'the trust file has no witness that counts': 'el archivo de confianza no tiene ningún testigo que cuente',
  'the trust file does not have the key of the log "{0}"':
    'el archivo de confianza no tiene la clave del registro «{0}»',
  'the trust file does not say which log is that of "{0}"':
    'el archivo de confianza no dice qué registro es el de «{0}»',
  'the entries of the log do not have every statement':
    'en las anotaciones del registro no están todas las declaraciones',
  'the log was not read, and may have another commitment of this raffle in it: give the log as well':
    'el registro no se leyó, y puede que contenga otro compromiso de esta rifa: dé también el registro',
  'the log was read, and does not show enough: {0}': 'el registro se leyó, y no muestra lo suficiente: {0}',
  'the operator signed a receipt under another commitment of this raffle':
    'el organizador firmó un recibo con otro compromiso de esta rifa',
  'the operator signed for entry {0}, and none of the {1} entries of the sealed list has this id':
    'el organizador firmó para el boleto {0}, y ningún boleto de la lista sellada (tiene {1}) lleva este identificador',
  'the operator signed for entry {0}, and the sealed list has it as {1:word}, not as {2:word}':
    'el organizador firmó para el boleto {0}, y en la lista sellada figura como «{1}», no como «{2}»',
  'the operator signed for entry {0}, and the sealed list has it with another nonce':
    'el organizador firmó para el boleto {0}, y la lista sellada lo tiene con otro número secreto (nonce)',
  'of {0} withdrawn receipts the operator took {1} back alone: nothing shows that their buyers agreed':
    'de los recibos retirados ({0}), el organizador retiró por su cuenta esta cantidad: {1}; no consta que quienes compraron esos boletos estuvieran de acuerdo',
  'the receipt of entry {0} is dated {1}, and the list was sealed at {2}':
    'el recibo del boleto {0} lleva fecha {1}, y la lista se selló el {2}',
  'draw {0} is dated before draw {1}': 'el sorteo {0} lleva una fecha anterior a la del sorteo {1}',
  'entry {0} won more than once, and the record does not show that winners leave the pool':
    'el boleto {0} ganó más de una vez, y el acta no muestra que los ganadores dejen de participar',
  'entry {0} won twice': 'el boleto {0} ganó dos veces',
  'the pool goes from {0} to {1} after draw {2}; one winner leaves it at a time':
    'después del sorteo {2}, el número de boletos que participan pasa de {0} a {1}; cada vez sale un solo ganador',
  'total_draws is not the number of draws': 'total_draws no es el número de sorteos',
  'two draws have the id {0}': 'dos sorteos tienen el identificador {0}',
  'two draws have the same rng_seed_hash': 'dos sorteos tienen el mismo rng_seed_hash',
  'nobody signed the draw {0} of the record': 'nadie firmó el sorteo {0} del acta',
  'the record leaves out draws that were signed': 'el acta omite sorteos que se firmaron',
  'the record says something else than was signed at {0}':
    'el acta dice en {0} algo distinto de lo que se firmó',
  'the record says something else than was signed at {0}: {1}':
    'el acta dice en {0} algo distinto de lo que se firmó: {1}',
  'the record does not have the form that the specification gives: {0}':
    'el acta no tiene la forma que da la especificación: {0}',
  'signature_hash of draw {0} is the SHA-256 of empty input':
    'el signature_hash del sorteo {0} es el SHA-256 de un contenido vacío',
  'its form has to be mended first': 'antes hay que corregir su forma',
  'no record was given': 'no se dio ningún acta',
  'it shows one draw of {0}': 'muestra un solo sorteo de un total de {0}',
  'there is no commitment to compare it with': 'no hay compromiso con que compararla',
  'the seed of {0} is not the one that was committed to':
    'el número del organizador (semilla) para {0} no es el que se fijó en el compromiso',
  'the seed of {0} is not the one that was committed to: {1}':
    'el número del organizador (semilla) para {0} no es el que se fijó en el compromiso: {1}',
  'the public seed of prize {0} does not have its rng_seed_hash':
    'el número público del organizador (semilla) para el premio {0} no corresponde a su rng_seed_hash',
  'two prizes have the same draw_id': 'dos premios tienen el mismo draw_id',
  'two prizes have the same rng_seed_hash': 'dos premios tienen el mismo rng_seed_hash',
  'draw_at_utc is less than {0} s after the entries close':
    'draw_at_utc es posterior al cierre de la participación en menos de {0} s',
  '{0} is dated after its statement': '{0} lleva una fecha posterior a la de su declaración',
  '{0} is dated before it could be made': '{0} lleva una fecha anterior al momento en que se podía hacer',
  '{0} is not the next attempt, {1}': '{0} no es el intento siguiente, que es el {1}',
  '{0} is of no draw': '{0} no corresponde a ningún sorteo',
  '{0} follows a cancellation': '{0} va después de una anulación',
  '{0} is dated before the one it follows':
    '{0} lleva una fecha anterior a la de la declaración que la precede',
  '{0} is out of place: the commitment comes first': '{0} está fuera de lugar: primero va el compromiso',
  '{0} is out of place: the seal comes second': '{0} está fuera de lugar: en segundo lugar va el sellado',
  '{0} does not follow the one before it': '{0} no sigue a la anterior',
  '{0} stands in place {1}': '{0} está en el lugar {1}',
  '{0} has another {1} than the first': '{0} tiene otro valor de {1} que la primera',
  '{0} has another {1} than the commitment': '{0} tiene otro valor de {1} que el compromiso',
  '{0} is a draw more than there are prizes': '{0} es un sorteo de más: no hay tantos premios',
  '{0} comes before the last draw': '{0} va antes del último sorteo',
  'the commitment is not dated before the entries close':
    'la fecha del compromiso no es anterior al cierre de la participación',
  'the draw in place {0} is of prize {1}': 'el sorteo que está en el lugar {0} es del premio {1}',
  'the seal is dated before the entries close':
    'la fecha del sellado es anterior al cierre de la participación',
  'the seal is not dated before the first draw': 'la fecha del sellado no es anterior al primer sorteo',
  'the seal is not dated before the randomness could be known':
    'la fecha del sellado no es anterior al momento en que se podía conocer el número aleatorio',
  '{0} of {1} prizes are drawn': 'premios sorteados: {0} de {1}',
  '{0} of {1} prizes is drawn': 'premios sorteados: {0} de {1}',
  '{0}: it is dated {1}, when its key is not valid':
    '{0}: lleva fecha {1}, y en ese momento su clave no es válida',
  '{0}: the signature is not of the operator’s key': '{0}: la firma no es de la clave del organizador',
  '{0}: its key was revoked, and nobody saw it before that':
    '{0}: su clave se revocó, y nadie vio esta declaración antes de eso',
  '{0}: the trust file does not have the key {1} of "{2}"':
    '{0}: el archivo de confianza no tiene la clave {1} de «{2}»',
  '{0}: the trust file does not have the operator "{1}"':
    '{0}: el archivo de confianza no tiene al organizador «{1}»',
  '{0} cannot be read, so nobody knows whose it is': '{0} no se puede leer, así que nadie sabe de quién es',
  'the trust file does not have the key {0} of "{1}"':
    'el archivo de confianza no tiene la clave {0} de «{1}»',
  'the trust file does not have the operator "{0}"': 'el archivo de confianza no tiene al organizador «{0}»',
  'the trust file does not have the chain {0}': 'el archivo de confianza no tiene la cadena {0}',
  'the signature is not of the operator’s key': 'la firma no es de la clave del organizador',
  'its key was revoked, and nothing shows that it was there before':
    'su clave se revocó, y nada muestra que el recibo ya existiera antes',
  'its key was not valid any more when it was seen':
    'cuando se vio lo firmado, la clave con que se firmó ya no era válida',
  'no entry is left for {0}': 'no queda ningún boleto para {0}',
  '{0} is not made from the entries that were left': '{0} no parte de los boletos que quedaban',
  '{0} takes the entry in place {1} of the list (index {2}), and the rule gives the one in place {3} (index {4})':
    '{0}: toma el boleto del lugar {1} de la lista (índice {2}), y la regla da el del lugar {3} (índice {4})',
  'the committed beacon is not in the bundle':
    'el número aleatorio fijado en el compromiso no está en las pruebas (bundle)',
  'there is no commitment': 'no hay compromiso',
  'there is no seal': 'no hay sellado',
  'there is no seed for {0}, or no such pick':
    'no hay número del organizador (semilla) para {0}, o no hay tal sorteo o sustitución',
  'it is not in the bundle': 'no está en las pruebas (bundle)',
  'the commitment names no beacon': 'el compromiso no nombra ninguna fuente de números aleatorios',
  'the commitment or the seal is missing': 'falta el compromiso o el sellado',
  'someone else saw the commitment and the seal in time: {0}':
    'alguien distinto del organizador vio a tiempo el compromiso y el sellado: {0}',
  'there was no second commitment or seal: {0}': 'no hubo un segundo compromiso ni un segundo sellado: {0}',
  '{0} saw the commitment at {1} and the seal at {2}': '{0} vio el compromiso el {1} y el sellado el {2}',
  '{0} saw the commitment at {1} and {2} saw the seal at {3}':
    '{0} vio el compromiso el {1}, y {2} vio el sellado el {3}',
  '{0} time-stamped the commitment at {1} and the seal at {2}':
    '{0} puso un sello de tiempo al compromiso el {1} y al sellado el {2}',
  'witnesses {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}':
    'el registro se firmó con el compromiso en él el {1}, y con el sellado en él el {2}; testigos que lo firmaron: {0}',
  'organisations {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}':
    'el registro se firmó con el compromiso en él el {1}, y con el sellado en él el {2}; organizaciones que lo firmaron: {0}',
  'witnesses {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}, and no other commitment or list of this raffle that the operator signed with a valid key is in the log of {3} entries':
    'el registro se firmó con el compromiso en él el {1}, y con el sellado en él el {2}, y no hay en él ningún otro compromiso ni ninguna otra lista de esta rifa que firmara el organizador con una clave válida (anotaciones: {3}); testigos que lo firmaron: {0}',
  'organisations {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}, and no other commitment or list of this raffle that the operator signed with a valid key is in the log of {3} entries':
    'el registro se firmó con el compromiso en él el {1}, y con el sellado en él el {2}, y no hay en él ningún otro compromiso ni ninguna otra lista de esta rifa que firmara el organizador con una clave válida (anotaciones: {3}); organizaciones que lo firmaron: {0}',
  'no observation shows the commitment with the operator’s signature':
    'ninguna observación muestra el compromiso con la firma del organizador',
  'no observation shows the seal with the operator’s signature':
    'ninguna observación muestra el sellado con la firma del organizador',
  'no observation shows the commitment with the operator’s signature; witnesses do not read what they cosign: give the log’s entries as well':
    'ninguna observación muestra el compromiso con la firma del organizador; los testigos no leen lo que firman: dé también las anotaciones del registro',
  'no observation and no witnessed log shows the commitment with the operator’s signature':
    'ni una observación ni un registro con testigos muestran el compromiso con la firma del organizador',
  'no observation and no witnessed log shows the seal with the operator’s signature':
    'ni una observación ni un registro con testigos muestran el sellado con la firma del organizador',
  'no observation, no time-stamp and no witnessed log shows the commitment with the operator’s signature':
    'ni una observación, ni un sello de tiempo, ni un registro con testigos muestran el compromiso con la firma del organizador',
  'no observation, no time-stamp and no witnessed log shows the seal with the operator’s signature':
    'ni una observación, ni un sello de tiempo, ni un registro con testigos muestran el sellado con la firma del organizador',
  'the commitment was seen at {0}, and entries closed at {1}':
    'el compromiso se vio el {0}, y la participación se cerró el {1}',
  'the seal was seen at {0}, which is too late': 'el sellado se vio el {0}, demasiado tarde',
  'the time of the round is not known: its chain is not in the trust file':
    'no se conoce la hora de la ronda: su cadena no está en el archivo de confianza',
  'an observation is dated {0}, which is after now':
    'una observación lleva fecha {0}, que es posterior al momento actual',
  'an observation is not signed by an observer of the trust file':
    'una observación no está firmada por un observador del archivo de confianza',
  'an observation is of raffle {0}': 'una observación es de la rifa {0}',
  'the clock of {0} is wrong: at {1} it saw a draw, before its round was out':
    'el reloj de {0} va mal: el {1} vio un sorteo antes de que saliera su ronda',
  'the clock of {0} is wrong: at {1} it saw the seal, before entries closed':
    'el reloj de {0} va mal: el {1} vio el sellado antes de que se cerrara la participación',
  'the clock of {0} is wrong: at {1} it stamped the seal, before entries closed':
    'el reloj de {0} va mal: el {1} puso un sello de tiempo al sellado antes de que se cerrara la participación',
  'a time-stamp does not count: {0}': 'un sello de tiempo no cuenta: {0}',
  '{0} is not proven': 'no está demostrado: {0}',
  'stopped by {0}': 'lo impide {0}',
  'there was no second commitment for this draw': 'no hubo un segundo compromiso para este sorteo',
  'someone else saw the commitment before the random number could be known':
    'otra persona vio el compromiso antes de que se pudiera conocer el número aleatorio',
  'everything that decides the winner was fixed beforehand':
    'todo lo que decide quién gana estaba fijado de antemano',
  'the draws reach level {0}, unsteerable':
    'los sorteos alcanzan el nivel {0}, en el que nadie pudo dirigir el resultado',
  'the draws reach level {0}, witnessed': 'los sorteos alcanzan el nivel {0}, con testigos',
}
