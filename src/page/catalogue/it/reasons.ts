/**
 * Why claims end as they do, and what was found, by the words of reports. `{0}` stands for a value: see translator.ts.
 *
 * @packageDocumentation
 */
import type { Phrases } from '../translator.js'

export const reasons: Phrases = {
  'the draw of prize {0:number}': 'estrazione del premio {0}',
  'replacement {0:number} of prize {1:number}': 'sostituzione {0} del premio {1}',
  'statement {0:number} (commitment)': 'dichiarazione {0} (impegno)',
  'statement {0:number} (seal)': 'dichiarazione {0} (sigillo)',
  'statement {0:number} (draw)': 'dichiarazione {0} (estrazione)',
  'statement {0:number} (replacement)': 'dichiarazione {0} (sostituzione)',
  'statement {0:number} (cancellation)': 'dichiarazione {0} (annullamento)',
  'statement {0:number}': 'dichiarazione {0}',
  'which {0:value} would count': 'quale valore di {0} conterebbe',
  'the order of the {0:value}': 'l’ordine di {0}',
  'the randomness of the {0:value}': 'il numero casuale di {0}',
  'the signature of the {0:value}': 'la firma di {0}',
  'the round of the {0:value}': 'l’emissione (round) di {0}',
  'what follows from the {0:values}': 'ciò che deriva da quanto segue ({0})',
  paid: 'a pagamento',
  free: 'gratuito',
  'the rule gives something else than the published {0:values}':
    'la regola dà qualcosa di diverso da quanto è stato pubblicato per: {0}',
  'the rule gives something else than the published {0:values}: {1}':
    'la regola dà qualcosa di diverso da quanto è stato pubblicato per {0}: {1}',
  'the rule cannot be carried out: {0}': 'la regola non si può applicare: {0}',
  'the {0:values} does not verify': 'la verifica ha esito negativo: {0}',
  'the proof is of another output than the published {0:values}':
    'la prova riguarda un output diverso da quello pubblicato: {0}',
  'the {0:value} has to be less than {1}': 'il valore {0} deve essere minore di {1}',
  'the {0:value} has to be at most {1}': 'il valore {0} deve essere al massimo {1}',
  'the {0:value} has to be earlier than {1}': 'il valore {0} deve essere anteriore a questo momento: {1}',
  'the {0:value} has to be at or before {1}':
    'il valore {0} non deve essere posteriore a questo momento: {1}',
  'what follows from the {0:values} has to be less than {1}':
    'ciò che deriva da quanto segue ({0}) deve essere minore di {1}',
  'what follows from the {0:values} has to be at most {1}':
    'ciò che deriva da quanto segue ({0}) deve essere al massimo {1}',
  'what follows from the {0:values} has to be earlier than {1}':
    'ciò che deriva da quanto segue ({0}) deve essere anteriore a questo momento: {1}',
  'what follows from the {0:values} has to be at or before {1}':
    'ciò che deriva da quanto segue ({0}) non deve essere posteriore a questo momento: {1}',
  'the two look alike and are written with other code points':
    'i due valori sembrano uguali, ma sono scritti con codici di carattere diversi (code point)',
  'the expected digest is the found one in reverse byte order':
    'l’impronta attesa è quella trovata con i byte in ordine inverso',
  'the expected digest is the found one hashed again': 'l’impronta attesa è l’hash di quella trovata',
  'the found digest is the expected one hashed again': 'l’impronta trovata è l’hash di quella attesa',
  'the expected digest is that of the same bytes as lower-case hex text':
    'l’impronta attesa è quella degli stessi byte come testo esadecimale in minuscole',
  'the expected digest is that of the same bytes as upper-case hex text':
    'l’impronta attesa è quella degli stessi byte come testo esadecimale in maiuscole',
  'the expected digest is that of the same bytes with a newline at the end':
    'l’impronta attesa è quella degli stessi byte con un a capo alla fine',
  'the expected digest is that of the same bytes without the newline at the end':
    'l’impronta attesa è quella degli stessi byte senza l’a capo alla fine',
  'the expected digest is that of the same bytes with CRLF line ends instead of LF':
    'l’impronta attesa è quella degli stessi byte con CRLF come fine riga invece di LF',
  'the expected digest is that of the same bytes with LF line ends instead of CRLF':
    'l’impronta attesa è quella degli stessi byte con LF come fine riga invece di CRLF',
  'the expected digest is that of the same bytes without the byte order mark':
    'l’impronta attesa è quella degli stessi byte senza l’indicatore dell’ordine dei byte (BOM)',
  'the expected digest is that of the same bytes after a byte order mark':
    'l’impronta attesa è quella degli stessi byte preceduti da un indicatore dell’ordine dei byte (BOM)',
  'the signature of the round before was not published; drand serves it with this one as previous_signature':
    'la firma dell’emissione precedente non è stata pubblicata; drand la fornisce insieme a questa come previous_signature',
  'this chain signs no previous signature, and one was published':
    'questa catena non firma nessuna firma precedente, e ne è stata pubblicata una',
  'the previous signature cannot be one of this chain': 'la firma precedente non può essere di questa catena',
  'the signature is not a point of the chain’s group in its one encoding':
    'la firma non è un punto del gruppo della catena, scritto nell’unica codifica ammessa',
  'the signature is not the chain’s over this round':
    'la firma non è quella della catena per questa emissione',
  'the randomness is not the hash of the signature': 'il numero casuale non è l’hash della firma',
  'the signature of round {0} was not published; drand has it at {1}':
    'la firma dell’emissione {0} non è stata pubblicata; drand la mette a disposizione qui: {1}',
  'the recipe brings the chain {0} with the one key {1}, which is not in your trust file: whoever has its key makes its rounds':
    'il metodo porta con sé la catena {0} con la sola chiave {1}, che non è nel suo file di fiducia: chi ha quella chiave ne produce le emissioni',
  'not published: {0:values}': 'non pubblicato: {0}',
  'both are empty': 'sono vuoti tutti e due',
  'the {0:value} is empty': 'il valore {0} è vuoto',
  'it would take {0}': 'servirebbe questo: {0}',
  'it would take evidence from elsewhere': 'servirebbero prove da un’altra fonte',
  'the public key came with the draw; put the key, obtained elsewhere, into the recipe':
    'la chiave pubblica è arrivata insieme all’estrazione; metta nel metodo la chiave ottenuta da un’altra fonte',
  'the trust file has no key of {0}; drawaudit trust add --signer adds one, and --trust gives the file':
    'il file di fiducia non ha nessuna chiave di {0}; per aggiungerne una: drawaudit trust add --signer; il file di fiducia si indica con --trust',
  'the trust file has no key of {0} for {1}; drawaudit trust add --signer adds one, and --trust gives the file':
    'il file di fiducia non ha nessuna chiave di {0} per {1}; per aggiungerne una: drawaudit trust add --signer; il file di fiducia si indica con --trust',
  'the {0} engine cannot verify {1}; the native engine can, and in a browser verifyPublishedOnWeb':
    'il motore {0} non può verificare {1}; può farlo il motore native, e in un browser verifyPublishedOnWeb',
  'only the organiser says when it was published': 'solo l’organizzatore dice quando è stato pubblicato',
  'nobody was asked to look for one, as far as this shows':
    'per quanto risulta da qui, a nessuno è stato chiesto di cercarne uno',
  'no observation of {0} was given': 'non è stata fornita nessuna osservazione di questo indirizzo: {0}',
  'its address has the {0:value} in it, which was not published':
    'il suo indirizzo contiene il valore {0}, che non è stato pubblicato',
  'no address can be made of this {0:value}': 'da questo valore {0} non si può formare nessun indirizzo',
  'what stands at {0} does not fix {1:values}':
    'ciò che si trova all’indirizzo {0} non fissa quanto segue: {1}',
  'it is not shown that the winner follows from what was published':
    'non è dimostrato che il vincitore derivi da ciò che è stato pubblicato',
  'nothing from outside the organiser’s hands decides the winner':
    'nulla che non fosse in mano all’organizzatore decide il vincitore',
  'anyone could try out the {0:value}': 'chiunque poteva fare prove con il valore {0}',
  'nothing that was published beforehand fixes {0:values}':
    'nulla di ciò che è stato pubblicato in anticipo fissa quanto segue: {0}',
  'nothing fixes the order of {0:values}': 'nulla fissa l’ordine di quanto segue: {0}',
  'nothing shows where {0:values} really came from':
    'nulla dimostra la vera provenienza di quanto segue: {0}',
  'nothing shows when the {0:value} could be known':
    'nulla dimostra quando si potesse conoscere il valore {0}',
  'when the {0:value} could be known shows in the header of its block: give it with --headers FILE':
    'l’intestazione del suo blocco mostra quando si poteva conoscere il valore {0}: la fornisca con --headers FILE',
  'a commitment may fit another value too: {0}': 'un impegno può corrispondere anche a un altro valore: {0}',
  '{0} saw it at {1}, at {2}': '{0} l’ha visto ({1}) all’indirizzo {2}',
  '{0} stamped it at {1}': '{0} vi ha apposto una marca temporale ({1})',
  'the time-stamper {0}': 'il servizio di marcatura temporale {0}',
  '{0} saw it at {1}, and it had to be seen by {2}':
    '{0} l’ha visto ({1}), e doveva essere visto al più tardi in questo momento: {2}',
  '{0} stamped it at {1}, and it had to be seen by {2}':
    '{0} vi ha apposto una marca temporale ({1}), e doveva essere visto al più tardi in questo momento: {2}',
  '{0} saw another {1:value} at {2}, at {3}: the organiser may have changed it, or {4} may be wrong':
    '{0} ha visto un altro valore {1} all’indirizzo {2} ({3}): potrebbe averlo cambiato l’organizzatore, oppure potrebbe sbagliarsi {4}',
  '{0} saw there at {1} what cannot be read: {2}': 'ciò che {0} vi ha visto ({1}) non si può leggere: {2}',
  '{0} saw there at {1} another {2:value}': '{0} vi ha visto ({1}) un altro valore {2}',
  '{0} saw there at {1} no {2:value}': '{0} non vi ha visto ({1}) nessun valore {2}',
  'the file that {0} stamped has another {1:value}':
    'il file su cui {0} ha apposto la marca temporale ha un altro valore {1}',
  'the file that {0} stamped has no {1:value}':
    'il file su cui {0} ha apposto la marca temporale non ha nessun valore {1}',
  'a time-stamp is of no file that was given as published':
    'una marca temporale non riguarda nessuno dei file forniti come pubblicati',
  'your trust file pins another block {0} than drawaudit does':
    'il blocco {0} fissato dal suo file di fiducia è diverso da quello fissato da drawaudit',
  'no block of {0} from {1} on is pinned; pin this one, as you have it from elsewhere: drawaudit trust add --block {2}':
    'di {0} non è fissato nessun blocco dal numero {1} in poi; fissi questo, come lo conosce da un’altra fonte: drawaudit trust add --block {2}',
  'no block of {0} from {1} on is pinned; pin this one, or a later one, as you have it from elsewhere: drawaudit trust add --block {2}, give the headers from this block to that one with --headers FILE':
    'di {0} non è fissato nessun blocco dal numero {1} in poi; fissi questo, o uno successivo, come lo conosce da un’altra fonte: drawaudit trust add --block {2}, e fornisca le intestazioni da questo blocco fino a quello con --headers FILE',
  'block {0} of {1} is not pinned: drawaudit trust add --block {2}, as you have it from elsewhere':
    'il blocco {0} di {1} non è fissato: drawaudit trust add --block {2}, come lo conosce da un’altra fonte',
  'give the headers from block {0} to block {1} (pinned by drawaudit) with --headers FILE':
    'fornisca le intestazioni dal blocco {0} fino al blocco {1} (fissato da drawaudit) con --headers FILE',
  'give the headers from block {0} to block {1} (pinned by your trust file) with --headers FILE':
    'fornisca le intestazioni dal blocco {0} fino al blocco {1} (fissato dal suo file di fiducia) con --headers FILE',
  'of the {0} headers that were given none is that of block {1}, with the hash {2}; {3}':
    'fra le intestazioni fornite (in tutto {0}) nessuna è quella del blocco {1}, con l’hash {2}; {3}',
  'the headers that were given lead from block {0} down to block {1}, and that of block {2}, with the hash {3}, is not among them, or is damaged; {4}':
    'le intestazioni fornite portano dal blocco {0} giù fino al blocco {1}, e quella del blocco {2}, con l’hash {3}, non è fra queste, o è danneggiata; {4}',
  'the headers that were given lead to block {0}; {1}': 'le intestazioni fornite portano al blocco {0}; {1}',
  'give the headers from block {0} to block {1} or a later one, with --headers FILE; block {2} is pinned by drawaudit':
    'fornisca le intestazioni dal blocco {0} fino al blocco {1} o a uno successivo, con --headers FILE; il blocco {2} è fissato da drawaudit',
  'give the headers from block {0} to block {1} or a later one, with --headers FILE; block {2} is pinned by your trust file':
    'fornisca le intestazioni dal blocco {0} fino al blocco {1} o a uno successivo, con --headers FILE; il blocco {2} è fissato dal suo file di fiducia',
  'block {0} of {1}, pinned by drawaudit': 'blocco {0} di {1}, fissato da drawaudit',
  'block {0} of {1}, pinned by your trust file': 'blocco {0} di {1}, fissato dal suo file di fiducia',
  'block {0} of {1}, {2} below block {3}, to which its headers lead; pinned by drawaudit':
    'blocco {0} di {1}, più in basso del blocco {3} (distanza in blocchi: {2}), al quale portano le sue intestazioni e che è fissato da drawaudit',
  'block {0} of {1}, {2} below block {3}, to which its headers lead; pinned by your trust file':
    'blocco {0} di {1}, più in basso del blocco {3} (distanza in blocchi: {2}), al quale portano le sue intestazioni e che è fissato dal suo file di fiducia',
  'the hash is another than that of {0}': 'l’hash è diverso da quello di questo blocco: {0}',
  'the hash is another than that of {0}, unless that pin is wrong':
    'l’hash è diverso da quello del blocco indicato qui, a meno che non sia sbagliato il blocco fissato: {0}',
  '{0} blocks follow it, fewer than {1}; {2}': 'blocchi che lo seguono: {0}, meno di {1}; {2}',
  '{0} parts of varying length are joined without a separator or a length, so that different values can give the same bytes':
    'più parti di lunghezza variabile (in tutto {0}) sono unite senza un separatore né una lunghezza, quindi valori diversi possono dare gli stessi byte',
  'parts are joined with no separator, so that different values can give the same text':
    'le parti sono unite senza separatore, quindi valori diversi possono dare lo stesso testo',
  'parts are joined with the separator {0}, which also stands in a part, so that different values can give the same text':
    'le parti sono unite con il separatore {0}, che compare anche dentro una parte, quindi valori diversi possono dare lo stesso testo',
  'with {0} left only the first {1} can be drawn':
    'quando quelli rimasti sono {0}, si possono estrarre soltanto i primi {1}',
  'the {0:value} holds hashes of personal data without a salt: whoever guesses the data can confirm the guess':
    'il valore {0} contiene hash di dati personali senza sale (salt): chi indovina i dati può averne conferma',
  'the {0:value} holds personal data, published as it is':
    'il valore {0} contiene dati personali, pubblicati così come sono',
  'a number of {0} bits is reduced by modulo: no chance is off by more than {1} in {2}':
    'un numero di {0} bit viene ridotto con il modulo: nessuna possibilità si scosta da quella giusta per più di {1} su {2}',
  'a number of {0} bits is reduced by modulo: no chance is off by more than {1} in {2}, which is negligible':
    'un numero di {0} bit viene ridotto con il modulo: nessuna possibilità si scosta da quella giusta per più di {1} su {2}, una differenza trascurabile',
  'a number of {0} bits is scaled down: no chance is off by more than {1} in {2}':
    'un numero di {0} bit viene ridotto in proporzione: nessuna possibilità si scosta da quella giusta per più di {1} su {2}',
  'a number of {0} bits is scaled down: no chance is off by more than {1} in {2}, which is negligible':
    'un numero di {0} bit viene ridotto in proporzione: nessuna possibilità si scosta da quella giusta per più di {1} su {2}, una differenza trascurabile',
  'nothing checks the {0:value}': 'nulla controlla il valore {0}',
  '{0} occurs more than once among the {1:value}': '{0} compare più di una volta nel valore {1}',
  'the chain signs the signature before, which is missing':
    'la catena firma anche la firma precedente, che manca',
  'there is a signature before, which this chain does not sign':
    'c’è una firma precedente, che questa catena non firma',
  'the signature before has another length, or is not the genesis seed':
    'la firma precedente ha una lunghezza diversa, o non è il valore iniziale della catena (genesis seed)',
  'the signature is no point of its group': 'la firma non è un punto del suo gruppo',
  'the signature is not of the chain’s key over this round':
    'la firma per questa emissione non è fatta con la chiave della catena',
  'public randomness was used, and the commitment names none':
    'è stato usato un numero casuale pubblico, e l’impegno non ne indica nessuno',
  'the public randomness is not of the round that the commitment names':
    'il numero casuale pubblico non è dell’emissione indicata nell’impegno',
  'the round that was committed to is not the first at or after {0}':
    'l’emissione fissata nell’impegno non è la prima a partire da questo momento: {0}',
  'it was cancelled when the winners could be known to the operator':
    'è stata annullata quando l’organizzatore poteva già conoscere i vincitori',
  'the raffle was cancelled at {0}, when its winners could be known':
    'la lotteria è stata annullata ({0}) quando i suoi vincitori si potevano già conoscere',
  'the raffle was cancelled': 'la lotteria è stata annullata',
  'the raffle was cancelled before its list was sealed':
    'la lotteria è stata annullata prima che il suo elenco fosse sigillato',
  'the raffle was cancelled before its round':
    'la lotteria è stata annullata prima dell’emissione del suo numero casuale',
  'the raffle was cancelled after the seal, and nobody saw that before the round':
    'la lotteria è stata annullata dopo il sigillo, e nessuno l’ha visto prima dell’emissione del numero casuale',
  'the cancellation is dated before the winners could be known, and nothing shows that anybody saw it before the round':
    'l’annullamento porta una data anteriore al momento in cui si potevano conoscere i vincitori, e nulla dimostra che qualcuno l’abbia visto prima dell’emissione del numero casuale',
  'entry {0} stands at {1} and at {2}': 'il biglietto {0} compare alle posizioni {1} e {2}',
  'line {0} of the list is no entry: {1}': 'la riga {0} dell’elenco non è un biglietto: {1}',
  'paid and free entries together are not the total':
    'i biglietti a pagamento e quelli gratuiti insieme non danno il totale',
  'the list does not have the sealed root': 'l’elenco non ha la radice sigillata',
  'the list has another {0} than was sealed': 'nell’elenco questo valore è diverso da quello sigillato: {0}',
  'the proof of {0} does not lead to the sealed root': '{0}: la prova non porta alla radice sigillata',
  'the proof of {0} has another {1}': '{0}: nella prova è diverso il valore di {1}',
  '{0} names another entry than stands at {1}':
    '{0}: indica un biglietto diverso da quello che sta alla posizione {1}',
  'there are more entries than the commitment allows': 'i biglietti sono più di quanti ne ammetta l’impegno',
  'winner {0} is of no pick': 'il vincitore {0} non corrisponde a nessuna estrazione o sostituzione',
  'the file is not the one that the bundle names':
    'il file non è quello indicato nel pacchetto di prove (bundle)',
  'the bundle names no file with the list':
    'il pacchetto di prove (bundle) non indica nessun file con l’elenco',
  '{0} of {1} winners have no proof': 'vincitori senza prova: {0} su {1}',
  'all {0} entries were recomputed, and none stands twice':
    'i biglietti sono stati ricalcolati tutti (in tutto {0}), e nessuno compare due volte',
  'the list itself was not recomputed, so nothing shows that no entry stands twice':
    'l’elenco stesso non è stato ricalcolato, quindi nulla dimostra che nessun biglietto compaia due volte',
  'the list itself was not recomputed; {0} had read it whole at {1}, and says that no entry stands twice':
    'l’elenco stesso non è stato ricalcolato; {0} l’aveva letto per intero ({1}), e dice che nessun biglietto compare due volte',
  'the list is not sealed': 'l’elenco non è sigillato',
  'the list is not sealed yet': 'l’elenco non è ancora sigillato',
  'nobody whom the trust file knows says to have read the list':
    'nessuno di coloro che il file di fiducia conosce dice di aver letto l’elenco',
  '{0} had read the list at {1}, which is too late': '{0} aveva letto l’elenco troppo tardi ({1})',
  'the seeds are public, and {0} had read the list at {1}':
    'i numeri dell’organizzatore sono pubblici, e {0} aveva letto l’elenco ({1})',
  'the seeds were secret until the draw':
    'i numeri dell’organizzatore sono rimasti segreti fino all’estrazione',
  '{0} read another list of this raffle, of {1} entries with the root {2}':
    '{0} ha letto un altro elenco di questa lotteria (biglietti: {1}) con la radice {2}',
  '{0} saw another {1} of this raffle, signed by the operator, at {2}':
    '{0} ha visto ({2}) un’altra {1} di questa lotteria, firmata dall’organizzatore',
  'another document that was given has another {0} of this raffle, signed by the operator':
    'un altro documento fornito contiene un’altra {0} di questa lotteria, firmata dall’organizzatore',
  'entry {0} of the log is another {1} of this raffle, signed by the operator':
    'la voce {0} del registro è un’altra {1} di questa lotteria, firmata dall’organizzatore',
  'entry {0} of the log is a {1} of this raffle, signed by the operator, which is not in the bundle':
    'la voce {0} del registro è una {1} di questa lotteria, firmata dall’organizzatore, che non è nel pacchetto di prove (bundle)',
  '{0} saw another {1} of this raffle, by a key of the operator that is not valid any more: it accuses nobody':
    '{0} ha visto un’altra {1} di questa lotteria, firmata con una chiave dell’organizzatore che non è più valida: questo non accusa nessuno',
  'another document that was given has another {0} of this raffle, by a key of the operator that is not valid any more: it accuses nobody':
    'un altro documento fornito contiene un’altra {0} di questa lotteria, firmata con una chiave dell’organizzatore che non è più valida: questo non accusa nessuno',
  'the winner of prize {0} was replaced, {1} by {2}: {3}':
    'il vincitore del premio {0} è stato sostituito, {1} con {2}: {3}',
  'a checkpoint is of "{0}", and the operator’s log is "{1}"':
    'una testa del registro è di «{0}», e il registro dell’organizzatore è «{1}»',
  'the checkpoint of a log of {0} entries is not signed by the log’s key':
    'la testa di un registro (voci: {0}) non è firmata con la chiave del registro',
  'the proof of {0} does not lead to the checkpoint of a log of {1} entries':
    '{0}: la prova non porta alla testa di un registro (voci: {1})',
  'there is a proof of {0}, and no such statement': 'c’è una prova per una dichiarazione che non c’è: {0}',
  'its key signed a checkpoint of {0} entries that are not the first of its {1} entries':
    'la sua chiave ha firmato la testa di un registro (voci: {0}), e quelle voci non sono le prime di quelle che ha il registro (voci: {1})',
  'its key signed two checkpoints of a log of {0} entries with different roots':
    'la sua chiave ha firmato due teste con radici diverse di un registro della stessa lunghezza (voci: {0})',
  'the cosignature of witness {0} does not verify':
    'la verifica della controfirma del testimone {0} ha esito negativo',
  'all {0} stand under the checkpoint of a log of {1} entries':
    'tutte le dichiarazioni (in tutto {0}) sono comprese nella testa di un registro (voci: {1})',
  'there is no log in the bundle, and none was given beside it':
    'nel pacchetto di prove (bundle) non c’è nessun registro, e non ne è stato fornito nessuno a parte',
  'no checkpoint covers every statement': 'nessuna testa del registro comprende ogni dichiarazione',
  'nothing shows that {0} is in it': 'nulla dimostra che il registro contenga quanto segue: {0}',
  '{0} of {1} witnesses cosigned a checkpoint that covers every statement':
    'testimoni che hanno controfirmato una testa del registro che comprende ogni dichiarazione: {0} su {1}',
  'fewer than {0} witnesses cosigned the entries of the log':
    'testimoni che hanno controfirmato le voci del registro: meno di {0}',
  'the quorum of the trust file can be reached by two halves of the witnesses that were each shown another history':
    'il quorum del file di fiducia può essere raggiunto da due metà dei testimoni a ciascuna delle quali sia stata mostrata una storia diversa',
  'the trust file has no witness that counts': 'il file di fiducia non ha nessun testimone che conti',
  'the trust file does not have the key of the log "{0}"':
    'il file di fiducia non ha la chiave del registro «{0}»',
  'the trust file does not say which log is that of "{0}"':
    'il file di fiducia non dice quale registro sia quello di «{0}»',
  'the entries of the log do not have every statement':
    'fra le voci del registro non ci sono tutte le dichiarazioni',
  'the log was not read, and may have another commitment of this raffle in it: give the log as well':
    'il registro non è stato letto, e potrebbe contenere un altro impegno di questa lotteria: fornisca anche il registro',
  'the log was read, and does not show enough: {0}':
    'il registro è stato letto, e non mostra abbastanza: {0}',
  'the operator signed a receipt under another commitment of this raffle':
    'l’organizzatore ha firmato una ricevuta in base a un altro impegno di questa lotteria',
  'the operator signed for entry {0}, and none of the {1} entries of the sealed list has this id':
    'l’organizzatore ha firmato per il biglietto {0}, e nessun biglietto dell’elenco sigillato (in tutto {1}) ha questo id',
  'the operator signed for entry {0}, and the sealed list has it as {1:word}, not as {2:word}':
    'l’organizzatore ha firmato per il biglietto {0}, e l’elenco sigillato lo riporta come {1}, non come {2}',
  'the operator signed for entry {0}, and the sealed list has it with another nonce':
    'l’organizzatore ha firmato per il biglietto {0}, e l’elenco sigillato lo riporta con un altro nonce',
  'of {0} withdrawn receipts the operator took {1} back alone: nothing shows that their buyers agreed':
    'ricevute ritirate: {0}, di cui ritirate dall’organizzatore da solo: {1}; per queste ultime nulla dimostra che gli acquirenti fossero d’accordo',
  'the receipt of entry {0} is dated {1}, and the list was sealed at {2}':
    'la ricevuta del biglietto {0} porta la data {1}; l’elenco è stato sigillato in questo momento: {2}',
  'draw {0} is dated before draw {1}':
    'l’estrazione {0} porta una data anteriore a quella dell’estrazione {1}',
  'entry {0} won more than once, and the record does not show that winners leave the pool':
    'il biglietto {0} ha vinto più di una volta, e il resoconto non mostra che chi vince esca dai biglietti in gioco',
  'entry {0} won twice': 'il biglietto {0} ha vinto due volte',
  'the pool goes from {0} to {1} after draw {2}; one winner leaves it at a time':
    'i biglietti in gioco passano da {0} a {1} dopo l’estrazione {2}; ogni volta ne esce un solo vincitore',
  'total_draws is not the number of draws': 'total_draws non è il numero delle estrazioni',
  'two draws have the id {0}': 'due estrazioni hanno lo stesso id {0}',
  'two draws have the same rng_seed_hash': 'due estrazioni hanno lo stesso rng_seed_hash',
  'nobody signed the draw {0} of the record': 'nessuno ha firmato l’estrazione {0} del resoconto',
  'the record leaves out draws that were signed': 'il resoconto tralascia estrazioni che sono state firmate',
  'the record says something else than was signed at {0}':
    'il resoconto dice qualcosa di diverso da ciò che è stato firmato, in questo punto: {0}',
  'the record says something else than was signed at {0}: {1}':
    'il resoconto dice qualcosa di diverso da ciò che è stato firmato, nel punto {0}: {1}',
  'the record does not have the form that the specification gives: {0}':
    'il resoconto non ha la forma richiesta dalla specifica: {0}',
  'signature_hash of draw {0} is the SHA-256 of empty input':
    'il valore signature_hash dell’estrazione {0} è lo SHA-256 di dati vuoti',
  'its form has to be mended first': 'prima va corretta la sua forma',
  'no record was given': 'non è stato fornito nessun resoconto',
  'it shows one draw of {0}': 'mostra una sola estrazione su {0}',
  'there is no commitment to compare it with': 'non c’è nessun impegno con cui confrontarlo',
  'the seed of {0} is not the one that was committed to':
    'il numero dell’organizzatore (valore iniziale) non è quello fissato nell’impegno: {0}',
  'the seed of {0} is not the one that was committed to: {1}':
    'il numero dell’organizzatore (valore iniziale) non è quello fissato nell’impegno ({0}): {1}',
  'the public seed of prize {0} does not have its rng_seed_hash':
    'il numero pubblico dell’organizzatore (valore iniziale) per il premio {0} non corrisponde al suo rng_seed_hash',
  'two prizes have the same draw_id': 'due premi hanno lo stesso draw_id',
  'two prizes have the same rng_seed_hash': 'due premi hanno lo stesso rng_seed_hash',
  'draw_at_utc is less than {0} s after the entries close':
    'draw_at_utc è meno di {0} s dopo il termine per partecipare',
  '{0} is dated after its statement':
    '{0}: la data è successiva a quella della dichiarazione che la contiene',
  '{0} is dated before it could be made': '{0}: la data è anteriore al momento in cui si poteva fare',
  '{0} is not the next attempt, {1}': '{0}: non è il tentativo successivo, cioè {1}',
  '{0} is of no draw': '{0}: non riguarda nessuna estrazione',
  '{0} follows a cancellation': '{0}: viene dopo un annullamento',
  '{0} is dated before the one it follows':
    '{0}: la data è anteriore a quella della dichiarazione precedente',
  '{0} is out of place: the commitment comes first': '{0} è fuori posto: per primo viene l’impegno',
  '{0} is out of place: the seal comes second': '{0} è fuori posto: per secondo viene il sigillo',
  '{0} does not follow the one before it': '{0}: non fa seguito alla dichiarazione precedente',
  '{0} stands in place {1}': '{0}: si trova al posto {1}',
  '{0} has another {1} than the first': '{0}: il valore di {1} è diverso da quello della prima',
  '{0} has another {1} than the commitment': '{0}: il valore di {1} è diverso da quello dell’impegno',
  '{0} is a draw more than there are prizes': '{0}: è un’estrazione in più rispetto al numero dei premi',
  '{0} comes before the last draw': '{0}: viene prima dell’ultima estrazione',
  'the commitment is not dated before the entries close':
    'la data dell’impegno non è anteriore al termine per partecipare',
  'the draw in place {0} is of prize {1}': 'l’estrazione al posto {0} è del premio {1}',
  'the seal is dated before the entries close': 'la data del sigillo è anteriore al termine per partecipare',
  'the seal is not dated before the first draw': 'la data del sigillo non è anteriore alla prima estrazione',
  'the seal is not dated before the randomness could be known':
    'la data del sigillo non è anteriore al momento in cui si poteva conoscere il numero casuale',
  '{0} of {1} prizes are drawn': 'premi estratti: {0} su {1}',
  '{0} of {1} prizes is drawn': 'premi estratti: {0} su {1}',
  '{0}: it is dated {1}, when its key is not valid':
    '{0}: porta la data {1}, quando la sua chiave non è valida',
  '{0}: the signature is not of the operator’s key':
    '{0}: la firma non è fatta con la chiave dell’organizzatore',
  '{0}: its key was revoked, and nobody saw it before that':
    '{0}: la sua chiave è stata revocata, e prima di allora nessuno ha visto la dichiarazione',
  '{0}: the trust file does not have the key {1} of "{2}"':
    '{0}: il file di fiducia non ha la chiave {1} di «{2}»',
  '{0}: the trust file does not have the operator "{1}"':
    '{0}: il file di fiducia non ha l’organizzatore «{1}»',
  '{0} cannot be read, so nobody knows whose it is': '{0}: non si può leggere, quindi nessuno sa di chi sia',
  'the trust file does not have the key {0} of "{1}"': 'il file di fiducia non ha la chiave {0} di «{1}»',
  'the trust file does not have the operator "{0}"': 'il file di fiducia non ha l’organizzatore «{0}»',
  'the trust file does not have the chain {0}': 'il file di fiducia non ha la catena {0}',
  'the signature is not of the operator’s key': 'la firma non è fatta con la chiave dell’organizzatore',
  'its key was revoked, and nothing shows that it was there before':
    'la sua chiave è stata revocata, e nulla dimostra che ciò che ha firmato ci fosse già prima',
  'its key was not valid any more when it was seen':
    'la sua chiave non era più valida quando è stato visto ciò che ha firmato',
  'no entry is left for {0}': '{0}: non resta nessun biglietto',
  '{0} is not made from the entries that were left': '{0}: non è fatta a partire dai biglietti rimasti',
  '{0} takes the entry in place {1} of the list (index {2}), and the rule gives the one in place {3} (index {4})':
    '{0}: indica il biglietto al posto {1} dell’elenco (indice {2}), mentre la regola dà quello al posto {3} (indice {4})',
  'the committed beacon is not in the bundle':
    'il numero casuale pubblico previsto dall’impegno non è nel pacchetto di prove (bundle)',
  'there is no commitment': 'non c’è nessun impegno',
  'there is no seal': 'non c’è nessun sigillo',
  'there is no seed for {0}, or no such pick':
    '{0}: manca il numero dell’organizzatore (valore iniziale), oppure una tale estrazione o sostituzione non c’è',
  'it is not in the bundle': 'non è nel pacchetto di prove (bundle)',
  'the commitment names no beacon': 'l’impegno non indica nessuna fonte del numero casuale',
  'the commitment or the seal is missing': 'manca l’impegno o il sigillo',
  'someone else saw the commitment and the seal in time: {0}':
    'qualcun altro ha visto in tempo l’impegno e il sigillo: {0}',
  'there was no second commitment or seal: {0}':
    'non c’è stato un secondo impegno né un secondo sigillo: {0}',
  '{0} saw the commitment at {1} and the seal at {2}': '{0} ha visto l’impegno ({1}) e il sigillo ({2})',
  '{0} saw the commitment at {1} and {2} saw the seal at {3}':
    '{0} ha visto l’impegno ({1}), e {2} ha visto il sigillo ({3})',
  '{0} time-stamped the commitment at {1} and the seal at {2}':
    '{0} ha apposto una marca temporale all’impegno ({1}) e al sigillo ({2})',
  'witnesses {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}':
    'i testimoni {0} hanno controfirmato il registro con l’impegno al suo interno ({1}) e con il sigillo al suo interno ({2})',
  'organisations {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}':
    'le organizzazioni {0} hanno controfirmato il registro con l’impegno al suo interno ({1}) e con il sigillo al suo interno ({2})',
  'witnesses {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}, and no other commitment or list of this raffle that the operator signed with a valid key is in the log of {3} entries':
    'i testimoni {0} hanno controfirmato il registro con l’impegno al suo interno ({1}) e con il sigillo al suo interno ({2}), e nel registro (voci: {3}) l’organizzatore non ha firmato con una chiave valida nessun altro impegno o elenco di questa lotteria',
  'organisations {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}, and no other commitment or list of this raffle that the operator signed with a valid key is in the log of {3} entries':
    'le organizzazioni {0} hanno controfirmato il registro con l’impegno al suo interno ({1}) e con il sigillo al suo interno ({2}), e nel registro (voci: {3}) l’organizzatore non ha firmato con una chiave valida nessun altro impegno o elenco di questa lotteria',
  'no observation shows the commitment with the operator’s signature':
    'nessuna osservazione mostra l’impegno con la firma dell’organizzatore',
  'no observation shows the seal with the operator’s signature':
    'nessuna osservazione mostra il sigillo con la firma dell’organizzatore',
  'no observation shows the commitment with the operator’s signature; witnesses do not read what they cosign: give the log’s entries as well':
    'nessuna osservazione mostra l’impegno con la firma dell’organizzatore; i testimoni non leggono ciò che controfirmano: fornisca anche le voci del registro',
  'no observation and no witnessed log shows the commitment with the operator’s signature':
    'nessuna osservazione e nessun registro con testimoni mostra l’impegno con la firma dell’organizzatore',
  'no observation and no witnessed log shows the seal with the operator’s signature':
    'nessuna osservazione e nessun registro con testimoni mostra il sigillo con la firma dell’organizzatore',
  'no observation, no time-stamp and no witnessed log shows the commitment with the operator’s signature':
    'nessuna osservazione, nessuna marca temporale e nessun registro con testimoni mostra l’impegno con la firma dell’organizzatore',
  'no observation, no time-stamp and no witnessed log shows the seal with the operator’s signature':
    'nessuna osservazione, nessuna marca temporale e nessun registro con testimoni mostra il sigillo con la firma dell’organizzatore',
  'the commitment was seen at {0}, and entries closed at {1}':
    'termine per partecipare: {1}; l’impegno è stato visto in questo momento: {0}',
  'the seal was seen at {0}, which is too late': 'il sigillo è stato visto troppo tardi ({0})',
  'the time of the round is not known: its chain is not in the trust file':
    'il momento dell’emissione non è noto: la sua catena non è nel file di fiducia',
  'an observation is dated {0}, which is after now':
    'un’osservazione porta la data {0}, che deve ancora venire',
  'an observation is not signed by an observer of the trust file':
    'un’osservazione non è firmata da un osservatore del file di fiducia',
  'an observation is of raffle {0}': 'un’osservazione riguarda la lotteria {0}',
  'the clock of {0} is wrong: at {1} it saw a draw, before its round was out':
    'l’orologio di {0} è sbagliato: un’estrazione risulta vista in un momento ({1}) in cui il suo numero casuale non era ancora uscito',
  'the clock of {0} is wrong: at {1} it saw the seal, before entries closed':
    'l’orologio di {0} è sbagliato: il sigillo risulta visto in un momento ({1}) anteriore al termine per partecipare',
  'the clock of {0} is wrong: at {1} it stamped the seal, before entries closed':
    'l’orologio di {0} è sbagliato: la marca temporale del sigillo risulta apposta in un momento ({1}) anteriore al termine per partecipare',
  'a time-stamp does not count: {0}': 'una marca temporale non conta: {0}',
  '{0} is not proven': 'non dimostrato: {0}',
  'stopped by {0}': 'lo impedisce questo punto: {0}',
  'there was no second commitment for this draw': 'per questa estrazione non c’è stato un secondo impegno',
  'someone else saw the commitment before the random number could be known':
    'qualcun altro ha visto l’impegno prima che si potesse conoscere il numero casuale',
  'everything that decides the winner was fixed beforehand':
    'tutto ciò che decide il vincitore era fissato prima',
  'the draws reach level {0}, unsteerable': 'le estrazioni raggiungono il livello {0} (non pilotabili)',
  'the draws reach level {0}, witnessed': 'le estrazioni raggiungono il livello {0} (attestate da testimoni)',
}
