/**
 * What the claims of recipes say.
 *
 * @packageDocumentation
 */
import type { Phrases } from '../translator.js'

export const recipeClaims: Phrases = {
  'the number of tickets was fixed before the draw': 'el número de boletos se fijó antes del sorteo',
  'the block hash is that of the block of this height': 'el hash del bloque es el del bloque de esta altura',
  'the digest is that of the block hash': 'la huella es la del hash del bloque',
  'the remainder follows from the digest': 'el resto resulta de la huella',
  'the winning ticket is the remainder, counted from 69420':
    'el boleto ganador es el resto, contado desde 69420',
  'the number of entries was fixed before the draw': 'el número de participaciones se fijó antes del sorteo',
  'the seed is the one that the contract drew': 'la semilla es la que sacó el contrato',
  "the first tier's entry follows from the seed":
    'la participación de la primera categoría resulta de la semilla',
  "the second tier's entries follow from the seed":
    'las participaciones de la segunda categoría resultan de la semilla',
  'the list hashes to the hash that was published with it':
    'el hash de la lista es el que se publicó con ella',
  'the list was fixed before the block': 'la lista se fijó antes del bloque',
  'the participants have as many tickets as was said': 'los participantes tienen tantos boletos como se dijo',
  'the block hash is that of the announced block': 'el hash del bloque es el del bloque anunciado',
  'the seed follows from block and list': 'la semilla resulta del bloque y de la lista',
  'the winning ticket follows from the seed': 'el boleto ganador resulta de la semilla',
  'the winner holds that ticket': 'el ganador tiene ese boleto',
  'the list was fixed before the draw': 'la lista se fijó antes del sorteo',
  'the ticket hashes follow from prize and entry':
    'los hashes de los boletos resultan del premio y de la participación',
  'the result hashes follow from the ticket hashes and the block hash':
    'los hashes de resultado se obtienen de los hashes de los boletos y del hash del bloque',
  'the result indices are the order of the result hashes':
    'los índices de resultado son el orden de los hashes de resultado',
  'the winners have the highest result hashes': 'los ganadores tienen los hashes de resultado más altos',
  'the list has as many entries as tickets were counted':
    'la lista tiene tantas participaciones como boletos se contaron',
  'the block hash is the hash of the block header': 'el hash del bloque es el hash de la cabecera del bloque',
  'the winning tickets follow from the block hash': 'los boletos ganadores resultan del hash del bloque',
  'the winners have these tickets': 'los ganadores tienen estos boletos',
  'the winning position is the remainder': 'la posición ganadora es el resto',
  'the list hashes to the hash of the request': 'el hash de la lista es el de la petición',
  'the number is the one that Chainlink delivered': 'el número es el que entregó Chainlink',
  'the index is the remainder': 'el índice es el resto',
  'the winner is the wallet at that index': 'el ganador es el monedero que está en ese índice',
  'the order is the one that the number gives': 'el orden es el que da el número',
  'the file hashes to the hash of the request': 'el hash del archivo es el de la petición',
  'the starting position is the remainder': 'la posición inicial es el resto',
  'the winners stand from that line on': 'los ganadores están a partir de esa línea',
  'the newest hash leads to the one that was known before, in as many steps as there are games between':
    'el hash más reciente lleva al que ya se conocía antes, en tantos pasos como partidas hay entre ambos',
  'the salt is the hash of the block that was announced': 'la sal es el hash del bloque que se anunció',
  'each hash leads to the one of the game before': 'cada hash lleva al de la partida anterior',
  'the games are numbered one by one': 'las partidas están numeradas de una en una',
  'each result follows from its hash and the salt': 'cada resultado se obtiene de su hash y de la sal',
  'the stakes are those of the ledger at the draw':
    'los depósitos en staking son los del libro mayor (ledger) en el momento del sorteo',
  'the block is the first one after the announced time':
    'el bloque es el primero después de la hora anunciada',
  'the winner’s stake is the one that the random number falls on':
    'el depósito del ganador es aquel en el que cae el número aleatorio',
  'the server seed is the one whose hash was published':
    'la semilla del servidor es aquella cuyo hash se publicó',
  'the HMAC follows from the seeds and the nonce': 'el HMAC resulta de las semillas y del nonce',
  'the number is the first 13 hex digits of it':
    'el número son las 13 primeras cifras hexadecimales del HMAC',
  'the fraction is the number over 2^52': 'la fracción es el número dividido entre 2^52',
  'the index is the fraction times the tickets': 'el índice es la fracción multiplicada por los boletos',
  'the client seed is the one that the player chose': 'la semilla del cliente es la que eligió el jugador',
  'the blocks follow from the seeds and the nonce': 'los bloques resultan de las semillas y del nonce',
  'the floats are the blocks in pieces of four bytes':
    'los números de coma flotante son los bloques en trozos de cuatro bytes',
  'the result follows from the floats': 'el resultado se obtiene de los números de coma flotante',
  'the snapshot is the one whose hash was published': 'la instantánea es aquella cuyo hash se publicó',
  'the random number is the one that Chainlink gave': 'el número aleatorio es el que dio Chainlink',
  'the numbers follow from the random number': 'los números resultan del número aleatorio',
  'each pick leaves one ticket less': 'cada elección deja un boleto menos',
  'each index follows from its number': 'cada índice resulta de su número',
  'the winners have the tickets at those indices':
    'los ganadores tienen los boletos que están en esos índices',
  'the server seed is the one that the public hash is of':
    'la semilla del servidor es aquella a la que corresponde el hash público',
  'the roll follows from the seeds and the nonce': 'la tirada resulta de las semillas y del nonce',
  'those who tie were fixed by the vote': 'quienes empatan quedaron fijados por la votación',
  'the seed follows from the policy': 'la semilla resulta de la norma',
  'the winners are the ones that the seed gives': 'los ganadores son los que da la semilla',
  'the secret is the one that was committed to': 'el secreto es el que se fijó en el compromiso',
  'the list has as many options as was published': 'la lista tiene tantas opciones como se publicó',
  'the result follows from the secret': 'el resultado se obtiene del secreto',
  'the winner is the option at that place': 'el ganador es la opción que está en ese lugar',
  'the list has as many participants as was published': 'la lista tiene tantos participantes como se publicó',
  'the round is the one that was announced': 'la ronda es la que se anunció',
  'the randomness is the one that drand published': 'el número aleatorio es el que publicó drand',
  "the winner's number follows from the randomness": 'el número del ganador resulta del número aleatorio',
  'the winner has that number in the list': 'el ganador tiene ese número en la lista',
  'the block hash is that of the next block': 'el hash del bloque es el del bloque siguiente',
  'the group is the last four digits': 'el grupo son las cuatro últimas cifras',
  'the first ball is its remainder': 'la primera bola es el resto del grupo',
  'the lucky tickets are the first after the shuffle':
    'los boletos de la suerte son los primeros después de mezclar',
  'the holders have these tickets': 'los titulares tienen estos boletos',
  'the list has as many entries as was said': 'la lista tiene tantas participaciones como se dijo',
  'the round is the next one after the time of the draw': 'la ronda es la siguiente al momento del sorteo',
  'the winners are the ones that randomness and list give':
    'los ganadores son los que dan el número aleatorio y la lista',
  'the signature is the one that drand made for this round': 'la firma es la que hizo drand para esta ronda',
  'the randomness is the hash of the signature': 'el número aleatorio es el hash de la firma',
  'the hash is that of the list as it is given': 'el hash es el de la lista tal como se da',
  'the winners are the first entries in sorted order, as with any other randomness':
    'los ganadores son las primeras participaciones de la lista ordenada, como con cualquier otro número aleatorio',
  'the winners are the ones that randomness and list give, in that order':
    'los ganadores, en ese orden, son los que dan el número aleatorio y la lista',
  'the points were fixed before the block': 'los puntos se fijaron antes del bloque',
  'the winners are the ones that the block hash gives': 'los ganadores son los que da el hash del bloque',
  'the holders’ weights are those at the close block':
    'los pesos de los titulares son los que tenían en el bloque de cierre',
  'the weights add up to the total': 'los pesos suman el total',
  'the winner’s proof leads to the Merkle root': 'la prueba del ganador lleva a la raíz de Merkle',
  'the block hash is that of the close block': 'el hash del bloque es el del bloque de cierre',
  'the roll follows from the block hash and the draw’s number':
    'la tirada resulta del hash del bloque y del número del sorteo',
  'the offset follows from the roll': 'el desplazamiento resulta de la tirada',
  'the winner’s weight is that in the list': 'el peso del ganador es el que figura en la lista',
  'the weights before the winner’s add up': 'la suma de los pesos anteriores al del ganador cuadra',
  'the winner’s weight is the one that the offset falls on':
    'el peso del ganador es aquel en el que cae el desplazamiento',
  'the block hashes are those of the announced blocks':
    'los hashes de los bloques son los de los bloques anunciados',
  'the blocks follow one another': 'los bloques van uno tras otro',
  'the positions follow from the block hashes': 'las posiciones resultan de los hashes de los bloques',
  'the winners stand at those positions': 'los ganadores están en esas posiciones',
  'the seed is the one whose hash was published': 'la semilla es aquella cuyo hash se publicó',
  'the round is the first one after the end of the raffle':
    'la ronda es la primera después del final de la rifa',
  'the digest follows from seed and randomness': 'la huella resulta de la semilla y del número aleatorio',
  'the winning index follows from the digest': 'el índice ganador resulta de la huella',
  'the winner is the ticket at that index': 'el ganador es el boleto que está en ese índice',
  'the shuffled list is in the order of the hashes': 'la lista mezclada está en el orden de los hashes',
  'the winners have the lowest hashes': 'los ganadores tienen los hashes más bajos',
  'the entries are the ones whose hash was published':
    'las participaciones son aquellas cuyo hash se publicó',
  'the client seed is that randomness': 'la semilla del cliente es ese número aleatorio',
  'the ranking has every entry, with its score and in its place':
    'la clasificación tiene todas las participaciones, cada una con su puntuación y en su lugar',
  'the winners are first in the ranking': 'los ganadores son los primeros de la clasificación',
  'the hashes are those of the entrants and their places':
    'los hashes son los de los participantes y sus lugares',
  'the ticket chain is the one that name and entrants give':
    'la cadena de boletos es la que dan el nombre y los participantes',
  'the output is the one that NIST published for the announced time':
    'el valor de salida es el que publicó el NIST para la hora anunciada',
  'the results are those of the tickets and the output, the lowest first':
    'los resultados son los que se obtienen de los boletos y del valor de salida, con el más bajo primero',
  'the winner has the lowest result': 'el ganador tiene el resultado más bajo',
  'the names were fixed before the block': 'los nombres se fijaron antes del bloque',
  'the hashes are those of the names': 'los hashes son los de los nombres',
  'the ranking is the order of the hashes': 'la clasificación es el orden de los hashes',
  'the round is the first one when the draw was due or later':
    'la ronda es la primera en el momento previsto del sorteo o después',
  'the winners have the lowest scores': 'los ganadores tienen las puntuaciones más bajas',
  'the rule is the one whose hash was published': 'la regla es aquella cuyo hash se publicó',
  'the rule is to pick from the shuffled list': 'la regla consiste en elegir de la lista mezclada',
  'the inputs are, in some order, the ones whose hash was published':
    'los elementos de entrada son, en algún orden, aquellos cuyo hash se publicó',
  'the commitment is to that rule, those inputs and that round':
    'el compromiso es sobre esa regla, esos elementos de entrada y esa ronda',
  'the order of the inputs was fixed before the draw':
    'el orden de los elementos de entrada se fijó antes del sorteo',
  'the round is the one that was committed to': 'la ronda es la que se fijó en el compromiso',
  'the output follows from randomness, rule and inputs':
    'el valor de salida resulta del número aleatorio, de la regla y de los elementos de entrada',
  'the selection follows from the output and the order of the inputs':
    'la selección resulta del valor de salida y del orden de los elementos de entrada',
  "the receipt's id is the beginning of the commitment":
    'el identificador del recibo es el principio del compromiso',
  "the number of addresses was fixed before the beacon's time":
    'el número de direcciones se fijó antes del momento del valor de la fuente de números aleatorios',
  "the output is that of NIST's beacon at that time":
    'el valor de salida es el de la fuente de números aleatorios del NIST en ese momento',
  'the first winning place is the remainder': 'el primer lugar ganador es el resto',
  'the entries have as much weight as was said': 'las participaciones tienen tanto peso como se dijo',
  "the beacon is drand's": 'el número aleatorio procede de drand',
  'the seed follows from the hash of the entries and the beacon':
    'la semilla resulta del hash de las participaciones y del número aleatorio de drand',
  'the winner is the entry that the seed gives': 'el ganador es la participación que da la semilla',
  'the round was still to come at the time of the draw':
    'en el momento del sorteo, la ronda aún estaba por llegar',
  'the combined hash follows from randomness, seed, draw and salt':
    'el hash combinado resulta del número aleatorio, de la semilla, del sorteo y de la sal',
  'the winning number follows from the combined hash': 'el número ganador resulta del hash combinado',
  'the client seed is the hash of the entries and their wallets':
    'la semilla del cliente es el hash de las participaciones y de sus monederos',
  "the block stands in Bitcoin's chain": 'el bloque está en la cadena de Bitcoin',
  'the time of the block is later than that of the commitment':
    'el momento del bloque es posterior al del compromiso',
  'the HMAC follows from both seeds, lotto and block':
    'el HMAC resulta de ambas semillas, de la lotería y del bloque',
  'the winning index follows from the HMAC': 'el índice ganador resulta del HMAC',
  'the winner is the entry at that index': 'el ganador es la participación que está en ese índice',
  'the number of tickets was fixed before the block': 'el número de boletos se fijó antes del bloque',
  'the seed is the block hash as a number': 'la semilla es el hash del bloque como número',
  'the order is the one that the seed gives': 'el orden es el que da la semilla',
  'the number of participants was fixed before the draw':
    'el número de participantes se fijó antes del sorteo',
  'there is one nonce for each prize, from 1': 'hay un nonce para cada premio, empezando por 1',
  'the hashes follow from the block hash and the nonces':
    'los hashes resultan del hash del bloque y de los nonces',
  'the numbers are the hashes in decimal': 'los números son los hashes en notación decimal',
  'the remainders follow from the numbers': 'los restos resultan de los números',
  'the positions are the remainders, counted from 1': 'las posiciones son los restos, contados desde 1',
  'the public value is the one that its sources published':
    'el valor público es el que publicaron sus fuentes',
  'the candidates with the highest hashes were selected, in that order':
    'se seleccionó a los candidatos con los hashes más altos, en ese orden',
  'the certificate id is the hash of the certificate':
    'el identificador del certificado es el hash del certificado',
  "INMETRO's beacon signed this pulse": 'la fuente de números aleatorios del INMETRO firmó este pulso',
  'the output is the hash of the signed pulse and its signature':
    'el valor de salida es el hash del pulso firmado y de su firma',
  'the block id is that of the block of this height':
    'el identificador del bloque es el del bloque de esta altura',
  'the block is the next one after the announcement': 'el bloque es el siguiente al anuncio',
  'the winners are the ones that the block id gives':
    'los ganadores son los que da el identificador del bloque',
  'the server seed was fixed before the draw': 'la semilla del servidor se fijó antes del sorteo',
  'the tickets in the list add up': 'la suma de los boletos de la lista cuadra',
  'the list has as many participants as was said': 'la lista tiene tantos participantes como se dijo',
  'the client seed is made of period, tickets and participants':
    'la semilla del cliente se compone del periodo, los boletos y los participantes',
  'the nonce is the period': 'el nonce es el periodo',
  'the proof hash follows from the seeds and the nonce':
    'el hash de la prueba resulta de las semillas y del nonce',
  'the winning ticket follows from the proof hash': 'el boleto ganador resulta del hash de la prueba',
  'the winner has that ticket': 'el ganador tiene ese boleto',
  'the list is the one whose hash was published': 'la lista es aquella cuyo hash se publicó',
  'the winners of the first raffle follow from list and block hash':
    'los ganadores de la primera rifa resultan de la lista y del hash del bloque',
  'the winners of the second raffle follow on': 'los ganadores de la segunda rifa resultan a continuación',
  'the block hash is that of the first block after the announced time':
    'el hash del bloque es el del primer bloque después de la hora anunciada',
  'the digest follows from both hashes': 'la huella resulta de ambos hashes',
  'the five prizes follow from the digest': 'los cinco premios resultan de la huella',
  'the sixth prize is the sum of the five, of which the last four digits count':
    'el sexto premio es la suma de los cinco, de la que cuentan las cuatro últimas cifras',
  "the artist's key is the one whose hash was posted": 'la clave del artista es aquella cuyo hash se publicó',
  'the sizes of the lists were fixed before the draw':
    'los tamaños de las listas se fijaron antes del sorteo',
  'the RANDAO value is that of the announced block': 'el valor RANDAO es el del bloque anunciado',
  'the seed is both keys, combined by XOR': 'la semilla son ambas claves, combinadas mediante XOR',
  'the winning ids follow from the seed': 'los identificadores ganadores resultan de la semilla',
  'the block hash is that of the block': 'el hash del bloque es el de ese bloque',
  'the winning numbers are the ones that the block hash gives':
    'los números ganadores son los que da el hash del bloque',
  'the list is the one whose hash was published before the block':
    'la lista es aquella cuyo hash se publicó antes del bloque',
  'the block is the third after the time of the draw':
    'el bloque es el tercero después del momento del sorteo',
  'the winning number is the remainder, counted from 1': 'el número ganador es el resto, contado desde 1',
  'the winner is the comment with that number': 'el ganador es el comentario con ese número',
  'the salt was fixed before the entrants were known':
    'la sal se fijó antes de que se conociera a los participantes',
  'the documents’ hashes follow from their numbers and the salt':
    'los hashes de los documentos resultan de sus números y de la sal',
  'the winners of the second round have the next lowest':
    'los ganadores de la segunda ronda tienen los siguientes hashes más bajos',
  'the winner is the account that the block hash gives': 'el ganador es la cuenta que da el hash del bloque',
  "NIST's beacon signed this pulse": 'la fuente de números aleatorios del NIST firmó este pulso',
  'the output is the hash of the signed pulse': 'el valor de salida es el hash del pulso firmado',
  'the addresses were fixed before the block': 'las direcciones se fijaron antes del bloque',
  'the winning sequence is the last eight digits of the hash':
    'la secuencia ganadora son las ocho últimas cifras del hash',
  'the winners are the closest': 'los ganadores son los más cercanos',
  'the server seed was fixed before the bet': 'la semilla del servidor se fijó antes de la apuesta',
  'the multiplier follows from the seeds and the nonce':
    'el multiplicador resulta de las semillas y del nonce',
  'the fraction is the HMAC over 16^64': 'la fracción es el HMAC dividido entre 16^64',
  'the result lies so far between lowest and highest':
    'el resultado está entre el más bajo y el más alto en la proporción que da la fracción',
  'the transactions are those of the block': 'las transacciones son las del bloque',
  'the numbers are hashes of transaction and number of tickets':
    'los números son hashes de la transacción y del número de boletos',
  'the winning tickets are their remainders': 'los boletos ganadores son los restos de esos números',
  'the block hash is that of a block': 'el hash del bloque es el de un bloque',
  'the seed follows from the block hash and the type': 'la semilla resulta del hash del bloque y del tipo',
  'the roll is the first number of the generator': 'la tirada es el primer número del generador',
  'the winning ticket follows from the roll': 'el boleto ganador resulta de la tirada',
  'the system’s seed is the one of the commitment': 'la semilla del sistema es la del compromiso',
  'the seed is the one that the board gave': 'la semilla es la que dio la junta',
  'the order is the one that both seeds give': 'el orden es el que dan ambas semillas',
  'the seed is the one that was committed to': 'la semilla es la que se fijó en el compromiso',
  'the weights together are the total weight': 'los pesos juntos son el peso total',
  "the slot hash is the one that Solana's ledger has":
    'el hash del slot es el que tiene el libro mayor (ledger) de Solana',
  'the roll follows from seed, slot hash and draw':
    'la tirada resulta de la semilla, del hash del slot y del sorteo',
  'the winner holds the share at that offset': 'el ganador tiene la parte en la que cae ese desplazamiento',
  'the sealed file is the one whose hash was published': 'el archivo sellado es aquel cuyo hash se publicó',
  'the list has as many tickets as its header says': 'la lista tiene tantos boletos como dice su encabezado',
  'the round came out at the time that the header says':
    'la ronda salió en el momento que dice el encabezado',
  'the winning row follows from the randomness': 'la fila ganadora resulta del número aleatorio',
  'the winner is the ticket in that row': 'el ganador es el boleto de esa fila',
  'the selected are the ones that the names give': 'los seleccionados son los que dan los nombres',
  'the scores were fixed before the block': 'las puntuaciones se fijaron antes del bloque',
  'the ticket list is the one whose hash was published':
    'la lista de boletos es aquella cuyo hash se publicó',
  'paid and free tickets together are all tickets':
    'los boletos de pago y los gratuitos juntos son todos los boletos',
  'the mixed value follows from seed, randomness, prize and list':
    'el valor mezclado resulta de la semilla, del número aleatorio, del premio y de la lista',
  'the index follows from the mixed value': 'el índice resulta del valor mezclado',
  'the list has as many tickets as was said': 'la lista tiene tantos boletos como se dijo',
  'the winner follows from a rule': 'el ganador resulta de una regla',
  'the winner is a ticket of the list': 'el ganador es un boleto de la lista',
  'Raffaly signed the six values of the record': 'Raffaly firmó los seis valores del acta',
  'RANDOM.ORG signed this object': 'RANDOM.ORG firmó este objeto',
  'the serial number is the one in the signed object': 'el número de serie es el del objeto firmado',
  'the time is the one in the signed object': 'el momento es el del objeto firmado',
  'amount and range are those in the signed object': 'la cantidad y el intervalo son los del objeto firmado',
  'the numbers are those in the signed object': 'los números son los del objeto firmado',
  'the ties are those of the count': 'los empates son los del recuento',
  'the seed is the one that was made in public': 'la semilla es la que se generó en público',
  'the candidates drawn are the ones that the seed gives':
    'los candidatos sorteados son los que da la semilla',
  'the numbers are the ones that the public sources published':
    'los números son los que publicaron las fuentes públicas',
  'the key is made of those numbers': 'la clave se compone de esos números',
  'the digests follow from the key': 'las huellas resultan de la clave',
  'each divisor is the number of volunteers left': 'cada divisor es el número de voluntarios que quedan',
  'the positions selected are the ones that the digests give':
    'las posiciones seleccionadas son las que dan las huellas',
  'the volunteers named stand at those positions': 'los voluntarios nombrados están en esas posiciones',
  'each entry has the ticket number that the seed gives':
    'cada participación tiene el número de boleto que da la semilla',
  'the order of selection is the order of the ticket numbers':
    'el orden de selección es el orden de los números de los boletos',
  'the tickets of all orders add up': 'la suma de los boletos de todos los pedidos cuadra',
  'the digest follows from seed and block hash': 'la huella resulta de la semilla y del hash del bloque',
  'the index follows from the digest': 'el índice resulta de la huella',
  'the winner has the ticket at that index': 'el ganador tiene el boleto que está en ese índice',
  'the secret is the one whose hash was published': 'el secreto es aquel cuyo hash se publicó',
  'the transaction is that of the bet': 'la transacción es la de la apuesta',
  'the bet hash follows from secret and transaction':
    'el hash de la apuesta resulta del secreto y de la transacción',
  'the lucky number is the first two bytes': 'el número de la suerte son los dos primeros bytes',
  'the tickets are those of the file whose hash was published':
    'los boletos son los del archivo cuyo hash se publicó',
  'the tokens are those of the file whose hash was published':
    'los tokens son los del archivo cuyo hash se publicó',
  'the winners follow from tickets and block hash':
    'los ganadores resultan de los boletos y del hash del bloque',
  'the tokens won are the next numbers of the generator':
    'los tokens ganados son los números siguientes del generador',
  'the cards were counted before the dice were rolled': 'las papeletas se contaron antes de tirar los dados',
  'the seed was rolled in public': 'la semilla se sacó en público, tirando dados',
  'the cards drawn are the ones that the seed gives': 'las papeletas sorteadas son las que da la semilla',
  'the number of sheets was fixed before the dice were rolled':
    'el número de hojas se fijó antes de tirar los dados',
  'the seed is the one that was rolled in public': 'la semilla es la que se sacó en público, tirando dados',
  'the digests are those of seed and counter': 'las huellas son las de la semilla y del contador',
  'the numbers are the ones that the digests give': 'los números son los que dan las huellas',
  'the mines follow from the seeds and the nonce': 'las minas resultan de las semillas y del nonce',
  'the scores are the result of the vote': 'las puntuaciones son el resultado de la votación',
  'the random bytes were made after the vote': 'los bytes aleatorios se generaron después de la votación',
  'the order is the one that scores and random bytes give':
    'el orden es el que dan las puntuaciones y los bytes aleatorios',
  'the block is the one of the commitment': 'el bloque es el del compromiso',
  'the shortlist was fixed before the draw': 'la lista de grupos preseleccionados se fijó antes del sorteo',
  'the randomness is that of the block': 'el valor aleatorio es el del bloque',
  'the chosen groups are the ones that the randomness gives':
    'los grupos elegidos son los que da el valor aleatorio',
  'the tickets were fixed before the dice were rolled': 'los boletos se fijaron antes de tirar los dados',
  'the seed is what the dice showed': 'la semilla es lo que mostraron los dados',
  'the winners hold the tickets that the seed gives': 'los ganadores tienen los boletos que da la semilla',
  'the seed hash is the hash of the timestamp': 'el hash de la semilla es el hash de la marca de tiempo',
  'the winners are the ones that seed hash and list give':
    'los ganadores son los que dan el hash de la semilla y la lista',
  'the winning numbers follow from the combined hash': 'los números ganadores resultan del hash combinado',
  'the pools were fixed before the round': 'las bolsas de solicitudes se fijaron antes de la ronda',
  'the round is the announced one': 'la ronda es la anunciada',
  'the scores are the hashes': 'las puntuaciones son los hashes',
  'each pool is in the order of the scores': 'cada bolsa está en el orden de las puntuaciones',
  'the selected submissions are the first of each pool':
    'las solicitudes seleccionadas son las primeras de cada bolsa',
  "the roll's number follows from the block hash": 'el número que da la tirada resulta del hash del bloque',
  "the numbers are the roll's number in that base":
    'los números son el número que da la tirada, escrito en esa base',
  "the block hash is that of the day's last block": 'el hash del bloque es el del último bloque del día',
  'the entry numbers are those of the addresses': 'los números de participación son los de las direcciones',
  'the winning number is the last ten digits': 'el número ganador son las diez últimas cifras',
  'no entry is both qualified and disqualified':
    'ninguna participación está a la vez admitida y descalificada',
  'the disqualified entries were rightly left out':
    'las participaciones descalificadas se dejaron fuera con razón',
  'the round is the latest one at the time of the draw':
    'la ronda es la más reciente en el momento del sorteo',
  'the published ranks are the order of the scores':
    'los puestos publicados son el orden de las puntuaciones',
  'the winner has the highest score': 'el ganador tiene la puntuación más alta',
  'the modulus was fixed before the block': 'el módulo se fijó antes del bloque',
  "the winner's number is the remainder": 'el número del ganador es el resto',
  'the code is the one whose hash was published': 'el código es aquel cuyo hash se publicó',
  'the labels were fixed before the lotteries': 'las etiquetas se fijaron antes de las loterías',
  'the randomness is what the lotteries gave': 'el valor aleatorio es lo que dieron las loterías',
  'the labels stand in the order of their hashes': 'las etiquetas están en el orden de sus hashes',
  'the selected are the first that may be': 'las seleccionadas son las primeras que pueden serlo',
  'the names are those of the forum': 'los nombres son los del foro',
  'the seed is the hash of time and names': 'la semilla es el hash del momento y de los nombres',
  'the operator signed the lock receipt': 'el organizador firmó el recibo de bloqueo',
  'the lock receipt is that of this draw': 'el recibo de bloqueo es el de este sorteo',
  "the lock receipt has this place among the operator's draws":
    'el recibo de bloqueo tiene este lugar entre los sorteos del organizador',
  'that hash is in the lock receipt': 'ese hash está en el recibo de bloqueo',
  'the round is the one in the lock receipt': 'la ronda es la del recibo de bloqueo',
  'the round came out after the list was locked': 'la ronda salió después de que se bloqueara la lista',
  'the seed follows from randomness and entries':
    'la semilla resulta del número aleatorio y de las participaciones',
  'the winners are the first ones of the shuffled entries':
    'los ganadores son los primeros de las participaciones mezcladas',
  'Wallop! signed the execution receipt': 'Wallop! firmó el recibo de ejecución',
  'the execution receipt is about that lock receipt':
    'el recibo de ejecución se refiere a ese recibo de bloqueo',
  'the execution receipt has that randomness and seed':
    'el recibo de ejecución tiene ese número aleatorio y esa semilla',
  'the execution receipt names those winners': 'el recibo de ejecución nombra a esos ganadores',
  'the weather is the one that the Met Office published':
    'el dato meteorológico es el que publicó la Met Office',
  'the weather was observed by the time that the lock receipt names':
    'el dato meteorológico se observó, a más tardar, en el momento que nombra el recibo de bloqueo',
  'the weather was observed within an hour of that time':
    'el dato meteorológico se observó a menos de una hora de ese momento',
  'the seed follows from randomness, weather and entries':
    'la semilla resulta del número aleatorio, del dato meteorológico y de las participaciones',
  'the execution receipt has that randomness, weather and seed':
    'el recibo de ejecución tiene ese número aleatorio, ese dato meteorológico y esa semilla',
  'the random number was not chosen': 'el número aleatorio no lo eligió nadie',
  'the index follows from the random number': 'el índice resulta del número aleatorio',
  'the numbers are the ones that EuroMillions drew': 'los números son los que salieron en Euromillones',
  'the text is made of those numbers': 'el texto se compone de esos números',
  'the digest is the hash of the text': 'la huella es el hash del texto',
  'the index is the last byte modulo the number of candidates':
    'el índice es el último byte módulo el número de candidatos',
  'the winner is the candidate at that index': 'el ganador es el candidato que está en ese índice',
  'the list has as many tickets as were sold': 'la lista tiene tantos boletos como se vendieron',
  'the entropy is what a source that was named beforehand published':
    'la entropía es lo que publicó una fuente que se nombró de antemano',
  'the digest follows from seed and entropy': 'la huella resulta de la semilla y de la entropía',
  'the winning position follows from the digest': 'la posición ganadora resulta de la huella',
  'the winner is the ticket at that position': 'el ganador es el boleto que está en esa posición',
  'the HMAC follows from the seeds, the round and the nonce':
    'el HMAC resulta de las semillas, de la ronda y del nonce',
  'the random value is made of the first 8 bytes of it':
    'el valor aleatorio se compone de los 8 primeros bytes del HMAC',
}
