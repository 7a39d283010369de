/**
 * What the claims of recipes say.
 *
 * @packageDocumentation
 */
import type { Phrases } from '../translator.js'

export const recipeClaims: Phrases = {
  'the number of tickets was fixed before the draw': 'het aantal loten lag vast vóór de trekking',
  'the block hash is that of the block of this height': 'de blokhash is die van het blok met deze hoogte',
  'the digest is that of the block hash': 'de hashwaarde is die van de blokhash',
  'the remainder follows from the digest': 'de rest van de deling volgt uit de hashwaarde',
  'the winning ticket is the remainder, counted from 69420':
    'het winnende lot is de rest van de deling, geteld vanaf 69420',
  'the number of entries was fixed before the draw': 'het aantal inschrijvingen lag vast vóór de trekking',
  'the seed is the one that the contract drew':
    'de beginwaarde is de waarde die het contract heeft getrokken',
  "the first tier's entry follows from the seed":
    'de inschrijving van de eerste prijsklasse volgt uit de beginwaarde',
  "the second tier's entries follow from the seed":
    'de inschrijvingen van de tweede prijsklasse volgen uit de beginwaarde',
  'the list hashes to the hash that was published with it':
    'de lijst geeft de hash die erbij is gepubliceerd',
  'the list was fixed before the block': 'de lijst lag vast vóór het blok',
  'the participants have as many tickets as was said': 'de deelnemers hebben zoveel loten als is gezegd',
  'the block hash is that of the announced block': 'de blokhash is die van het aangekondigde blok',
  'the seed follows from block and list': 'de beginwaarde volgt uit het blok en de lijst',
  'the winning ticket follows from the seed': 'het winnende lot volgt uit de beginwaarde',
  'the winner holds that ticket': 'de winnaar heeft dat lot',
  'the list was fixed before the draw': 'de lijst lag vast vóór de trekking',
  'the ticket hashes follow from prize and entry':
    'de hashes van de loten volgen uit de prijs en de inschrijving',
  'the result hashes follow from the ticket hashes and the block hash':
    'de uitkomsthashes volgen uit de hashes van de loten en de blokhash',
  'the result indices are the order of the result hashes':
    'de uitkomstindexen zijn de volgorde van de uitkomsthashes',
  'the winners have the highest result hashes': 'de winnaars hebben de hoogste uitkomsthashes',
  'the list has as many entries as tickets were counted':
    'de lijst heeft zoveel inschrijvingen als er loten zijn geteld',
  'the block hash is the hash of the block header': 'de blokhash is de hash van de blokheader',
  'the winning tickets follow from the block hash': 'de winnende loten volgen uit de blokhash',
  'the winners have these tickets': 'de winnaars hebben deze loten',
  'the winning position is the remainder': 'de winnende positie is de rest van de deling',
  'the list hashes to the hash of the request': 'de lijst geeft de hash uit de aanvraag',
  'the number is the one that Chainlink delivered': 'het getal is het getal dat Chainlink heeft geleverd',
  'the index is the remainder': 'de index is de rest van de deling',
  'the winner is the wallet at that index': 'de winnaar is de wallet op die index',
  'the order is the one that the number gives': 'de volgorde volgt uit het getal',
  'the file hashes to the hash of the request': 'het bestand geeft de hash uit de aanvraag',
  'the starting position is the remainder': 'de startpositie is de rest van de deling',
  'the winners stand from that line on': 'de winnaars staan vanaf die regel van het bestand',
  'the newest hash leads to the one that was known before, in as many steps as there are games between':
    'de nieuwste hash leidt naar de hash die al bekend was, in zoveel stappen als er spellen tussen liggen',
  'the salt is the hash of the block that was announced':
    'de salt is de hash van het blok dat was aangekondigd',
  'each hash leads to the one of the game before': 'elke hash leidt naar die van het spel ervoor',
  'the games are numbered one by one': 'de spellen zijn een voor een genummerd',
  'each result follows from its hash and the salt': 'elke uitkomst volgt uit de hash ervan en de salt',
  'the stakes are those of the ledger at the draw': 'de inleg is die in het grootboek bij de trekking',
  'the block is the first one after the announced time': 'het blok is het eerste na de aangekondigde tijd',
  'the winner’s stake is the one that the random number falls on':
    'de inleg van de winnaar is die waarop het toevalsgetal valt',
  'the server seed is the one whose hash was published':
    'de beginwaarde van de server is die waarvan de hash is gepubliceerd',
  'the HMAC follows from the seeds and the nonce': 'de HMAC volgt uit de beginwaarden en de nonce',
  'the number is the first 13 hex digits of it':
    'het getal bestaat uit de eerste 13 hexadecimale cijfers van de HMAC',
  'the fraction is the number over 2^52': 'de fractie is het getal gedeeld door 2^52',
  'the index is the fraction times the tickets': 'de index is de fractie maal het aantal loten',
  'the client seed is the one that the player chose':
    'de beginwaarde van de client is de waarde die de speler heeft gekozen',
  'the blocks follow from the seeds and the nonce': 'de blokken volgen uit de beginwaarden en de nonce',
  'the floats are the blocks in pieces of four bytes':
    'de kommagetallen zijn de blokken in stukken van vier bytes',
  'the result follows from the floats': 'de uitkomst volgt uit de kommagetallen',
  'the snapshot is the one whose hash was published':
    'de momentopname is die waarvan de hash is gepubliceerd',
  'the random number is the one that Chainlink gave':
    'het toevalsgetal is het getal dat Chainlink heeft gegeven',
  'the numbers follow from the random number': 'de getallen volgen uit het toevalsgetal',
  'each pick leaves one ticket less': 'bij elke keuze blijft er één lot minder over',
  'each index follows from its number': 'elke index volgt uit het getal erbij',
  'the winners have the tickets at those indices': 'de winnaars hebben de loten op die indexen',
  'the server seed is the one that the public hash is of':
    'de beginwaarde van de server is die waarvan de openbare hash is',
  'the roll follows from the seeds and the nonce': 'de worp volgt uit de beginwaarden en de nonce',
  'those who tie were fixed by the vote': 'wie gelijk zijn geëindigd, lag vast door de stemming',
  'the seed follows from the policy': 'de beginwaarde volgt uit het beleid',
  'the winners are the ones that the seed gives': 'de winnaars volgen uit de beginwaarde',
  'the secret is the one that was committed to': 'het geheim is het geheim dat was vastgelegd',
  'the list has as many options as was published': 'de lijst heeft zoveel opties als is gepubliceerd',
  'the result follows from the secret': 'de uitkomst volgt uit het geheim',
  'the winner is the option at that place': 'de winnaar is de optie op die plaats',
  'the list has as many participants as was published':
    'de lijst heeft zoveel deelnemers als is gepubliceerd',
  'the round is the one that was announced': 'de ronde is de ronde die was aangekondigd',
  'the randomness is the one that drand published':
    'het toevalsgetal is het getal dat drand heeft gepubliceerd',
  "the winner's number follows from the randomness": 'het nummer van de winnaar volgt uit het toevalsgetal',
  'the winner has that number in the list': 'de winnaar heeft dat nummer in de lijst',
  'the block hash is that of the next block': 'de blokhash is die van het volgende blok',
  'the group is the last four digits': 'de groep bestaat uit de laatste vier cijfers',
  'the first ball is its remainder': 'de eerste bal is de rest van de deling ervan',
  'the lucky tickets are the first after the shuffle': 'de geluksloten zijn de eerste na het schudden',
  'the holders have these tickets': 'de houders hebben deze loten',
  'the list has as many entries as was said': 'de lijst heeft zoveel inschrijvingen als is gezegd',
  'the round is the next one after the time of the draw':
    'de ronde is de eerstvolgende na de tijd van de trekking',
  'the winners are the ones that randomness and list give':
    'de winnaars volgen uit het toevalsgetal en de lijst',
  'the signature is the one that drand made for this round':
    'de handtekening is die van drand voor deze ronde',
  'the randomness is the hash of the signature': 'het toevalsgetal is de hash van de handtekening',
  'the hash is that of the list as it is given': 'de hash is die van de lijst zoals opgegeven',
  'the winners are the first entries in sorted order, as with any other randomness':
    'de winnaars zijn de eerste inschrijvingen in gesorteerde volgorde, net als bij elk ander toevalsgetal',
  'the winners are the ones that randomness and list give, in that order':
    'de winnaars volgen in deze volgorde uit het toevalsgetal en de lijst',
  'the points were fixed before the block': 'de punten lagen vast vóór het blok',
  'the winners are the ones that the block hash gives': 'de winnaars volgen uit de blokhash',
  'the holders’ weights are those at the close block':
    'de gewichten van de houders zijn die bij het sluitingsblok',
  'the weights add up to the total': 'de gewichten zijn opgeteld het totaal',
  'the winner’s proof leads to the Merkle root': 'het bewijs van de winnaar leidt naar de Merkle-root',
  'the block hash is that of the close block': 'de blokhash is die van het sluitingsblok',
  'the roll follows from the block hash and the draw’s number':
    'de worp volgt uit de blokhash en het nummer van de trekking',
  'the offset follows from the roll': 'de offset volgt uit de worp',
  'the winner’s weight is that in the list': 'het gewicht van de winnaar is dat in de lijst',
  'the weights before the winner’s add up': 'de som van de gewichten vóór dat van de winnaar klopt',
  'the winner’s weight is the one that the offset falls on':
    'het gewicht van de winnaar is dat waarop de offset valt',
  'the block hashes are those of the announced blocks': 'de blokhashes zijn die van de aangekondigde blokken',
  'the blocks follow one another': 'de blokken volgen op elkaar',
  'the positions follow from the block hashes': 'de posities volgen uit de blokhashes',
  'the winners stand at those positions': 'de winnaars staan op die posities',
  'the seed is the one whose hash was published': 'de beginwaarde is die waarvan de hash is gepubliceerd',
  'the round is the first one after the end of the raffle':
    'de ronde is de eerste na het einde van de loterij',
  'the digest follows from seed and randomness': 'de hashwaarde volgt uit de beginwaarde en het toevalsgetal',
  'the winning index follows from the digest': 'de winnende index volgt uit de hashwaarde',
  'the winner is the ticket at that index': 'de winnaar is het lot op die index',
  'the shuffled list is in the order of the hashes': 'de geschudde lijst staat in de volgorde van de hashes',
  'the winners have the lowest hashes': 'de winnaars hebben de laagste hashes',
  'the entries are the ones whose hash was published':
    'de inschrijvingen zijn die waarvan de hash is gepubliceerd',
  'the client seed is that randomness': 'de beginwaarde van de client is dat toevalsgetal',
  'the ranking has every entry, with its score and in its place':
    'de rangschikking bevat elke inschrijving, met de score ervan en op de juiste plaats',
  'the winners are first in the ranking': 'de winnaars staan vooraan in de rangschikking',
  'the hashes are those of the entrants and their places':
    'de hashes zijn die van de deelnemers en hun plaatsen',
  'the ticket chain is the one that name and entrants give':
    'de keten van loten volgt uit de naam en de deelnemers',
  'the output is the one that NIST published for the announced time':
    'de uitvoer is wat NIST voor de aangekondigde tijd heeft gepubliceerd',
  'the results are those of the tickets and the output, the lowest first':
    'de uitkomsten zijn die van de loten en de uitvoer, de laagste eerst',
  'the winner has the lowest result': 'de winnaar heeft de laagste uitkomst',
  'the names were fixed before the block': 'de namen lagen vast vóór het blok',
  'the hashes are those of the names': 'de hashes zijn die van de namen',
  'the ranking is the order of the hashes': 'de rangschikking is de volgorde van de hashes',
  'the round is the first one when the draw was due or later':
    'de ronde is de eerste op of na de geplande tijd van de trekking',
  'the winners have the lowest scores': 'de winnaars hebben de laagste scores',
  'the rule is the one whose hash was published': 'de regel is die waarvan de hash is gepubliceerd',
  'the rule is to pick from the shuffled list': 'de regel is om uit de geschudde lijst te kiezen',
  'the inputs are, in some order, the ones whose hash was published':
    'de invoer is, in een of andere volgorde, die waarvan de hash is gepubliceerd',
  'the commitment is to that rule, those inputs and that round':
    'de vastlegging betreft die regel, die invoer en die ronde',
  'the order of the inputs was fixed before the draw': 'de volgorde van de invoer lag vast vóór de trekking',
  'the round is the one that was committed to': 'de ronde is de ronde die was vastgelegd',
  'the output follows from randomness, rule and inputs':
    'de uitvoer volgt uit het toevalsgetal, de regel en de invoer',
  'the selection follows from the output and the order of the inputs':
    'de selectie volgt uit de uitvoer en de volgorde van de invoer',
  "the receipt's id is the beginning of the commitment":
    'het id van het ontvangstbewijs is het begin van de vastlegging',
  "the number of addresses was fixed before the beacon's time":
    'het aantal adressen lag vast vóór de tijd van de bron',
  "the output is that of NIST's beacon at that time": 'de uitvoer is die van de bron van NIST op die tijd',
  'the first winning place is the remainder': 'de eerste winnende plaats is de rest van de deling',
  'the entries have as much weight as was said': 'de inschrijvingen hebben zoveel gewicht als is gezegd',
  "the beacon is drand's": 'de bron van het toevalsgetal is drand',
  'the seed follows from the hash of the entries and the beacon':
    'de beginwaarde volgt uit de bron en de hash van de inschrijvingen',
  'the winner is the entry that the seed gives': 'de winnaar is de inschrijving die uit de beginwaarde volgt',
  'the round was still to come at the time of the draw':
    'de ronde moest op de tijd van de trekking nog komen',
  'the combined hash follows from randomness, seed, draw and salt':
    'de gecombineerde hash volgt uit het toevalsgetal, de beginwaarde, de trekking en de salt',
  'the winning number follows from the combined hash': 'het winnende nummer volgt uit de gecombineerde hash',
  'the client seed is the hash of the entries and their wallets':
    'de beginwaarde van de client is de hash van de inschrijvingen en hun wallets',
  "the block stands in Bitcoin's chain": 'het blok staat in de keten van Bitcoin',
  'the time of the block is later than that of the commitment':
    'de tijd van het blok is later dan die van de vastlegging',
  'the HMAC follows from both seeds, lotto and block':
    'de HMAC volgt uit beide beginwaarden, de lotto en het blok',
  'the winning index follows from the HMAC': 'de winnende index volgt uit de HMAC',
  'the winner is the entry at that index': 'de winnaar is de inschrijving op die index',
  'the number of tickets was fixed before the block': 'het aantal loten lag vast vóór het blok',
  'the seed is the block hash as a number': 'de beginwaarde is de blokhash als getal',
  'the order is the one that the seed gives': 'de volgorde volgt uit de beginwaarde',
  'the number of participants was fixed before the draw': 'het aantal deelnemers lag vast vóór de trekking',
  'there is one nonce for each prize, from 1': 'er is één nonce voor elke prijs, vanaf 1',
  'the hashes follow from the block hash and the nonces': 'de hashes volgen uit de blokhash en de nonces',
  'the numbers are the hashes in decimal': 'de getallen zijn de hashes, decimaal geschreven',
  'the remainders follow from the numbers': 'de resten van de deling volgen uit de getallen',
  'the positions are the remainders, counted from 1':
    'de posities zijn de resten van de deling, geteld vanaf 1',
  'the public value is the one that its sources published':
    'de openbare waarde is de waarde die de bronnen ervan hebben gepubliceerd',
  'the candidates with the highest hashes were selected, in that order':
    'de kandidaten met de hoogste hashes zijn geselecteerd, in die volgorde',
  'the certificate id is the hash of the certificate':
    'het id van het certificaat is de hash van het certificaat',
  "INMETRO's beacon signed this pulse": 'de bron van INMETRO heeft deze puls ondertekend',
  'the output is the hash of the signed pulse and its signature':
    'de uitvoer is de hash van de ondertekende puls en de handtekening ervan',
  'the block id is that of the block of this height': 'het blok-id is dat van het blok met deze hoogte',
  'the block is the next one after the announcement': 'het blok is het eerstvolgende na de aankondiging',
  'the winners are the ones that the block id gives': 'de winnaars volgen uit het blok-id',
  'the server seed was fixed before the draw': 'de beginwaarde van de server lag vast vóór de trekking',
  'the tickets in the list add up': 'de som van de loten in de lijst klopt',
  'the list has as many participants as was said': 'de lijst heeft zoveel deelnemers als is gezegd',
  'the client seed is made of period, tickets and participants':
    'de beginwaarde van de client is gemaakt van de periode, de loten en de deelnemers',
  'the nonce is the period': 'de nonce is de periode',
  'the proof hash follows from the seeds and the nonce':
    'de bewijshash volgt uit de beginwaarden en de nonce',
  'the winning ticket follows from the proof hash': 'het winnende lot volgt uit de bewijshash',
  'the winner has that ticket': 'de winnaar heeft dat lot',
  'the list is the one whose hash was published': 'de lijst is die waarvan de hash is gepubliceerd',
  'the winners of the first raffle follow from list and block hash':
    'de winnaars van de eerste loterij volgen uit de lijst en de blokhash',
  'the winners of the second raffle follow on': 'de winnaars van de tweede loterij volgen aansluitend',
  'the block hash is that of the first block after the announced time':
    'de blokhash is die van het eerste blok na de aangekondigde tijd',
  'the digest follows from both hashes': 'de hashwaarde volgt uit beide hashes',
  'the five prizes follow from the digest': 'de vijf prijzen volgen uit de hashwaarde',
  'the sixth prize is the sum of the five, of which the last four digits count':
    'de zesde prijs is de som van de vijf, waarvan de laatste vier cijfers tellen',
  "the artist's key is the one whose hash was posted":
    'de sleutel van de kunstenaar is die waarvan de hash online was geplaatst',
  'the sizes of the lists were fixed before the draw':
    'de groottes van de lijsten lagen vast vóór de trekking',
  'the RANDAO value is that of the announced block': 'de RANDAO-waarde is die van het aangekondigde blok',
  'the seed is both keys, combined by XOR': 'de beginwaarde bestaat uit beide sleutels, gecombineerd met XOR',
  'the winning ids follow from the seed': 'de winnende id’s volgen uit de beginwaarde',
  'the block hash is that of the block': 'de blokhash is die van het blok',
  'the winning numbers are the ones that the block hash gives': 'de winnende nummers volgen uit de blokhash',
  'the list is the one whose hash was published before the block':
    'de lijst is die waarvan de hash vóór het blok is gepubliceerd',
  'the block is the third after the time of the draw': 'het blok is het derde na de tijd van de trekking',
  'the winning number is the remainder, counted from 1':
    'het winnende nummer is de rest van de deling, geteld vanaf 1',
  'the winner is the comment with that number': 'de winnaar is de reactie met dat nummer',
  'the salt was fixed before the entrants were known': 'de salt lag vast voordat de deelnemers bekend waren',
  'the documents’ hashes follow from their numbers and the salt':
    'de hashes van de documenten volgen uit hun nummers en de salt',
  'the winners of the second round have the next lowest':
    'de winnaars van de tweede ronde hebben de daaropvolgende laagste hashes',
  'the winner is the account that the block hash gives':
    'de winnaar is het account dat uit de blokhash volgt',
  "NIST's beacon signed this pulse": 'de bron van NIST heeft deze puls ondertekend',
  'the output is the hash of the signed pulse': 'de uitvoer is de hash van de ondertekende puls',
  'the addresses were fixed before the block': 'de adressen lagen vast vóór het blok',
  'the winning sequence is the last eight digits of the hash':
    'de winnende cijferreeks bestaat uit de laatste acht cijfers van de hash',
  'the winners are the closest': 'de winnaars zitten er het dichtst bij',
  'the server seed was fixed before the bet': 'de beginwaarde van de server lag vast vóór de weddenschap',
  'the multiplier follows from the seeds and the nonce':
    'de vermenigvuldiger volgt uit de beginwaarden en de nonce',
  'the fraction is the HMAC over 16^64': 'de fractie is de HMAC gedeeld door 16^64',
  'the result lies so far between lowest and highest':
    'de uitkomst ligt naar die verhouding tussen de laagste en de hoogste',
  'the transactions are those of the block': 'de transacties zijn die van het blok',
  'the numbers are hashes of transaction and number of tickets':
    'de getallen zijn hashes van de transactie en het aantal loten',
  'the winning tickets are their remainders': 'de winnende loten zijn de resten van de deling ervan',
  'the block hash is that of a block': 'de blokhash is die van een blok',
  'the seed follows from the block hash and the type':
    'de beginwaarde volgt uit de blokhash en de soort loterij',
  'the roll is the first number of the generator': 'de worp is het eerste getal van de generator',
  'the winning ticket follows from the roll': 'het winnende lot volgt uit de worp',
  'the system’s seed is the one of the commitment':
    'de beginwaarde van het systeem is die van de vastlegging',
  'the seed is the one that the board gave': 'de beginwaarde is de waarde die de commissie heeft gegeven',
  'the order is the one that both seeds give': 'de volgorde volgt uit beide beginwaarden',
  'the seed is the one that was committed to': 'de beginwaarde is de waarde die was vastgelegd',
  'the weights together are the total weight': 'de gewichten zijn samen het totale gewicht',
  "the slot hash is the one that Solana's ledger has": 'de slot-hash is die in het grootboek van Solana',
  'the roll follows from seed, slot hash and draw':
    'de worp volgt uit de beginwaarde, de slot-hash en de trekking',
  'the winner holds the share at that offset': 'de winnaar heeft het aandeel op die offset',
  'the sealed file is the one whose hash was published':
    'het verzegelde bestand is dat waarvan de hash is gepubliceerd',
  'the list has as many tickets as its header says': 'de lijst heeft zoveel loten als in de kop ervan staat',
  'the round came out at the time that the header says': 'de ronde kwam uit op de tijd die in de kop staat',
  'the winning row follows from the randomness': 'de winnende rij volgt uit het toevalsgetal',
  'the winner is the ticket in that row': 'de winnaar is het lot in die rij',
  'the selected are the ones that the names give': 'de geselecteerden volgen uit de namen',
  'the scores were fixed before the block': 'de scores lagen vast vóór het blok',
  'the ticket list is the one whose hash was published':
    'de lijst met loten is die waarvan de hash is gepubliceerd',
  'paid and free tickets together are all tickets': 'betaalde en gratis loten samen zijn alle loten',
  'the mixed value follows from seed, randomness, prize and list':
    'de gemengde waarde volgt uit de beginwaarde, het toevalsgetal, de prijs en de lijst',
  'the index follows from the mixed value': 'de index volgt uit de gemengde waarde',
  'the list has as many tickets as was said': 'de lijst heeft zoveel loten als is gezegd',
  'the winner follows from a rule': 'de winnaar volgt uit een regel',
  'the winner is a ticket of the list': 'de winnaar is een lot van de lijst',
  'Raffaly signed the six values of the record': 'Raffaly heeft de zes waarden van het verslag ondertekend',
  'RANDOM.ORG signed this object': 'RANDOM.ORG heeft dit object ondertekend',
  'the serial number is the one in the signed object': 'het serienummer is dat in het ondertekende object',
  'the time is the one in the signed object': 'de tijd is die in het ondertekende object',
  'amount and range are those in the signed object':
    'het aantal en het bereik zijn die in het ondertekende object',
  'the numbers are those in the signed object': 'de getallen zijn die in het ondertekende object',
  'the ties are those of the count': 'de gelijke standen zijn die van de telling',
  'the seed is the one that was made in public': 'de beginwaarde is de waarde die in het openbaar is gemaakt',
  'the candidates drawn are the ones that the seed gives':
    'de getrokken kandidaten volgen uit de beginwaarde',
  'the numbers are the ones that the public sources published':
    'de getallen zijn de getallen die de openbare bronnen hebben gepubliceerd',
  'the key is made of those numbers': 'de sleutel is gemaakt van die getallen',
  'the digests follow from the key': 'de hashwaarden volgen uit de sleutel',
  'each divisor is the number of volunteers left': 'elke deler is het aantal overgebleven vrijwilligers',
  'the positions selected are the ones that the digests give':
    'de geselecteerde posities volgen uit de hashwaarden',
  'the volunteers named stand at those positions': 'de genoemde vrijwilligers staan op die posities',
  'each entry has the ticket number that the seed gives':
    'elke inschrijving heeft het lotnummer dat uit de beginwaarde volgt',
  'the order of selection is the order of the ticket numbers':
    'de volgorde van de selectie is de volgorde van de lotnummers',
  'the tickets of all orders add up': 'de som van de loten van alle bestellingen klopt',
  'the digest follows from seed and block hash': 'de hashwaarde volgt uit de beginwaarde en de blokhash',
  'the index follows from the digest': 'de index volgt uit de hashwaarde',
  'the winner has the ticket at that index': 'de winnaar heeft het lot op die index',
  'the secret is the one whose hash was published': 'het geheim is dat waarvan de hash is gepubliceerd',
  'the transaction is that of the bet': 'de transactie is die van de weddenschap',
  'the bet hash follows from secret and transaction':
    'de hash van de weddenschap volgt uit het geheim en de transactie',
  'the lucky number is the first two bytes': 'het geluksgetal bestaat uit de eerste twee bytes',
  'the tickets are those of the file whose hash was published':
    'de loten zijn die van het bestand waarvan de hash is gepubliceerd',
  'the tokens are those of the file whose hash was published':
    'de tokens zijn die van het bestand waarvan de hash is gepubliceerd',
  'the winners follow from tickets and block hash': 'de winnaars volgen uit de loten en de blokhash',
  'the tokens won are the next numbers of the generator':
    'de gewonnen tokens zijn de volgende getallen van de generator',
  'the cards were counted before the dice were rolled':
    'de kaarten zijn geteld voordat met de dobbelstenen werd gegooid',
  'the seed was rolled in public': 'de beginwaarde is in het openbaar gegooid',
  'the cards drawn are the ones that the seed gives': 'de getrokken kaarten volgen uit de beginwaarde',
  'the number of sheets was fixed before the dice were rolled':
    'het aantal bladen lag vast voordat met de dobbelstenen werd gegooid',
  'the seed is the one that was rolled in public':
    'de beginwaarde is de waarde die in het openbaar is gegooid',
  'the digests are those of seed and counter': 'de hashwaarden zijn die van de beginwaarde en de teller',
  'the numbers are the ones that the digests give': 'de getallen volgen uit de hashwaarden',
  'the mines follow from the seeds and the nonce': 'de mijnen volgen uit de beginwaarden en de nonce',
  'the scores are the result of the vote': 'de scores zijn de uitslag van de stemming',
  'the random bytes were made after the vote': 'de toevalsbytes zijn gemaakt na de stemming',
  'the order is the one that scores and random bytes give':
    'de volgorde volgt uit de scores en de toevalsbytes',
  'the block is the one of the commitment': 'het blok is dat van de vastlegging',
  'the shortlist was fixed before the draw': 'de voorselectie lag vast vóór de trekking',
  'the randomness is that of the block': 'het toevalsgetal is dat van het blok',
  'the chosen groups are the ones that the randomness gives':
    'de gekozen groepen volgen uit het toevalsgetal',
  'the tickets were fixed before the dice were rolled':
    'de loten lagen vast voordat met de dobbelstenen werd gegooid',
  'the seed is what the dice showed': 'de beginwaarde is wat de dobbelstenen lieten zien',
  'the winners hold the tickets that the seed gives':
    'de winnaars hebben de loten die uit de beginwaarde volgen',
  'the seed hash is the hash of the timestamp': 'de hash van de beginwaarde is de hash van de tijdaanduiding',
  'the winners are the ones that seed hash and list give':
    'de winnaars volgen uit de lijst en de hash van de beginwaarde',
  'the winning numbers follow from the combined hash': 'de winnende nummers volgen uit de gecombineerde hash',
  'the pools were fixed before the round': 'de pools lagen vast vóór de ronde',
  'the round is the announced one': 'de ronde is de aangekondigde ronde',
  'the scores are the hashes': 'de scores zijn de hashes',
  'each pool is in the order of the scores': 'elke pool staat in de volgorde van de scores',
  'the selected submissions are the first of each pool':
    'de geselecteerde inzendingen zijn de eerste van elke pool',
  "the roll's number follows from the block hash": 'het getal van de worp volgt uit de blokhash',
  "the numbers are the roll's number in that base": 'de getallen zijn het getal van de worp in dat grondtal',
  "the block hash is that of the day's last block": 'de blokhash is die van het laatste blok van de dag',
  'the entry numbers are those of the addresses': 'de nummers van de inschrijvingen zijn die van de adressen',
  'the winning number is the last ten digits': 'het winnende nummer bestaat uit de laatste tien cijfers',
  'no entry is both qualified and disqualified':
    'geen inschrijving is zowel gekwalificeerd als gediskwalificeerd',
  'the disqualified entries were rightly left out':
    'de gediskwalificeerde inschrijvingen zijn terecht weggelaten',
  'the round is the latest one at the time of the draw':
    'de ronde is de laatste die er was op de tijd van de trekking',
  'the published ranks are the order of the scores': 'de gepubliceerde rangen zijn de volgorde van de scores',
  'the winner has the highest score': 'de winnaar heeft de hoogste score',
  'the modulus was fixed before the block': 'de modulus lag vast vóór het blok',
  "the winner's number is the remainder": 'het nummer van de winnaar is de rest van de deling',
  'the code is the one whose hash was published': 'de code is die waarvan de hash is gepubliceerd',
  'the labels were fixed before the lotteries': 'de labels lagen vast vóór de loterijen',
  'the randomness is what the lotteries gave': 'het toevalsgetal is wat de loterijen hebben opgeleverd',
  'the labels stand in the order of their hashes': 'de labels staan in de volgorde van hun hashes',
  'the selected are the first that may be':
    'de geselecteerde labels zijn de eerste die geselecteerd mogen worden',
  'the names are those of the forum': 'de namen zijn die van het forum',
  'the seed is the hash of time and names': 'de beginwaarde is de hash van de tijd en de namen',
  'the operator signed the lock receipt': 'de organisator heeft het vergrendelingsbewijs ondertekend',
  'the lock receipt is that of this draw': 'het vergrendelingsbewijs is dat van deze trekking',
  "the lock receipt has this place among the operator's draws":
    'het vergrendelingsbewijs heeft deze plaats onder de trekkingen van de organisator',
  'that hash is in the lock receipt': 'die hash staat in het vergrendelingsbewijs',
  'the round is the one in the lock receipt': 'de ronde is die in het vergrendelingsbewijs',
  'the round came out after the list was locked': 'de ronde kwam uit nadat de lijst was vergrendeld',
  'the seed follows from randomness and entries':
    'de beginwaarde volgt uit het toevalsgetal en de inschrijvingen',
  'the winners are the first ones of the shuffled entries':
    'de winnaars zijn de eerste van de geschudde inschrijvingen',
  'Wallop! signed the execution receipt': 'Wallop! heeft het uitvoeringsbewijs ondertekend',
  'the execution receipt is about that lock receipt':
    'het uitvoeringsbewijs gaat over dat vergrendelingsbewijs',
  'the execution receipt has that randomness and seed':
    'in het uitvoeringsbewijs staan dat toevalsgetal en die beginwaarde',
  'the execution receipt names those winners': 'het uitvoeringsbewijs noemt die winnaars',
  'the weather is the one that the Met Office published':
    'het weer is zoals de Met Office het heeft gepubliceerd',
  'the weather was observed by the time that the lock receipt names':
    'het weer is uiterlijk op de tijd waargenomen die het vergrendelingsbewijs noemt',
  'the weather was observed within an hour of that time':
    'tussen de waarneming van het weer en die tijd ligt hoogstens een uur',
  'the seed follows from randomness, weather and entries':
    'de beginwaarde volgt uit het toevalsgetal, het weer en de inschrijvingen',
  'the execution receipt has that randomness, weather and seed':
    'in het uitvoeringsbewijs staan dat toevalsgetal, dat weer en die beginwaarde',
  'the random number was not chosen': 'het toevalsgetal is niet uitgekozen',
  'the index follows from the random number': 'de index volgt uit het toevalsgetal',
  'the numbers are the ones that EuroMillions drew':
    'de getallen zijn de getallen die EuroMillions heeft getrokken',
  'the text is made of those numbers': 'de tekst is gemaakt van die getallen',
  'the digest is the hash of the text': 'de hashwaarde is de hash van de tekst',
  'the index is the last byte modulo the number of candidates':
    'de index is de laatste byte modulo het aantal kandidaten',
  'the winner is the candidate at that index': 'de winnaar is de kandidaat op die index',
  'the list has as many tickets as were sold': 'de lijst heeft zoveel loten als er zijn verkocht',
  'the entropy is what a source that was named beforehand published':
    'de entropie is wat een vooraf genoemde bron heeft gepubliceerd',
  'the digest follows from seed and entropy': 'de hashwaarde volgt uit de beginwaarde en de entropie',
  'the winning position follows from the digest': 'de winnende positie volgt uit de hashwaarde',
  'the winner is the ticket at that position': 'de winnaar is het lot op die positie',
  'the HMAC follows from the seeds, the round and the nonce':
    'de HMAC volgt uit de beginwaarden, de ronde en de nonce',
  'the random value is made of the first 8 bytes of it':
    'de toevalswaarde is gemaakt van de eerste 8 bytes van de HMAC',
}
