/**
 * Why claims end as they do, and what was found, by the words of reports. `{0}` stands for a value: see translator.ts.
 *
 * @packageDocumentation
 */
import type { Phrases } from '../translator.js'

export const reasons: Phrases = {
  'the draw of prize {0:number}': 'de trekking van prijs {0}',
  'replacement {0:number} of prize {1:number}': 'vervanging {0} bij prijs {1}',
  'statement {0:number} (commitment)': 'verklaring {0} (vastlegging)',
  'statement {0:number} (seal)': 'verklaring {0} (verzegeling)',
  'statement {0:number} (draw)': 'verklaring {0} (trekking)',
  'statement {0:number} (replacement)': 'verklaring {0} (vervanging)',
  'statement {0:number} (cancellation)': 'verklaring {0} (annulering)',
  'statement {0:number}': 'verklaring {0}',
  'which {0:value} would count': 'welke waarde {0} zou tellen',
  'the order of the {0:value}': 'de volgorde van {0}',
  'the randomness of the {0:value}': 'het toevalsgetal van {0}',
  'the signature of the {0:value}': 'de handtekening van {0}',
  'the round of the {0:value}': 'de ronde van {0}',
  'what follows from the {0:values}': 'wat volgt uit {0}',
  paid: 'betaald',
  free: 'gratis',
  'the rule gives something else than the published {0:values}':
    'de regel geeft iets anders dan is gepubliceerd voor: {0}',
  'the rule gives something else than the published {0:values}: {1}':
    'de regel geeft iets anders dan is gepubliceerd voor {0}: {1}',
  'the rule cannot be carried out: {0}': 'de regel is niet uit te voeren: {0}',
  'the {0:values} does not verify': 'bij controle niet geldig: {0}',
  'the proof is of another output than the published {0:values}':
    'het bewijs hoort bij een andere uitvoer dan is gepubliceerd: {0}',
  'the {0:value} has to be less than {1}': 'de waarde {0} moet kleiner zijn dan {1}',
  'the {0:value} has to be at most {1}': 'de waarde {0} mag hoogstens {1} zijn',
  'the {0:value} has to be earlier than {1}': 'de waarde {0} moet een tijd vóór {1} zijn',
  'the {0:value} has to be at or before {1}': 'de waarde {0} mag geen latere tijd zijn dan {1}',
  'what follows from the {0:values} has to be less than {1}': 'wat volgt uit {0}, moet kleiner zijn dan {1}',
  'what follows from the {0:values} has to be at most {1}': 'wat volgt uit {0}, mag hoogstens {1} zijn',
  'what follows from the {0:values} has to be earlier than {1}':
    'wat volgt uit {0}, moet een tijd vóór {1} zijn',
  'what follows from the {0:values} has to be at or before {1}':
    'wat volgt uit {0}, mag geen latere tijd zijn dan {1}',
  'the two look alike and are written with other code points':
    'de twee lijken op elkaar, maar zijn geschreven met andere codepunten',
  'the expected digest is the found one in reverse byte order':
    'de verwachte hashwaarde is de gevonden hashwaarde met de bytes in omgekeerde volgorde',
  'the expected digest is the found one hashed again':
    'de verwachte hashwaarde is de gevonden hashwaarde, nog eens gehasht',
  'the found digest is the expected one hashed again':
    'de gevonden hashwaarde is de verwachte hashwaarde, nog eens gehasht',
  'the expected digest is that of the same bytes as lower-case hex text':
    'de verwachte hashwaarde is die van dezelfde bytes als hexadecimale tekst in kleine letters',
  'the expected digest is that of the same bytes as upper-case hex text':
    'de verwachte hashwaarde is die van dezelfde bytes als hexadecimale tekst in hoofdletters',
  'the expected digest is that of the same bytes with a newline at the end':
    'de verwachte hashwaarde is die van dezelfde bytes met een regeleinde aan het eind',
  'the expected digest is that of the same bytes without the newline at the end':
    'de verwachte hashwaarde is die van dezelfde bytes zonder het regeleinde aan het eind',
  'the expected digest is that of the same bytes with CRLF line ends instead of LF':
    'de verwachte hashwaarde is die van dezelfde bytes met CRLF als regeleinde in plaats van LF',
  'the expected digest is that of the same bytes with LF line ends instead of CRLF':
    'de verwachte hashwaarde is die van dezelfde bytes met LF als regeleinde in plaats van CRLF',
  'the expected digest is that of the same bytes without the byte order mark':
    'de verwachte hashwaarde is die van dezelfde bytes zonder de byte-order-mark (BOM)',
  'the expected digest is that of the same bytes after a byte order mark':
    'de verwachte hashwaarde is die van dezelfde bytes met een byte-order-mark (BOM) ervoor',
  'the signature of the round before was not published; drand serves it with this one as previous_signature':
    'de handtekening van de vorige ronde is niet gepubliceerd; drand levert die samen met deze, als previous_signature',
  'this chain signs no previous signature, and one was published':
    'deze keten ondertekent geen vorige handtekening, en er is er een gepubliceerd',
  'the previous signature cannot be one of this chain': 'de vorige handtekening kan niet van deze keten zijn',
  'the signature is not a point of the chain’s group in its one encoding':
    'de handtekening is geen punt van de groep van de keten in de enige toegestane schrijfwijze ervan',
  'the signature is not the chain’s over this round':
    'de handtekening is niet die van de keten over deze ronde',
  'the randomness is not the hash of the signature': 'het toevalsgetal is niet de hash van de handtekening',
  'the signature of round {0} was not published; drand has it at {1}':
    'de handtekening van ronde {0} is niet gepubliceerd; die staat bij drand op {1}',
  'the recipe brings the chain {0} with the one key {1}, which is not in your trust file: whoever has its key makes its rounds':
    'het recept brengt zelf de keten {0} mee, met als enige sleutel {1}, en die staat niet in uw vertrouwensbestand: wie de sleutel van die keten heeft, maakt de rondes ervan',
  'not published: {0:values}': 'niet gepubliceerd: {0}',
  'both are empty': 'beide zijn leeg',
  'the {0:value} is empty': 'de waarde {0} is leeg',
  'it would take {0}': 'daarvoor zou nodig zijn: {0}',
  'it would take evidence from elsewhere': 'daarvoor zou bewijsmateriaal van elders nodig zijn',
  'the public key came with the draw; put the key, obtained elsewhere, into the recipe':
    'de openbare sleutel kwam met de trekking mee; zet de sleutel, verkregen langs een andere weg, in het recept',
  'the trust file has no key of {0}; drawaudit trust add --signer adds one, and --trust gives the file':
    'het vertrouwensbestand heeft geen sleutel van {0}; drawaudit trust add --signer voegt er een toe, en --trust geeft het bestand op',
  'the trust file has no key of {0} for {1}; drawaudit trust add --signer adds one, and --trust gives the file':
    'het vertrouwensbestand heeft geen sleutel van {0} voor {1}; drawaudit trust add --signer voegt er een toe, en --trust geeft het bestand op',
  'the {0} engine cannot verify {1}; the native engine can, and in a browser verifyPublishedOnWeb':
    'de engine {0} kan dit niet controleren: {1}; de native engine kan het wel, en in een browser verifyPublishedOnWeb',
  'only the organiser says when it was published': 'alleen de organisator zegt wanneer het is gepubliceerd',
  'nobody was asked to look for one, as far as this shows':
    'niemand is gevraagd ernaar te zoeken, voor zover hieruit blijkt',
  'no observation of {0} was given': 'er is geen waarneming opgegeven van {0}',
  'its address has the {0:value} in it, which was not published':
    'in het adres ervan staat de waarde {0}, en die is niet gepubliceerd',
  'no address can be made of this {0:value}': 'van deze waarde is geen adres te maken: {0}',
  'what stands at {0} does not fix {1:values}': 'wat op {0} staat, legt dit niet vast: {1}',
  'it is not shown that the winner follows from what was published':
    'niet is aangetoond dat de winnaar volgt uit wat is gepubliceerd',
  'nothing from outside the organiser’s hands decides the winner':
    'niets van buiten de organisator bepaalt de winnaar',
  'anyone could try out the {0:value}': 'iedereen kon waarden uitproberen voor {0}',
  'nothing that was published beforehand fixes {0:values}':
    'niets wat vooraf is gepubliceerd, legt dit vast: {0}',
  'nothing fixes the order of {0:values}': 'niets legt de volgorde vast van {0}',
  'nothing shows where {0:values} really came from': 'uit niets blijkt waar dit echt vandaan komt: {0}',
  'nothing shows when the {0:value} could be known': 'uit niets blijkt wanneer de waarde {0} bekend kon zijn',
  'when the {0:value} could be known shows in the header of its block: give it with --headers FILE':
    'wanneer de waarde {0} bekend kon zijn, blijkt uit de header van het blok ervan: geef die op met --headers FILE',
  'a commitment may fit another value too: {0}': 'een vastlegging kan ook bij een andere waarde passen: {0}',
  '{0} saw it at {1}, at {2}': '{0} zag het op {1}, op het adres {2}',
  '{0} stamped it at {1}': '{0} zette er op {1} een tijdstempel op',
  'the time-stamper {0}': 'de tijdstempeldienst {0}',
  '{0} saw it at {1}, and it had to be seen by {2}':
    '{0} zag het op {1}, en het moest uiterlijk op {2} zijn gezien',
  '{0} stamped it at {1}, and it had to be seen by {2}':
    '{0} zette er op {1} een tijdstempel op, en het moest uiterlijk op {2} zijn gezien',
  '{0} saw another {1:value} at {2}, at {3}: the organiser may have changed it, or {4} may be wrong':
    '{0} zag een andere waarde {1} op {2}, op {3}: de organisator kan die hebben veranderd, of {4} kan zich vergissen',
  '{0} saw there at {1} what cannot be read: {2}': '{0} zag daar op {1} iets wat niet leesbaar is: {2}',
  '{0} saw there at {1} another {2:value}': '{0} zag daar op {1} een andere waarde {2}',
  '{0} saw there at {1} no {2:value}': '{0} zag daar op {1} geen waarde {2}',
  'the file that {0} stamped has another {1:value}':
    'in het bestand waarop {0} een tijdstempel zette, staat een andere waarde {1}',
  'the file that {0} stamped has no {1:value}':
    'in het bestand waarop {0} een tijdstempel zette, staat geen waarde {1}',
  'a time-stamp is of no file that was given as published':
    'een tijdstempel hoort bij geen enkel bestand dat als gepubliceerd is opgegeven',
  'your trust file pins another block {0} than drawaudit does':
    'uw vertrouwensbestand zet een ander blok {0} vast dan drawaudit',
  'no block of {0} from {1} on is pinned; pin this one, as you have it from elsewhere: drawaudit trust add --block {2}':
    'van {0} is vanaf {1} geen blok vastgezet; zet dit blok vast, zoals u het van elders hebt: drawaudit trust add --block {2}',
  'no block of {0} from {1} on is pinned; pin this one, or a later one, as you have it from elsewhere: drawaudit trust add --block {2}, give the headers from this block to that one with --headers FILE':
    'van {0} is vanaf {1} geen blok vastgezet; zet dit blok of een later blok vast, zoals u het van elders hebt: drawaudit trust add --block {2}, en geef de headers vanaf dit blok tot en met dat blok op met --headers FILE',
  'block {0} of {1} is not pinned: drawaudit trust add --block {2}, as you have it from elsewhere':
    'blok {0} van {1} is niet vastgezet: drawaudit trust add --block {2}, zoals u het van elders hebt',
  'give the headers from block {0} to block {1} (pinned by drawaudit) with --headers FILE':
    'geef de headers op vanaf blok {0} tot en met blok {1} (vastgezet door drawaudit) met --headers FILE',
  'give the headers from block {0} to block {1} (pinned by your trust file) with --headers FILE':
    'geef de headers op vanaf blok {0} tot en met blok {1} (vastgezet door uw vertrouwensbestand) met --headers FILE',
  'of the {0} headers that were given none is that of block {1}, with the hash {2}; {3}':
    'van de opgegeven headers (aantal: {0}) is er geen die van blok {1} is, met de hash {2}; {3}',
  'the headers that were given lead from block {0} down to block {1}, and that of block {2}, with the hash {3}, is not among them, or is damaged; {4}':
    'de opgegeven headers leiden van blok {0} terug tot blok {1}, en die van blok {2}, met de hash {3}, zit er niet bij of is beschadigd; {4}',
  'the headers that were given lead to block {0}; {1}': 'de opgegeven headers leiden tot blok {0}; {1}',
  'give the headers from block {0} to block {1} or a later one, with --headers FILE; block {2} is pinned by drawaudit':
    'geef de headers op vanaf blok {0} tot en met blok {1} of een later blok, met --headers FILE; blok {2} is vastgezet door drawaudit',
  'give the headers from block {0} to block {1} or a later one, with --headers FILE; block {2} is pinned by your trust file':
    'geef de headers op vanaf blok {0} tot en met blok {1} of een later blok, met --headers FILE; blok {2} is vastgezet door uw vertrouwensbestand',
  'block {0} of {1}, pinned by drawaudit': 'blok {0} van {1}, vastgezet door drawaudit',
  'block {0} of {1}, pinned by your trust file': 'blok {0} van {1}, vastgezet door uw vertrouwensbestand',
  'block {0} of {1}, {2} below block {3}, to which its headers lead; pinned by drawaudit':
    'blok {0} van {1}, {2} lager dan blok {3}, waar de headers naartoe leiden; vastgezet door drawaudit',
  'block {0} of {1}, {2} below block {3}, to which its headers lead; pinned by your trust file':
    'blok {0} van {1}, {2} lager dan blok {3}, waar de headers naartoe leiden; vastgezet door uw vertrouwensbestand',
  'the hash is another than that of {0}': 'de hash is een andere dan die van {0}',
  'the hash is another than that of {0}, unless that pin is wrong':
    'de hash is een andere dan die van {0}, tenzij dat vastgezette blok onjuist is',
  '{0} blocks follow it, fewer than {1}; {2}': 'aantal blokken dat erop volgt: {0}, minder dan {1}; {2}',
  '{0} parts of varying length are joined without a separator or a length, so that different values can give the same bytes':
    'delen van wisselende lengte (aantal: {0}) worden samengevoegd zonder scheidingsteken of lengte, zodat verschillende waarden dezelfde bytes kunnen geven',
  'parts are joined with no separator, so that different values can give the same text':
    'delen worden samengevoegd zonder scheidingsteken, zodat verschillende waarden dezelfde tekst kunnen geven',
  'parts are joined with the separator {0}, which also stands in a part, so that different values can give the same text':
    'delen worden samengevoegd met het scheidingsteken {0}, dat ook in een deel voorkomt, zodat verschillende waarden dezelfde tekst kunnen geven',
  'with {0} left only the first {1} can be drawn':
    'als er nog {0} over zijn, kan alleen uit de eerste {1} worden getrokken',
  'the {0:value} holds hashes of personal data without a salt: whoever guesses the data can confirm the guess':
    'de waarde {0} bevat hashes van persoonsgegevens zonder salt: wie de gegevens raadt, kan nagaan of dat klopt',
  'the {0:value} holds personal data, published as it is':
    'de waarde {0} bevat persoonsgegevens, gepubliceerd zoals ze zijn',
  'a number of {0} bits is reduced by modulo: no chance is off by more than {1} in {2}':
    'een getal van {0} bits wordt verkleind met modulo: geen kans wijkt meer af dan {1} op {2}',
  'a number of {0} bits is reduced by modulo: no chance is off by more than {1} in {2}, which is negligible':
    'een getal van {0} bits wordt verkleind met modulo: geen kans wijkt meer af dan {1} op {2}, en dat is verwaarloosbaar',
  'a number of {0} bits is scaled down: no chance is off by more than {1} in {2}':
    'een getal van {0} bits wordt naar verhouding verkleind: geen kans wijkt meer af dan {1} op {2}',
  'a number of {0} bits is scaled down: no chance is off by more than {1} in {2}, which is negligible':
    'een getal van {0} bits wordt naar verhouding verkleind: geen kans wijkt meer af dan {1} op {2}, en dat is verwaarloosbaar',
  'nothing checks the {0:value}': 'niets controleert de waarde {0}',
  '{0} occurs more than once among the {1:value}': '{0} komt meer dan één keer voor in de waarde {1}',
  'the chain signs the signature before, which is missing':
    'de keten ondertekent de vorige handtekening, en die ontbreekt',
  'there is a signature before, which this chain does not sign':
    'er is een vorige handtekening, en deze keten ondertekent geen vorige handtekening',
  'the signature before has another length, or is not the genesis seed':
    'de vorige handtekening heeft een andere lengte, of is niet de beginwaarde van de keten (genesis seed)',
  'the signature is no point of its group': 'de handtekening is geen punt van de groep ervan',
  'the signature is not of the chain’s key over this round':
    'de handtekening is niet van de sleutel van de keten over deze ronde',
  'public randomness was used, and the commitment names none':
    'er is een openbaar toevalsgetal gebruikt, en de vastlegging noemt er geen',
  'the public randomness is not of the round that the commitment names':
    'het openbare toevalsgetal is niet van de ronde die de vastlegging noemt',
  'the round that was committed to is not the first at or after {0}':
    'de vastgelegde ronde is niet de eerste op of na {0}',
  'it was cancelled when the winners could be known to the operator':
    'de annulering kwam toen de organisator de winnaars kon kennen',
  'the raffle was cancelled at {0}, when its winners could be known':
    'de loterij is geannuleerd op {0}, toen de winnaars ervan bekend konden zijn',
  'the raffle was cancelled': 'de loterij is geannuleerd',
  'the raffle was cancelled before its list was sealed':
    'de loterij is geannuleerd voordat de lijst ervan was verzegeld',
  'the raffle was cancelled before its round': 'de loterij is geannuleerd vóór de ronde ervan',
  'the raffle was cancelled after the seal, and nobody saw that before the round':
    'de loterij is geannuleerd na de verzegeling, en niemand heeft dat vóór de ronde gezien',
  'the cancellation is dated before the winners could be known, and nothing shows that anybody saw it before the round':
    'de annulering heeft een datum van voordat de winnaars bekend konden zijn, en uit niets blijkt dat iemand die vóór de ronde heeft gezien',
  'entry {0} stands at {1} and at {2}': 'lot {0} staat op index {1} en op index {2}',
  'line {0} of the list is no entry: {1}': 'regel {0} van de lijst is geen lot: {1}',
  'paid and free entries together are not the total': 'betaalde en gratis loten samen zijn niet het totaal',
  'the list does not have the sealed root': 'de lijst heeft niet de verzegelde eindcode (root)',
  'the list has another {0} than was sealed': 'de lijst heeft een andere waarde voor {0} dan is verzegeld',
  'the proof of {0} does not lead to the sealed root':
    'het bewijs bij {0} leidt niet naar de verzegelde eindcode (root)',
  'the proof of {0} has another {1}': 'het bewijs bij {0} heeft een andere waarde voor {1}',
  '{0} names another entry than stands at {1}': '{0} noemt een ander lot dan op index {1} staat',
  'there are more entries than the commitment allows': 'er zijn meer loten dan de vastlegging toestaat',
  'winner {0} is of no pick': 'winnaar {0} hoort bij geen enkele trekking of vervanging',
  'the file is not the one that the bundle names': 'het bestand is niet het bestand dat de bundel noemt',
  'the bundle names no file with the list': 'de bundel noemt geen bestand met de lijst',
  '{0} of {1} winners have no proof': 'winnaars zonder bewijs: {0} van {1}',
  'all {0} entries were recomputed, and none stands twice':
    'alle loten zijn nagerekend (aantal: {0}), en geen lot staat er twee keer in',
  'the list itself was not recomputed, so nothing shows that no entry stands twice':
    'de lijst zelf is niet nagerekend, dus uit niets blijkt dat geen lot er twee keer in staat',
  'the list itself was not recomputed; {0} had read it whole at {1}, and says that no entry stands twice':
    'de lijst zelf is niet nagerekend; {0} had die op {1} helemaal gelezen, en zegt dat geen lot er twee keer in staat',
  'the list is not sealed': 'de lijst is niet verzegeld',
  'the list is not sealed yet': 'de lijst is nog niet verzegeld',
  'nobody whom the trust file knows says to have read the list':
    'niemand die in het vertrouwensbestand staat, zegt de lijst te hebben gelezen',
  '{0} had read the list at {1}, which is too late': '{0} had de lijst op {1} gelezen, en dat is te laat',
  'the seeds are public, and {0} had read the list at {1}':
    'de getallen van de organisator zijn openbaar, en {0} had de lijst op {1} gelezen',
  'the seeds were secret until the draw': 'de getallen van de organisator waren tot de trekking geheim',
  '{0} read another list of this raffle, of {1} entries with the root {2}':
    '{0} las een andere lijst van deze loterij, aantal loten: {1}, met de eindcode (root) {2}',
  '{0} saw another {1} of this raffle, signed by the operator, at {2}':
    '{0} zag op {2} een andere {1} van deze loterij, ondertekend door de organisator',
  'another document that was given has another {0} of this raffle, signed by the operator':
    'een ander document dat is opgegeven, bevat een andere {0} van deze loterij, ondertekend door de organisator',
  'entry {0} of the log is another {1} of this raffle, signed by the operator':
    'vermelding {0} van het register is een andere {1} van deze loterij, ondertekend door de organisator',
  'entry {0} of the log is a {1} of this raffle, signed by the operator, which is not in the bundle':
    'vermelding {0} van het register is een {1} van deze loterij, ondertekend door de organisator, die niet in de bundel staat',
  '{0} saw another {1} of this raffle, by a key of the operator that is not valid any more: it accuses nobody':
    '{0} zag een andere {1} van deze loterij, met een sleutel van de organisator die niet meer geldig is: dat beschuldigt niemand',
  'another document that was given has another {0} of this raffle, by a key of the operator that is not valid any more: it accuses nobody':
    'een ander document dat is opgegeven, bevat een andere {0} van deze loterij, met een sleutel van de organisator die niet meer geldig is: dat beschuldigt niemand',
  'the winner of prize {0} was replaced, {1} by {2}: {3}':
    'de winnaar van prijs {0} is vervangen: {1} door {2}, om deze reden: {3}',
  'a checkpoint is of "{0}", and the operator’s log is "{1}"':
    'een kop van het register (checkpoint) is van “{0}”, en het register van de organisator is “{1}”',
  'the checkpoint of a log of {0} entries is not signed by the log’s key':
    'de kop (checkpoint) van een register (vermeldingen: {0}) is niet ondertekend met de sleutel van het register',
  'the proof of {0} does not lead to the checkpoint of a log of {1} entries':
    'het bewijs bij {0} leidt niet naar de kop (checkpoint) van een register (vermeldingen: {1})',
  'there is a proof of {0}, and no such statement':
    'er is een bewijs bij {0}, maar zo’n verklaring is er niet',
  'its key signed a checkpoint of {0} entries that are not the first of its {1} entries':
    'met de sleutel ervan is een kop (checkpoint) ondertekend (vermeldingen: {0}), en dat zijn niet de eerste vermeldingen van het register (in totaal: {1})',
  'its key signed two checkpoints of a log of {0} entries with different roots':
    'met de sleutel ervan zijn twee koppen (checkpoints) van een register (vermeldingen: {0}) ondertekend, met verschillende eindcodes (roots)',
  'the cosignature of witness {0} does not verify':
    'de medeondertekening van getuige {0} is bij controle niet geldig',
  'all {0} stand under the checkpoint of a log of {1} entries':
    'alle verklaringen (aantal: {0}) vallen onder de kop (checkpoint) van een register (vermeldingen: {1})',
  'there is no log in the bundle, and none was given beside it':
    'in de bundel zit geen register, en er is ook geen register los opgegeven',
  'no checkpoint covers every statement':
    'geen enkele kop van het register (checkpoint) omvat alle verklaringen',
  'nothing shows that {0} is in it': 'uit niets blijkt dat {0} erin staat',
  '{0} of {1} witnesses cosigned a checkpoint that covers every statement':
    'getuigen die een kop van het register (checkpoint) met alle verklaringen medeondertekenden: {0} van {1}',
  'fewer than {0} witnesses cosigned the entries of the log':
    'minder getuigen dan {0} hebben de vermeldingen in het register medeondertekend',
  'the quorum of the trust file can be reached by two halves of the witnesses that were each shown another history':
    'het quorum van het vertrouwensbestand is te halen met twee helften van de getuigen die elk een andere geschiedenis te zien hebben gekregen',
  'the trust file has no witness that counts': 'het vertrouwensbestand heeft geen getuige die telt',
  'the trust file does not have the key of the log "{0}"':
    'het vertrouwensbestand heeft niet de sleutel van het register “{0}”',
  'the trust file does not say which log is that of "{0}"':
    'het vertrouwensbestand zegt niet welk register dat van “{0}” is',
  'the entries of the log do not have every statement':
    'niet elke verklaring staat tussen de vermeldingen in het register',
  'the log was not read, and may have another commitment of this raffle in it: give the log as well':
    'het register is niet gelezen, en er kan een andere vastlegging van deze loterij in staan: geef ook het register op',
  'the log was read, and does not show enough: {0}':
    'het register is gelezen, maar laat niet genoeg zien: {0}',
  'the operator signed a receipt under another commitment of this raffle':
    'de organisator heeft een ontvangstbewijs ondertekend onder een andere vastlegging van deze loterij',
  'the operator signed for entry {0}, and none of the {1} entries of the sealed list has this id':
    'de organisator heeft getekend voor lot {0}, en geen lot in de verzegelde lijst heeft dat nummer (aantal loten: {1})',
  'the operator signed for entry {0}, and the sealed list has it as {1:word}, not as {2:word}':
    'de organisator heeft getekend voor lot {0}, en in de verzegelde lijst staat het als {1}, niet als {2}',
  'the operator signed for entry {0}, and the sealed list has it with another nonce':
    'de organisator heeft getekend voor lot {0}, en in de verzegelde lijst staat het met een andere geheime code (nonce)',
  'of {0} withdrawn receipts the operator took {1} back alone: nothing shows that their buyers agreed':
    'ingetrokken ontvangstbewijzen: {0}, waarvan alleen door de organisator teruggenomen: {1}; daarbij blijkt uit niets dat de kopers akkoord gingen',
  'the receipt of entry {0} is dated {1}, and the list was sealed at {2}':
    'het ontvangstbewijs van lot {0} heeft als datum {1}, en de lijst is verzegeld op {2}',
  'draw {0} is dated before draw {1}': 'trekking {0} heeft een eerdere datum dan trekking {1}',
  'entry {0} won more than once, and the record does not show that winners leave the pool':
    'lot {0} heeft meer dan één keer gewonnen, en uit het verslag blijkt niet dat winnaars daarna niet meer meedoen',
  'entry {0} won twice': 'lot {0} heeft twee keer gewonnen',
  'the pool goes from {0} to {1} after draw {2}; one winner leaves it at a time':
    'na trekking {2} gaat het aantal overgebleven loten van {0} naar {1}; per keer gaat er één winnaar af',
  'total_draws is not the number of draws': 'total_draws is niet het aantal trekkingen',
  'two draws have the id {0}': 'twee trekkingen hebben het id {0}',
  'two draws have the same rng_seed_hash': 'twee trekkingen hebben dezelfde rng_seed_hash',
  'nobody signed the draw {0} of the record': 'niemand heeft de trekking {0} in het verslag ondertekend',
  'the record leaves out draws that were signed': 'in het verslag ontbreken trekkingen die zijn ondertekend',
  'the record says something else than was signed at {0}':
    'het verslag zegt op {0} iets anders dan is ondertekend',
  'the record says something else than was signed at {0}: {1}':
    'het verslag zegt op {0} iets anders dan is ondertekend: {1}',
  'the record does not have the form that the specification gives: {0}':
    'het verslag heeft niet de vorm die de specificatie vraagt: {0}',
  'signature_hash of draw {0} is the SHA-256 of empty input':
    'signature_hash van trekking {0} is de SHA-256 van lege invoer',
  'its form has to be mended first': 'eerst moet de vorm ervan worden hersteld',
  'no record was given': 'er is geen verslag opgegeven',
  'it shows one draw of {0}': 'het toont één trekking van {0}',
  'there is no commitment to compare it with': 'er is geen vastlegging om het mee te vergelijken',
  'the seed of {0} is not the one that was committed to':
    'het getal van de organisator bij {0} is niet het getal dat was vastgelegd',
  'the seed of {0} is not the one that was committed to: {1}':
    'het getal van de organisator bij {0} is niet het getal dat was vastgelegd: {1}',
  'the public seed of prize {0} does not have its rng_seed_hash':
    'het openbare getal van de organisator bij prijs {0} heeft niet de rng_seed_hash van die prijs',
  'two prizes have the same draw_id': 'twee prijzen hebben dezelfde draw_id',
  'two prizes have the same rng_seed_hash': 'twee prijzen hebben dezelfde rng_seed_hash',
  'draw_at_utc is less than {0} s after the entries close':
    'draw_at_utc is minder dan {0} s na het sluiten van de inschrijving',
  '{0} is dated after its statement': '{0} heeft een latere datum dan de verklaring erover',
  '{0} is dated before it could be made': '{0} heeft een datum van voordat dit kon gebeuren',
  '{0} is not the next attempt, {1}': '{0} is niet de volgende poging, {1}',
  '{0} is of no draw': '{0} hoort bij geen trekking',
  '{0} follows a cancellation': '{0} komt na een annulering',
  '{0} is dated before the one it follows': '{0} heeft een eerdere datum dan de verklaring ervoor',
  '{0} is out of place: the commitment comes first':
    '{0} staat niet op de juiste plaats: de vastlegging komt als eerste',
  '{0} is out of place: the seal comes second':
    '{0} staat niet op de juiste plaats: de verzegeling komt als tweede',
  '{0} does not follow the one before it': '{0} sluit niet aan op de verklaring ervoor',
  '{0} stands in place {1}': '{0} staat op plaats {1}',
  '{0} has another {1} than the first': '{0} heeft een andere waarde voor {1} dan de eerste verklaring',
  '{0} has another {1} than the commitment': '{0} heeft een andere waarde voor {1} dan de vastlegging',
  '{0} is a draw more than there are prizes': '{0} is een trekking meer dan er prijzen zijn',
  '{0} comes before the last draw': '{0} komt vóór de laatste trekking',
  'the commitment is not dated before the entries close':
    'de vastlegging heeft geen datum vóór het sluiten van de inschrijving',
  'the draw in place {0} is of prize {1}': 'de trekking op plaats {0} is van prijs {1}',
  'the seal is dated before the entries close':
    'de verzegeling heeft een datum vóór het sluiten van de inschrijving',
  'the seal is not dated before the first draw': 'de verzegeling heeft geen datum vóór de eerste trekking',
  'the seal is not dated before the randomness could be known':
    'de verzegeling heeft geen datum van voordat het toevalsgetal bekend kon zijn',
  '{0} of {1} prizes are drawn': 'getrokken prijzen: {0} van {1}',
  '{0} of {1} prizes is drawn': 'getrokken prijzen: {0} van {1}',
  '{0}: it is dated {1}, when its key is not valid':
    '{0}: de datum is {1}, en op die datum is de sleutel ervan niet geldig',
  '{0}: the signature is not of the operator’s key':
    '{0}: de handtekening is niet van de sleutel van de organisator',
  '{0}: its key was revoked, and nobody saw it before that':
    '{0}: de sleutel ervan is ingetrokken, en niemand heeft de verklaring vóór die intrekking gezien',
  '{0}: the trust file does not have the key {1} of "{2}"':
    '{0}: het vertrouwensbestand heeft niet de sleutel {1} van “{2}”',
  '{0}: the trust file does not have the operator "{1}"':
    '{0}: het vertrouwensbestand heeft niet de organisator “{1}”',
  '{0} cannot be read, so nobody knows whose it is': '{0} is niet leesbaar, dus niemand weet van wie die is',
  'the trust file does not have the key {0} of "{1}"':
    'het vertrouwensbestand heeft niet de sleutel {0} van “{1}”',
  'the trust file does not have the operator "{0}"': 'het vertrouwensbestand heeft niet de organisator “{0}”',
  'the trust file does not have the chain {0}': 'het vertrouwensbestand heeft niet de keten {0}',
  'the signature is not of the operator’s key': 'de handtekening is niet van de sleutel van de organisator',
  'its key was revoked, and nothing shows that it was there before':
    'de sleutel ervan is ingetrokken, en uit niets blijkt dat het er daarvoor al was',
  'its key was not valid any more when it was seen':
    'de sleutel ervan was niet meer geldig toen het werd gezien',
  'no entry is left for {0}': 'er is geen lot over voor {0}',
  '{0} is not made from the entries that were left': '{0} is niet gedaan uit de loten die over waren',
  '{0} takes the entry in place {1} of the list (index {2}), and the rule gives the one in place {3} (index {4})':
    '{0}: gepubliceerd is het lot op plaats {1} van de lijst (index {2}); volgens de regel wint het lot op plaats {3} (index {4})',
  'the committed beacon is not in the bundle':
    'de vastgelegde bron van het toevalsgetal zit niet in de bundel',
  'there is no commitment': 'er is geen vastlegging',
  'there is no seal': 'er is geen verzegeling',
  'there is no seed for {0}, or no such pick':
    'er is geen getal van de organisator voor {0}, of die trekking of vervanging bestaat niet',
  'it is not in the bundle': 'het zit niet in de bundel',
  'the commitment names no beacon': 'de vastlegging noemt geen bron van een toevalsgetal',
  'the commitment or the seal is missing': 'de vastlegging of de verzegeling ontbreekt',
  'someone else saw the commitment and the seal in time: {0}':
    'iemand anders zag de vastlegging en de verzegeling op tijd: {0}',
  'there was no second commitment or seal: {0}': 'er was geen tweede vastlegging of verzegeling: {0}',
  '{0} saw the commitment at {1} and the seal at {2}':
    '{0} zag de vastlegging op {1} en de verzegeling op {2}',
  '{0} saw the commitment at {1} and {2} saw the seal at {3}':
    '{0} zag de vastlegging op {1} en {2} zag de verzegeling op {3}',
  '{0} time-stamped the commitment at {1} and the seal at {2}':
    '{0} zette een tijdstempel op de vastlegging op {1} en op de verzegeling op {2}',
  'witnesses {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}':
    'getuigen ({0}) hebben het register medeondertekend met de vastlegging erin op {1} en met de verzegeling erin op {2}',
  'organisations {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}':
    'organisaties ({0}) hebben het register medeondertekend met de vastlegging erin op {1} en met de verzegeling erin op {2}',
  'witnesses {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}, and no other commitment or list of this raffle that the operator signed with a valid key is in the log of {3} entries':
    'getuigen ({0}) hebben het register medeondertekend met de vastlegging erin op {1} en met de verzegeling erin op {2}, en in het register (vermeldingen: {3}) staat geen andere vastlegging of lijst van deze loterij die de organisator met een geldige sleutel heeft ondertekend',
  'organisations {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}, and no other commitment or list of this raffle that the operator signed with a valid key is in the log of {3} entries':
    'organisaties ({0}) hebben het register medeondertekend met de vastlegging erin op {1} en met de verzegeling erin op {2}, en in het register (vermeldingen: {3}) staat geen andere vastlegging of lijst van deze loterij die de organisator met een geldige sleutel heeft ondertekend',
  'no observation shows the commitment with the operator’s signature':
    'geen waarneming toont de vastlegging met de handtekening van de organisator',
  'no observation shows the seal with the operator’s signature':
    'geen waarneming toont de verzegeling met de handtekening van de organisator',
  'no observation shows the commitment with the operator’s signature; witnesses do not read what they cosign: give the log’s entries as well':
    'geen waarneming toont de vastlegging met de handtekening van de organisator; getuigen lezen niet wat ze medeondertekenen: geef ook de vermeldingen in het register op',
  'no observation and no witnessed log shows the commitment with the operator’s signature':
    'geen waarneming en geen register met getuigen toont de vastlegging met de handtekening van de organisator',
  'no observation and no witnessed log shows the seal with the operator’s signature':
    'geen waarneming en geen register met getuigen toont de verzegeling met de handtekening van de organisator',
  'no observation, no time-stamp and no witnessed log shows the commitment with the operator’s signature':
    'geen waarneming, geen tijdstempel en geen register met getuigen toont de vastlegging met de handtekening van de organisator',
  'no observation, no time-stamp and no witnessed log shows the seal with the operator’s signature':
    'geen waarneming, geen tijdstempel en geen register met getuigen toont de verzegeling met de handtekening van de organisator',
  'the commitment was seen at {0}, and entries closed at {1}':
    'de vastlegging is gezien op {0}, en de inschrijving sloot op {1}',
  'the seal was seen at {0}, which is too late': 'de verzegeling is gezien op {0}, en dat is te laat',
  'the time of the round is not known: its chain is not in the trust file':
    'de tijd van de ronde is niet bekend: de keten ervan staat niet in het vertrouwensbestand',
  'an observation is dated {0}, which is after now':
    'een waarneming heeft als datum {0}, en dat is later dan nu',
  'an observation is not signed by an observer of the trust file':
    'een waarneming is niet ondertekend door een waarnemer uit het vertrouwensbestand',
  'an observation is of raffle {0}': 'een waarneming is van loterij {0}',
  'the clock of {0} is wrong: at {1} it saw a draw, before its round was out':
    'de klok van {0} loopt verkeerd: volgens die klok is op {1} een trekking gezien, voordat de ronde ervan was uitgekomen',
  'the clock of {0} is wrong: at {1} it saw the seal, before entries closed':
    'de klok van {0} loopt verkeerd: volgens die klok is op {1} de verzegeling gezien, voordat de inschrijving sloot',
  'the clock of {0} is wrong: at {1} it stamped the seal, before entries closed':
    'de klok van {0} loopt verkeerd: volgens die klok is op {1} een tijdstempel op de verzegeling gezet, voordat de inschrijving sloot',
  'a time-stamp does not count: {0}': 'een tijdstempel telt niet: {0}',
  '{0} is not proven': '{0} is niet bewezen',
  'stopped by {0}': 'tegengehouden door {0}',
  'there was no second commitment for this draw': 'er was geen tweede vastlegging voor deze trekking',
  'someone else saw the commitment before the random number could be known':
    'iemand anders heeft de vastlegging gezien voordat het toevalsgetal bekend kon zijn',
  'everything that decides the winner was fixed beforehand': 'alles wat de winnaar bepaalt, lag vooraf vast',
  'the draws reach level {0}, unsteerable': 'de trekkingen bereiken niveau {0}, niet te sturen',
  'the draws reach level {0}, witnessed': 'de trekkingen bereiken niveau {0}, door getuigen bevestigd',
}
