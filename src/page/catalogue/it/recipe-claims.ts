/**
 * What the claims of recipes say.
 *
 * @packageDocumentation
 */
import type { Phrases } from '../translator.js'

export const recipeClaims: Phrases = {
  'the number of tickets was fixed before the draw':
    'il numero di biglietti era stato fissato prima dell’estrazione',
  'the block hash is that of the block of this height':
    'l’hash del blocco è quello del blocco che si trova a questa altezza',
  'the digest is that of the block hash': 'l’impronta è quella dell’hash del blocco',
  'the remainder follows from the digest': 'il resto deriva dall’impronta',
  'the winning ticket is the remainder, counted from 69420':
    'il biglietto vincente è il resto, contato a partire da 69420',
  'the number of entries was fixed before the draw':
    'il numero di voci era stato fissato prima dell’estrazione',
  'the seed is the one that the contract drew': 'il valore iniziale è quello estratto dal contratto',
  "the first tier's entry follows from the seed": 'la voce della prima fascia deriva dal valore iniziale',
  "the second tier's entries follow from the seed":
    'le voci della seconda fascia derivano dal valore iniziale',
  'the list hashes to the hash that was published with it':
    'l’hash dell’elenco è quello pubblicato insieme a esso',
  'the list was fixed before the block': 'l’elenco era stato fissato prima del blocco',
  'the participants have as many tickets as was said':
    'i partecipanti hanno tanti biglietti quanti ne sono stati dichiarati',
  'the block hash is that of the announced block': 'l’hash del blocco è quello del blocco annunciato',
  'the seed follows from block and list': 'il valore iniziale deriva dal blocco e dall’elenco',
  'the winning ticket follows from the seed': 'il biglietto vincente deriva dal valore iniziale',
  'the winner holds that ticket': 'il vincitore ha quel biglietto',
  'the list was fixed before the draw': 'l’elenco era stato fissato prima dell’estrazione',
  'the ticket hashes follow from prize and entry': 'gli hash dei biglietti derivano dal premio e dalla voce',
  'the result hashes follow from the ticket hashes and the block hash':
    'gli hash dei risultati derivano dagli hash dei biglietti e dall’hash del blocco',
  'the result indices are the order of the result hashes':
    'gli indici dei risultati sono l’ordine degli hash dei risultati',
  'the winners have the highest result hashes': 'i vincitori hanno gli hash dei risultati più alti',
  'the list has as many entries as tickets were counted':
    'l’elenco ha tante voci quanti sono i biglietti contati',
  'the block hash is the hash of the block header': 'l’hash del blocco è l’hash dell’intestazione del blocco',
  'the winning tickets follow from the block hash': 'i biglietti vincenti derivano dall’hash del blocco',
  'the winners have these tickets': 'i vincitori hanno questi biglietti',
  'the winning position is the remainder': 'la posizione vincente è il resto',
  'the list hashes to the hash of the request': 'l’hash dell’elenco è quello della richiesta',
  'the number is the one that Chainlink delivered': 'il numero è quello fornito da Chainlink',
  'the index is the remainder': 'l’indice è il resto',
  'the winner is the wallet at that index': 'il vincitore è il wallet a quell’indice',
  'the order is the one that the number gives': 'l’ordine è quello che risulta dal numero',
  'the file hashes to the hash of the request': 'l’hash del file è quello della richiesta',
  'the starting position is the remainder': 'la posizione di partenza è il resto',
  'the winners stand from that line on': 'i vincitori si trovano da quella riga in poi',
  'the newest hash leads to the one that was known before, in as many steps as there are games between':
    'l’hash più recente porta a quello noto in precedenza, in tanti passaggi quante sono le partite tra l’uno e l’altro',
  'the salt is the hash of the block that was announced': 'il sale (salt) è l’hash del blocco annunciato',
  'each hash leads to the one of the game before': 'ogni hash porta a quello della partita precedente',
  'the games are numbered one by one': 'le partite sono numerate una per una',
  'each result follows from its hash and the salt': 'ogni risultato deriva dal suo hash e dal sale (salt)',
  'the stakes are those of the ledger at the draw':
    'le quote in staking sono quelle del registro della catena al momento dell’estrazione',
  'the block is the first one after the announced time': 'il blocco è il primo dopo il momento annunciato',
  'the winner’s stake is the one that the random number falls on':
    'la quota del vincitore è quella su cui cade il numero casuale',
  'the server seed is the one whose hash was published':
    'il valore iniziale del server è quello il cui hash è stato pubblicato',
  'the HMAC follows from the seeds and the nonce': 'l’HMAC deriva dai valori iniziali e dal nonce',
  'the number is the first 13 hex digits of it': 'il numero è formato dalle sue prime 13 cifre esadecimali',
  'the fraction is the number over 2^52': 'la frazione è il numero diviso per 2^52',
  'the index is the fraction times the tickets': 'l’indice è la frazione moltiplicata per i biglietti',
  'the client seed is the one that the player chose':
    'il valore iniziale del client è quello scelto dal giocatore',
  'the blocks follow from the seeds and the nonce': 'i blocchi derivano dai valori iniziali e dal nonce',
  'the floats are the blocks in pieces of four bytes':
    'i numeri in virgola mobile sono i blocchi a pezzi di quattro byte',
  'the result follows from the floats': 'il risultato deriva dai numeri in virgola mobile',
  'the snapshot is the one whose hash was published': 'l’istantanea è quella il cui hash è stato pubblicato',
  'the random number is the one that Chainlink gave': 'il numero casuale è quello dato da Chainlink',
  'the numbers follow from the random number': 'i numeri derivano dal numero casuale',
  'each pick leaves one ticket less': 'ogni scelta lascia un biglietto in meno',
  'each index follows from its number': 'ogni indice deriva dal suo numero',
  'the winners have the tickets at those indices': 'i vincitori hanno i biglietti a quegli indici',
  'the server seed is the one that the public hash is of':
    'il valore iniziale del server è quello da cui è fatto l’hash pubblico',
  'the roll follows from the seeds and the nonce': 'il tiro deriva dai valori iniziali e dal nonce',
  'those who tie were fixed by the vote': 'chi è a pari merito è stato stabilito dal voto',
  'the seed follows from the policy': 'il valore iniziale deriva dalla policy',
  'the winners are the ones that the seed gives': 'i vincitori sono quelli che risultano dal valore iniziale',
  'the secret is the one that was committed to': 'il segreto è quello fissato nell’impegno',
  'the list has as many options as was published':
    'l’elenco ha tante opzioni quante ne sono state pubblicate',
  'the result follows from the secret': 'il risultato deriva dal segreto',
  'the winner is the option at that place': 'il vincitore è l’opzione a quel posto',
  'the list has as many participants as was published':
    'l’elenco ha tanti partecipanti quanti ne sono stati pubblicati',
  'the round is the one that was announced': 'l’emissione è quella annunciata',
  'the randomness is the one that drand published': 'il numero casuale è quello pubblicato da drand',
  "the winner's number follows from the randomness": 'il numero del vincitore deriva dal numero casuale',
  'the winner has that number in the list': 'il vincitore ha quel numero nell’elenco',
  'the block hash is that of the next block': 'l’hash del blocco è quello del blocco successivo',
  'the group is the last four digits': 'il gruppo è formato dalle ultime quattro cifre',
  'the first ball is its remainder': 'la prima pallina è il suo resto',
  'the lucky tickets are the first after the shuffle':
    'i biglietti fortunati sono i primi dopo il mescolamento',
  'the holders have these tickets': 'i titolari hanno questi biglietti',
  'the list has as many entries as was said': 'l’elenco ha tante voci quante ne sono state dichiarate',
  'the round is the next one after the time of the draw':
    'l’emissione è la prima dopo il momento dell’estrazione',
  'the winners are the ones that randomness and list give':
    'i vincitori sono quelli che risultano dal numero casuale e dall’elenco',
  'the signature is the one that drand made for this round':
    'la firma è quella fatta da drand per questa emissione',
  'the randomness is the hash of the signature': 'il numero casuale è l’hash della firma',
  'the hash is that of the list as it is given': 'l’hash è quello dell’elenco così come è dato',
  'the winners are the first entries in sorted order, as with any other randomness':
    'i vincitori sono le prime voci una volta messe in ordine, come con qualsiasi altro numero casuale',
  'the winners are the ones that randomness and list give, in that order':
    'i vincitori sono quelli che risultano dal numero casuale e dall’elenco, in quell’ordine',
  'the points were fixed before the block': 'i punti erano stati fissati prima del blocco',
  'the winners are the ones that the block hash gives':
    'i vincitori sono quelli che risultano dall’hash del blocco',
  'the holders’ weights are those at the close block':
    'i pesi dei titolari sono quelli al blocco di chiusura',
  'the weights add up to the total': 'la somma dei pesi dà il totale',
  'the winner’s proof leads to the Merkle root': 'la prova del vincitore porta alla radice di Merkle',
  'the block hash is that of the close block': 'l’hash del blocco è quello del blocco di chiusura',
  'the roll follows from the block hash and the draw’s number':
    'il tiro deriva dall’hash del blocco e dal numero dell’estrazione',
  'the offset follows from the roll': 'lo scostamento deriva dal tiro',
  'the winner’s weight is that in the list': 'il peso del vincitore è quello indicato nell’elenco',
  'the weights before the winner’s add up': 'la somma dei pesi che precedono quello del vincitore è giusta',
  'the winner’s weight is the one that the offset falls on':
    'il peso del vincitore è quello su cui cade lo scostamento',
  'the block hashes are those of the announced blocks':
    'gli hash dei blocchi sono quelli dei blocchi annunciati',
  'the blocks follow one another': 'i blocchi si susseguono',
  'the positions follow from the block hashes': 'le posizioni derivano dagli hash dei blocchi',
  'the winners stand at those positions': 'i vincitori si trovano in quelle posizioni',
  'the seed is the one whose hash was published':
    'il valore iniziale è quello il cui hash è stato pubblicato',
  'the round is the first one after the end of the raffle':
    'l’emissione è la prima dopo la fine della lotteria',
  'the digest follows from seed and randomness': 'l’impronta deriva dal valore iniziale e dal numero casuale',
  'the winning index follows from the digest': 'l’indice vincente deriva dall’impronta',
  'the winner is the ticket at that index': 'il vincitore è il biglietto a quell’indice',
  'the shuffled list is in the order of the hashes': 'l’elenco mescolato è nell’ordine degli hash',
  'the winners have the lowest hashes': 'i vincitori hanno gli hash più bassi',
  'the entries are the ones whose hash was published': 'le voci sono quelle il cui hash è stato pubblicato',
  'the client seed is that randomness': 'il valore iniziale del client è quel numero casuale',
  'the ranking has every entry, with its score and in its place':
    'la classifica contiene ogni voce, con il suo punteggio e al suo posto',
  'the winners are first in the ranking': 'i vincitori sono i primi della classifica',
  'the hashes are those of the entrants and their places':
    'gli hash sono quelli dei partecipanti e dei loro posti',
  'the ticket chain is the one that name and entrants give':
    'la catena dei biglietti è quella che risulta dal nome e dai partecipanti',
  'the output is the one that NIST published for the announced time':
    'l’output è quello pubblicato dal NIST per il momento annunciato',
  'the results are those of the tickets and the output, the lowest first':
    'i risultati sono quelli dei biglietti e dell’output, a partire dal più basso',
  'the winner has the lowest result': 'il vincitore ha il risultato più basso',
  'the names were fixed before the block': 'i nomi erano stati fissati prima del blocco',
  'the hashes are those of the names': 'gli hash sono quelli dei nomi',
  'the ranking is the order of the hashes': 'la classifica è l’ordine degli hash',
  'the round is the first one when the draw was due or later':
    'l’emissione è la prima uscita al momento previsto per l’estrazione o dopo',
  'the winners have the lowest scores': 'i vincitori hanno i punteggi più bassi',
  'the rule is the one whose hash was published': 'la regola è quella il cui hash è stato pubblicato',
  'the rule is to pick from the shuffled list': 'la regola è di prendere dall’elenco mescolato',
  'the inputs are, in some order, the ones whose hash was published':
    'i dati di partenza sono, in un certo ordine, quelli il cui hash è stato pubblicato',
  'the commitment is to that rule, those inputs and that round':
    'l’impegno riguarda quella regola, quei dati di partenza e quell’emissione',
  'the order of the inputs was fixed before the draw':
    'l’ordine dei dati di partenza era stato fissato prima dell’estrazione',
  'the round is the one that was committed to': 'l’emissione è quella fissata nell’impegno',
  'the output follows from randomness, rule and inputs':
    'l’output deriva dal numero casuale, dalla regola e dai dati di partenza',
  'the selection follows from the output and the order of the inputs':
    'la selezione deriva dall’output e dall’ordine dei dati di partenza',
  "the receipt's id is the beginning of the commitment": 'l’id della ricevuta è l’inizio dell’impegno',
  "the number of addresses was fixed before the beacon's time":
    'il numero di indirizzi era stato fissato prima del momento del numero casuale della fonte',
  "the output is that of NIST's beacon at that time":
    'l’output è quello della fonte del NIST in quel momento',
  'the first winning place is the remainder': 'il primo posto vincente è il resto',
  'the entries have as much weight as was said': 'le voci hanno il peso che è stato dichiarato',
  "the beacon is drand's": 'la fonte del numero casuale è quella di drand',
  'the seed follows from the hash of the entries and the beacon':
    'il valore iniziale deriva dall’hash delle voci e dal numero casuale della fonte',
  'the winner is the entry that the seed gives': 'il vincitore è la voce che risulta dal valore iniziale',
  'the round was still to come at the time of the draw':
    'l’emissione doveva ancora venire al momento dell’estrazione',
  'the combined hash follows from randomness, seed, draw and salt':
    'l’hash combinato deriva dal numero casuale, dal valore iniziale, dall’estrazione e dal sale (salt)',
  'the winning number follows from the combined hash': 'il numero vincente deriva dall’hash combinato',
  'the client seed is the hash of the entries and their wallets':
    'il valore iniziale del client è l’hash delle voci e dei loro wallet',
  "the block stands in Bitcoin's chain": 'il blocco fa parte della catena di Bitcoin',
  'the time of the block is later than that of the commitment':
    'il momento del blocco è successivo a quello dell’impegno',
  'the HMAC follows from both seeds, lotto and block':
    'l’HMAC deriva dai due valori iniziali, dalla lotteria e dal blocco',
  'the winning index follows from the HMAC': 'l’indice vincente deriva dall’HMAC',
  'the winner is the entry at that index': 'il vincitore è la voce a quell’indice',
  'the number of tickets was fixed before the block':
    'il numero di biglietti era stato fissato prima del blocco',
  'the seed is the block hash as a number': 'il valore iniziale è l’hash del blocco letto come numero',
  'the order is the one that the seed gives': 'l’ordine è quello che risulta dal valore iniziale',
  'the number of participants was fixed before the draw':
    'il numero di partecipanti era stato fissato prima dell’estrazione',
  'there is one nonce for each prize, from 1': 'c’è un nonce per ogni premio, a partire da 1',
  'the hashes follow from the block hash and the nonces':
    'gli hash derivano dall’hash del blocco e dai nonce',
  'the numbers are the hashes in decimal': 'i numeri sono gli hash in notazione decimale',
  'the remainders follow from the numbers': 'i resti derivano dai numeri',
  'the positions are the remainders, counted from 1': 'le posizioni sono i resti, contate a partire da 1',
  'the public value is the one that its sources published':
    'il valore pubblico è quello pubblicato dalle sue fonti',
  'the candidates with the highest hashes were selected, in that order':
    'sono stati selezionati i candidati con gli hash più alti, in quell’ordine',
  'the certificate id is the hash of the certificate': 'l’id del certificato è l’hash del certificato',
  "INMETRO's beacon signed this pulse": 'la fonte di INMETRO ha firmato questo impulso',
  'the output is the hash of the signed pulse and its signature':
    'l’output è l’hash dell’impulso firmato e della sua firma',
  'the block id is that of the block of this height':
    'l’id del blocco è quello del blocco che si trova a questa altezza',
  'the block is the next one after the announcement': 'il blocco è il primo dopo l’annuncio',
  'the winners are the ones that the block id gives':
    'i vincitori sono quelli che risultano dall’id del blocco',
  'the server seed was fixed before the draw':
    'il valore iniziale del server era stato fissato prima dell’estrazione',
  'the tickets in the list add up': 'la somma dei biglietti nell’elenco è giusta',
  'the list has as many participants as was said':
    'l’elenco ha tanti partecipanti quanti ne sono stati dichiarati',
  'the client seed is made of period, tickets and participants':
    'il valore iniziale del client è composto da periodo, biglietti e partecipanti',
  'the nonce is the period': 'il nonce è il periodo',
  'the proof hash follows from the seeds and the nonce':
    'l’hash della prova deriva dai valori iniziali e dal nonce',
  'the winning ticket follows from the proof hash': 'il biglietto vincente deriva dall’hash della prova',
  'the winner has that ticket': 'il vincitore possiede quel biglietto',
  'the list is the one whose hash was published': 'l’elenco è quello il cui hash è stato pubblicato',
  'the winners of the first raffle follow from list and block hash':
    'i vincitori della prima lotteria derivano dall’elenco e dall’hash del blocco',
  'the winners of the second raffle follow on': 'i vincitori della seconda lotteria vengono di seguito',
  'the block hash is that of the first block after the announced time':
    'l’hash del blocco è quello del primo blocco dopo il momento annunciato',
  'the digest follows from both hashes': 'l’impronta deriva dai due hash',
  'the five prizes follow from the digest': 'i cinque premi derivano dall’impronta',
  'the sixth prize is the sum of the five, of which the last four digits count':
    'il sesto premio è la somma degli altri cinque, di cui contano le ultime quattro cifre',
  "the artist's key is the one whose hash was posted":
    'la chiave dell’artista è quella il cui hash è stato pubblicato',
  'the sizes of the lists were fixed before the draw':
    'le dimensioni degli elenchi erano state fissate prima dell’estrazione',
  'the RANDAO value is that of the announced block': 'il valore RANDAO è quello del blocco annunciato',
  'the seed is both keys, combined by XOR':
    'il valore iniziale è formato dalle due chiavi, combinate con XOR',
  'the winning ids follow from the seed': 'gli id vincenti derivano dal valore iniziale',
  'the block hash is that of the block': 'l’hash del blocco è quello del blocco',
  'the winning numbers are the ones that the block hash gives':
    'i numeri vincenti sono quelli che risultano dall’hash del blocco',
  'the list is the one whose hash was published before the block':
    'l’elenco è quello il cui hash è stato pubblicato prima del blocco',
  'the block is the third after the time of the draw': 'il blocco è il terzo dopo il momento dell’estrazione',
  'the winning number is the remainder, counted from 1':
    'il numero vincente è il resto, contato a partire da 1',
  'the winner is the comment with that number': 'il vincitore è il commento con quel numero',
  'the salt was fixed before the entrants were known':
    'il sale (salt) era stato fissato prima che si conoscessero i partecipanti',
  'the documents’ hashes follow from their numbers and the salt':
    'gli hash dei documenti derivano dai loro numeri e dal sale (salt)',
  'the winners of the second round have the next lowest':
    'i vincitori del secondo turno hanno gli hash più bassi successivi',
  'the winner is the account that the block hash gives':
    'il vincitore è l’account che risulta dall’hash del blocco',
  "NIST's beacon signed this pulse": 'la fonte del NIST ha firmato questo impulso',
  'the output is the hash of the signed pulse': 'l’output è l’hash dell’impulso firmato',
  'the addresses were fixed before the block': 'gli indirizzi erano stati fissati prima del blocco',
  'the winning sequence is the last eight digits of the hash':
    'la sequenza vincente è formata dalle ultime otto cifre dell’hash',
  'the winners are the closest': 'i vincitori sono i più vicini',
  'the server seed was fixed before the bet':
    'il valore iniziale del server era stato fissato prima della scommessa',
  'the multiplier follows from the seeds and the nonce':
    'il moltiplicatore deriva dai valori iniziali e dal nonce',
  'the fraction is the HMAC over 16^64': 'la frazione è l’HMAC diviso per 16^64',
  'the result lies so far between lowest and highest':
    'il risultato si trova a quella frazione del tratto fra il minimo e il massimo',
  'the transactions are those of the block': 'le transazioni sono quelle del blocco',
  'the numbers are hashes of transaction and number of tickets':
    'i numeri sono gli hash della transazione e del numero di biglietti',
  'the winning tickets are their remainders': 'i biglietti vincenti sono i loro resti',
  'the block hash is that of a block': 'l’hash del blocco è quello di un blocco',
  'the seed follows from the block hash and the type':
    'il valore iniziale deriva dall’hash del blocco e dal tipo',
  'the roll is the first number of the generator': 'il tiro è il primo numero del generatore',
  'the winning ticket follows from the roll': 'il biglietto vincente deriva dal tiro',
  'the system’s seed is the one of the commitment': 'il valore iniziale del sistema è quello dell’impegno',
  'the seed is the one that the board gave': 'il valore iniziale è quello dato dalla commissione',
  'the order is the one that both seeds give': 'l’ordine è quello che risulta dai due valori iniziali',
  'the seed is the one that was committed to': 'il valore iniziale è quello fissato nell’impegno',
  'the weights together are the total weight': 'i pesi insieme danno il peso totale',
  "the slot hash is the one that Solana's ledger has":
    'l’hash dello slot è quello che riporta il registro della catena di Solana',
  'the roll follows from seed, slot hash and draw':
    'il tiro deriva dal valore iniziale, dall’hash dello slot e dall’estrazione',
  'the winner holds the share at that offset': 'il vincitore ha la quota che si trova a quello scostamento',
  'the sealed file is the one whose hash was published':
    'il file sigillato è quello il cui hash è stato pubblicato',
  'the list has as many tickets as its header says':
    'l’elenco ha tanti biglietti quanti ne indica la sua intestazione',
  'the round came out at the time that the header says':
    'l’emissione è uscita nel momento indicato dall’intestazione',
  'the winning row follows from the randomness': 'la riga vincente deriva dal numero casuale',
  'the winner is the ticket in that row': 'il vincitore è il biglietto in quella riga',
  'the selected are the ones that the names give': 'i selezionati sono quelli che risultano dai nomi',
  'the scores were fixed before the block': 'i punteggi erano stati fissati prima del blocco',
  'the ticket list is the one whose hash was published':
    'l’elenco dei biglietti è quello il cui hash è stato pubblicato',
  'paid and free tickets together are all tickets':
    'i biglietti a pagamento e quelli gratuiti insieme sono tutti i biglietti',
  'the mixed value follows from seed, randomness, prize and list':
    'il valore combinato deriva da valore iniziale, numero casuale, premio ed elenco',
  'the index follows from the mixed value': 'l’indice deriva dal valore combinato',
  'the list has as many tickets as was said': 'l’elenco ha tanti biglietti quanti ne sono stati dichiarati',
  'the winner follows from a rule': 'il vincitore deriva da una regola',
  'the winner is a ticket of the list': 'il vincitore è un biglietto dell’elenco',
  'Raffaly signed the six values of the record': 'Raffaly ha firmato i sei valori del resoconto',
  'RANDOM.ORG signed this object': 'RANDOM.ORG ha firmato questo oggetto',
  'the serial number is the one in the signed object': 'il numero di serie è quello nell’oggetto firmato',
  'the time is the one in the signed object': 'il momento è quello nell’oggetto firmato',
  'amount and range are those in the signed object':
    'la quantità e l’intervallo sono quelli nell’oggetto firmato',
  'the numbers are those in the signed object': 'i numeri sono quelli nell’oggetto firmato',
  'the ties are those of the count': 'le parità sono quelle dello spoglio',
  'the seed is the one that was made in public': 'il valore iniziale è quello prodotto in pubblico',
  'the candidates drawn are the ones that the seed gives':
    'i candidati estratti sono quelli che risultano dal valore iniziale',
  'the numbers are the ones that the public sources published':
    'i numeri sono quelli pubblicati dalle fonti pubbliche',
  'the key is made of those numbers': 'la chiave è composta da quei numeri',
  'the digests follow from the key': 'le impronte derivano dalla chiave',
  'each divisor is the number of volunteers left': 'ogni divisore è il numero di volontari rimasti',
  'the positions selected are the ones that the digests give':
    'le posizioni selezionate sono quelle che risultano dalle impronte',
  'the volunteers named stand at those positions': 'i volontari nominati si trovano in quelle posizioni',
  'each entry has the ticket number that the seed gives':
    'ogni voce ha il numero di biglietto che risulta dal valore iniziale',
  'the order of selection is the order of the ticket numbers':
    'l’ordine di selezione è l’ordine dei numeri dei biglietti',
  'the tickets of all orders add up': 'la somma dei biglietti di tutti gli ordini d’acquisto è giusta',
  'the digest follows from seed and block hash':
    'l’impronta deriva dal valore iniziale e dall’hash del blocco',
  'the index follows from the digest': 'l’indice deriva dall’impronta',
  'the winner has the ticket at that index': 'il vincitore ha il biglietto a quell’indice',
  'the secret is the one whose hash was published': 'il segreto è quello il cui hash è stato pubblicato',
  'the transaction is that of the bet': 'la transazione è quella della scommessa',
  'the bet hash follows from secret and transaction':
    'l’hash della scommessa deriva dal segreto e dalla transazione',
  'the lucky number is the first two bytes': 'il numero fortunato è formato dai primi due byte',
  'the tickets are those of the file whose hash was published':
    'i biglietti sono quelli del file il cui hash è stato pubblicato',
  'the tokens are those of the file whose hash was published':
    'i token sono quelli del file il cui hash è stato pubblicato',
  'the winners follow from tickets and block hash':
    'i vincitori derivano dai biglietti e dall’hash del blocco',
  'the tokens won are the next numbers of the generator':
    'i token vinti sono i numeri successivi del generatore',
  'the cards were counted before the dice were rolled':
    'le schede erano state contate prima del lancio dei dadi',
  'the seed was rolled in public': 'il valore iniziale è stato tirato con i dadi in pubblico',
  'the cards drawn are the ones that the seed gives':
    'le schede estratte sono quelle che risultano dal valore iniziale',
  'the number of sheets was fixed before the dice were rolled':
    'il numero di fogli era stato fissato prima del lancio dei dadi',
  'the seed is the one that was rolled in public':
    'il valore iniziale è quello tirato con i dadi in pubblico',
  'the digests are those of seed and counter': 'le impronte sono quelle del valore iniziale e del contatore',
  'the numbers are the ones that the digests give': 'i numeri sono quelli che risultano dalle impronte',
  'the mines follow from the seeds and the nonce': 'le mine derivano dai valori iniziali e dal nonce',
  'the scores are the result of the vote': 'i punteggi sono il risultato del voto',
  'the random bytes were made after the vote': 'i byte casuali sono stati prodotti dopo il voto',
  'the order is the one that scores and random bytes give':
    'l’ordine è quello che risulta dai punteggi e dai byte casuali',
  'the block is the one of the commitment': 'il blocco è quello dell’impegno',
  'the shortlist was fixed before the draw': 'la rosa dei gruppi era stata fissata prima dell’estrazione',
  'the randomness is that of the block': 'il numero casuale è quello del blocco',
  'the chosen groups are the ones that the randomness gives':
    'i gruppi scelti sono quelli che risultano dal numero casuale',
  'the tickets were fixed before the dice were rolled':
    'i biglietti erano stati fissati prima del lancio dei dadi',
  'the seed is what the dice showed': 'il valore iniziale è ciò che hanno mostrato i dadi',
  'the winners hold the tickets that the seed gives':
    'i vincitori hanno i biglietti che risultano dal valore iniziale',
  'the seed hash is the hash of the timestamp': 'l’hash del valore iniziale è l’hash di data e ora',
  'the winners are the ones that seed hash and list give':
    'i vincitori sono quelli che risultano dall’hash del valore iniziale e dall’elenco',
  'the winning numbers follow from the combined hash': 'i numeri vincenti derivano dall’hash combinato',
  'the pools were fixed before the round': 'gli insiemi erano stati fissati prima dell’emissione',
  'the round is the announced one': 'l’emissione è quella che era stata annunciata',
  'the scores are the hashes': 'i punteggi sono gli hash',
  'each pool is in the order of the scores': 'ogni insieme è nell’ordine dei punteggi',
  'the selected submissions are the first of each pool':
    'le candidature selezionate sono le prime di ogni insieme',
  "the roll's number follows from the block hash": 'il numero uscito dal tiro deriva dall’hash del blocco',
  "the numbers are the roll's number in that base":
    'i numeri sono il numero uscito dal tiro, scritto in quella base',
  "the block hash is that of the day's last block":
    'l’hash del blocco è quello dell’ultimo blocco del giorno',
  'the entry numbers are those of the addresses': 'i numeri delle voci sono quelli degli indirizzi',
  'the winning number is the last ten digits': 'il numero vincente è formato dalle ultime dieci cifre',
  'no entry is both qualified and disqualified': 'nessuna voce è insieme ammessa ed esclusa',
  'the disqualified entries were rightly left out': 'le voci escluse sono state lasciate fuori a ragione',
  'the round is the latest one at the time of the draw':
    'l’emissione è la più recente al momento dell’estrazione',
  'the published ranks are the order of the scores':
    'i posti in classifica pubblicati sono l’ordine dei punteggi',
  'the winner has the highest score': 'il vincitore ha il punteggio più alto',
  'the modulus was fixed before the block': 'il modulo era stato fissato prima del blocco',
  "the winner's number is the remainder": 'il numero del vincitore è il resto',
  'the code is the one whose hash was published': 'il codice è quello il cui hash è stato pubblicato',
  'the labels were fixed before the lotteries': 'le etichette erano state fissate prima delle lotterie',
  'the randomness is what the lotteries gave': 'il numero casuale è ciò che è uscito dalle lotterie',
  'the labels stand in the order of their hashes': 'le etichette sono nell’ordine dei loro hash',
  'the selected are the first that may be': 'i selezionati sono i primi che possono esserlo',
  'the names are those of the forum': 'i nomi sono quelli del forum',
  'the seed is the hash of time and names': 'il valore iniziale è l’hash del momento e dei nomi',
  'the operator signed the lock receipt': 'l’organizzatore ha firmato la ricevuta di chiusura',
  'the lock receipt is that of this draw': 'la ricevuta di chiusura è quella di questa estrazione',
  "the lock receipt has this place among the operator's draws":
    'la ricevuta di chiusura ha questo posto fra le estrazioni dell’organizzatore',
  'that hash is in the lock receipt': 'quell’hash è nella ricevuta di chiusura',
  'the round is the one in the lock receipt': 'l’emissione è quella indicata nella ricevuta di chiusura',
  'the round came out after the list was locked': 'l’emissione è uscita dopo la chiusura dell’elenco',
  'the seed follows from randomness and entries': 'il valore iniziale deriva dal numero casuale e dalle voci',
  'the winners are the first ones of the shuffled entries': 'i vincitori sono i primi fra le voci mescolate',
  'Wallop! signed the execution receipt': 'Wallop! ha firmato la ricevuta di esecuzione',
  'the execution receipt is about that lock receipt':
    'la ricevuta di esecuzione riguarda quella ricevuta di chiusura',
  'the execution receipt has that randomness and seed':
    'la ricevuta di esecuzione contiene quel numero casuale e quel valore iniziale',
  'the execution receipt names those winners': 'la ricevuta di esecuzione indica quei vincitori',
  'the weather is the one that the Met Office published':
    'i dati meteorologici sono quelli pubblicati dal Met Office',
  'the weather was observed by the time that the lock receipt names':
    'i dati meteorologici sono stati rilevati entro il momento indicato nella ricevuta di chiusura',
  'the weather was observed within an hour of that time':
    'i dati meteorologici sono stati rilevati a non più di un’ora da quel momento',
  'the seed follows from randomness, weather and entries':
    'il valore iniziale deriva da numero casuale, dati meteorologici e voci',
  'the execution receipt has that randomness, weather and seed':
    'la ricevuta di esecuzione contiene quel numero casuale, quei dati meteorologici e quel valore iniziale',
  'the random number was not chosen': 'nessuno ha scelto il numero casuale',
  'the index follows from the random number': 'l’indice deriva dal numero casuale',
  'the numbers are the ones that EuroMillions drew': 'i numeri sono quelli estratti da EuroMillions',
  'the text is made of those numbers': 'il testo è composto da quei numeri',
  'the digest is the hash of the text': 'l’impronta è l’hash del testo',
  'the index is the last byte modulo the number of candidates':
    'l’indice è l’ultimo byte modulo il numero di candidati',
  'the winner is the candidate at that index': 'il vincitore è il candidato a quell’indice',
  'the list has as many tickets as were sold': 'l’elenco ha tanti biglietti quanti ne sono stati venduti',
  'the entropy is what a source that was named beforehand published':
    'l’entropia è ciò che ha pubblicato una fonte indicata in anticipo',
  'the digest follows from seed and entropy': 'l’impronta deriva dal valore iniziale e dall’entropia',
  'the winning position follows from the digest': 'la posizione vincente deriva dall’impronta',
  'the winner is the ticket at that position': 'il vincitore è il biglietto in quella posizione',
  'the HMAC follows from the seeds, the round and the nonce':
    'l’HMAC deriva dai valori iniziali, dal turno e dal nonce',
  'the random value is made of the first 8 bytes of it': 'il valore casuale è formato dai suoi primi 8 byte',
}
