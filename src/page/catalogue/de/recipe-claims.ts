/**
 * What the claims of recipes say.
 *
 * @packageDocumentation
 */
import type { Phrases } from '../translator.js'

export const recipeClaims: Phrases = {
  'the number of tickets was fixed before the draw': 'die Zahl der Lose stand vor der Auslosung fest',
  'the block hash is that of the block of this height': 'der Block-Hash gehört zum Block mit dieser Höhe',
  'the digest is that of the block hash': 'der Hashwert ist der Hashwert des Block-Hashs',
  'the remainder follows from the digest': 'der Rest ergibt sich aus dem Hashwert',
  'the winning ticket is the remainder, counted from 69420':
    'das gezogene Los ist der Rest, gezählt ab 69420',
  'the number of entries was fixed before the draw': 'die Zahl der Einträge stand vor der Auslosung fest',
  'the seed is the one that the contract drew': 'der Startwert ist der, den der Vertrag gezogen hat',
  "the first tier's entry follows from the seed":
    'der Eintrag der ersten Gewinnklasse ergibt sich aus dem Startwert',
  "the second tier's entries follow from the seed":
    'die Einträge der zweiten Gewinnklasse ergeben sich aus dem Startwert',
  'the list hashes to the hash that was published with it':
    'die Liste ergibt den Hashwert, der mit ihr veröffentlicht wurde',
  'the list was fixed before the block': 'die Liste stand vor dem Block fest',
  'the participants have as many tickets as was said':
    'die Teilnehmer haben so viele Lose, wie angegeben wurde',
  'the block hash is that of the announced block': 'der Block-Hash gehört zum angekündigten Block',
  'the seed follows from block and list': 'der Startwert ergibt sich aus Block und Liste',
  'the winning ticket follows from the seed': 'das gezogene Los ergibt sich aus dem Startwert',
  'the winner holds that ticket': 'dem Gewinner gehört dieses Los',
  'the list was fixed before the draw': 'die Liste stand vor der Auslosung fest',
  'the ticket hashes follow from prize and entry': 'die Los-Hashes ergeben sich aus Gewinn und Eintrag',
  'the result hashes follow from the ticket hashes and the block hash':
    'die Ergebnis-Hashes ergeben sich aus den Los-Hashes und dem Block-Hash',
  'the result indices are the order of the result hashes':
    'die Ergebnis-Indizes sind die Reihenfolge der Ergebnis-Hashes',
  'the winners have the highest result hashes': 'die Gewinner haben die höchsten Ergebnis-Hashes',
  'the list has as many entries as tickets were counted':
    'die Liste hat so viele Einträge, wie Lose gezählt wurden',
  'the block hash is the hash of the block header': 'der Block-Hash ist der Hashwert des Block-Headers',
  'the winning tickets follow from the block hash': 'die gezogenen Lose ergeben sich aus dem Block-Hash',
  'the winners have these tickets': 'die Gewinner haben diese Lose',
  'the winning position is the remainder': 'der Platz des Gewinners ist der Rest',
  'the list hashes to the hash of the request': 'die Liste ergibt den Hashwert der Anfrage',
  'the number is the one that Chainlink delivered': 'die Zahl ist die, die Chainlink geliefert hat',
  'the index is the remainder': 'der Index ist der Rest',
  'the winner is the wallet at that index': 'der Gewinner ist die Wallet mit diesem Index',
  'the order is the one that the number gives': 'die Reihenfolge ist die, die die Zahl ergibt',
  'the file hashes to the hash of the request': 'die Datei ergibt den Hashwert der Anfrage',
  'the starting position is the remainder': 'der Startplatz ist der Rest',
  'the winners stand from that line on': 'die Gewinner stehen ab dieser Zeile',
  'the newest hash leads to the one that was known before, in as many steps as there are games between':
    'der neueste Hashwert führt zu dem, der vorher bekannt war, in so vielen Schritten, wie Spiele dazwischenliegen',
  'the salt is the hash of the block that was announced':
    'der Salt ist der Hashwert des Blocks, der angekündigt war',
  'each hash leads to the one of the game before': 'jeder Hashwert führt zu dem des vorigen Spiels',
  'the games are numbered one by one': 'die Spiele sind fortlaufend nummeriert',
  'each result follows from its hash and the salt':
    'jedes Ergebnis ergibt sich aus dem zugehörigen Hashwert und dem Salt',
  'the stakes are those of the ledger at the draw':
    'die Einsätze sind die des Ledgers zur Zeit der Auslosung',
  'the block is the first one after the announced time':
    'der Block ist der erste nach der angekündigten Zeit',
  'the winner’s stake is the one that the random number falls on':
    'der Einsatz des Gewinners ist der, auf den die Zufallszahl fällt',
  'the server seed is the one whose hash was published':
    'der Server-Startwert ist der, dessen Hashwert veröffentlicht wurde',
  'the HMAC follows from the seeds and the nonce': 'der HMAC ergibt sich aus den Startwerten und der Nonce',
  'the number is the first 13 hex digits of it': 'die Zahl besteht aus den ersten 13 Hex-Ziffern des HMAC',
  'the fraction is the number over 2^52': 'der Bruchteil ist die Zahl geteilt durch 2^52',
  'the index is the fraction times the tickets': 'der Index ist der Bruchteil mal die Zahl der Lose',
  'the client seed is the one that the player chose':
    'der Client-Startwert ist der, den der Spieler gewählt hat',
  'the blocks follow from the seeds and the nonce':
    'die Blöcke ergeben sich aus den Startwerten und der Nonce',
  'the floats are the blocks in pieces of four bytes':
    'die Gleitkommazahlen sind die Blöcke in Stücken von vier Bytes',
  'the result follows from the floats': 'das Ergebnis ergibt sich aus den Gleitkommazahlen',
  'the snapshot is the one whose hash was published':
    'der Snapshot ist der, dessen Hashwert veröffentlicht wurde',
  'the random number is the one that Chainlink gave': 'die Zufallszahl ist die, die Chainlink geliefert hat',
  'the numbers follow from the random number': 'die Zahlen ergeben sich aus der Zufallszahl',
  'each pick leaves one ticket less': 'nach jeder Ziehung bleibt ein Los weniger',
  'each index follows from its number': 'jeder Index ergibt sich aus der zugehörigen Zahl',
  'the winners have the tickets at those indices': 'die Gewinner haben die Lose mit diesen Indizes',
  'the server seed is the one that the public hash is of':
    'der Server-Startwert ist der, zu dem der öffentliche Hashwert gehört',
  'the roll follows from the seeds and the nonce': 'der Wurf ergibt sich aus den Startwerten und der Nonce',
  'those who tie were fixed by the vote': 'wer im Gleichstand liegt, stand durch die Abstimmung fest',
  'the seed follows from the policy': 'der Startwert ergibt sich aus den Vorgaben',
  'the winners are the ones that the seed gives': 'die Gewinner sind die, die der Startwert ergibt',
  'the secret is the one that was committed to': 'der geheime Wert ist der, der festgelegt war',
  'the list has as many options as was published':
    'die Liste hat so viele Möglichkeiten, wie veröffentlicht wurde',
  'the result follows from the secret': 'das Ergebnis ergibt sich aus dem geheimen Wert',
  'the winner is the option at that place': 'der Gewinner ist die Möglichkeit auf diesem Platz',
  'the list has as many participants as was published':
    'die Liste hat so viele Teilnehmer, wie veröffentlicht wurde',
  'the round is the one that was announced': 'die Runde ist die, die angekündigt war',
  'the randomness is the one that drand published': 'die Zufallszahl ist die, die drand veröffentlicht hat',
  "the winner's number follows from the randomness":
    'die Nummer des Gewinners ergibt sich aus der Zufallszahl',
  'the winner has that number in the list': 'der Gewinner hat diese Nummer in der Liste',
  'the block hash is that of the next block': 'der Block-Hash gehört zum nächsten Block',
  'the group is the last four digits': 'die Zifferngruppe besteht aus den letzten vier Ziffern',
  'the first ball is its remainder': 'die erste Kugel ist der Rest, der sich aus der Zifferngruppe ergibt',
  'the lucky tickets are the first after the shuffle': 'die Glückslose sind die ersten nach dem Mischen',
  'the holders have these tickets': 'die Inhaber haben diese Lose',
  'the list has as many entries as was said': 'die Liste hat so viele Einträge, wie angegeben wurde',
  'the round is the next one after the time of the draw':
    'die Runde ist die nächste nach der Zeit der Auslosung',
  'the winners are the ones that randomness and list give':
    'die Gewinner sind die, die Zufallszahl und Liste ergeben',
  'the signature is the one that drand made for this round':
    'die Signatur ist die, die drand für diese Runde gemacht hat',
  'the randomness is the hash of the signature': 'die Zufallszahl ist der Hashwert der Signatur',
  'the hash is that of the list as it is given': 'der Hashwert gehört zu der Liste, wie sie angegeben ist',
  'the winners are the first entries in sorted order, as with any other randomness':
    'die Gewinner sind die ersten Einträge in sortierter Reihenfolge, wie bei jeder anderen Zufallszahl',
  'the winners are the ones that randomness and list give, in that order':
    'die Gewinner sind die, die Zufallszahl und Liste ergeben, in dieser Reihenfolge',
  'the points were fixed before the block': 'die Punkte standen vor dem Block fest',
  'the winners are the ones that the block hash gives': 'die Gewinner sind die, die der Block-Hash ergibt',
  'the holders’ weights are those at the close block': 'die Gewichte der Inhaber sind die beim Schlussblock',
  'the weights add up to the total': 'die Gewichte ergeben zusammen das Gesamtgewicht',
  'the winner’s proof leads to the Merkle root': 'der Nachweis des Gewinners führt zur Merkle-Wurzel',
  'the block hash is that of the close block': 'der Block-Hash gehört zum Schlussblock',
  'the roll follows from the block hash and the draw’s number':
    'der Wurf ergibt sich aus dem Block-Hash und der Nummer der Auslosung',
  'the offset follows from the roll': 'der Versatz ergibt sich aus dem Wurf',
  'the winner’s weight is that in the list': 'das Gewicht des Gewinners ist das aus der Liste',
  'the weights before the winner’s add up': 'die Summe der Gewichte vor dem des Gewinners stimmt',
  'the winner’s weight is the one that the offset falls on':
    'das Gewicht des Gewinners ist das, auf das der Versatz fällt',
  'the block hashes are those of the announced blocks':
    'die Block-Hashes gehören zu den angekündigten Blöcken',
  'the blocks follow one another': 'die Blöcke folgen aufeinander',
  'the positions follow from the block hashes': 'die Plätze ergeben sich aus den Block-Hashes',
  'the winners stand at those positions': 'die Gewinner stehen auf diesen Plätzen',
  'the seed is the one whose hash was published':
    'der Startwert ist der, dessen Hashwert veröffentlicht wurde',
  'the round is the first one after the end of the raffle':
    'die Runde ist die erste nach dem Ende der Verlosung',
  'the digest follows from seed and randomness': 'der Hashwert ergibt sich aus Startwert und Zufallszahl',
  'the winning index follows from the digest': 'der Index des Gewinners ergibt sich aus dem Hashwert',
  'the winner is the ticket at that index': 'der Gewinner ist das Los mit diesem Index',
  'the shuffled list is in the order of the hashes': 'die gemischte Liste ist nach den Hashwerten geordnet',
  'the winners have the lowest hashes': 'die Gewinner haben die niedrigsten Hashwerte',
  'the entries are the ones whose hash was published':
    'die Einträge sind die, deren Hashwert veröffentlicht wurde',
  'the client seed is that randomness': 'der Client-Startwert ist diese Zufallszahl',
  'the ranking has every entry, with its score and in its place':
    'die Rangfolge enthält jeden Eintrag, mit seinem Punktwert und an seinem Platz',
  'the winners are first in the ranking': 'die Gewinner stehen vorn in der Rangfolge',
  'the hashes are those of the entrants and their places':
    'die Hashwerte gehören zu den Teilnehmern und ihren Plätzen',
  'the ticket chain is the one that name and entrants give':
    'die Loskette ist die, die Name und Teilnehmer ergeben',
  'the output is the one that NIST published for the announced time':
    'der Ausgabewert ist der, den das NIST für die angekündigte Zeit veröffentlicht hat',
  'the results are those of the tickets and the output, the lowest first':
    'die Ergebnisse gehören zu den Losen und dem Ausgabewert, das niedrigste steht zuerst',
  'the winner has the lowest result': 'der Gewinner hat das niedrigste Ergebnis',
  'the names were fixed before the block': 'die Namen standen vor dem Block fest',
  'the hashes are those of the names': 'die Hashwerte gehören zu den Namen',
  'the ranking is the order of the hashes': 'die Rangfolge ist die Reihenfolge der Hashwerte',
  'the round is the first one when the draw was due or later':
    'die Runde ist die erste zur Zeit der fälligen Auslosung oder danach',
  'the winners have the lowest scores': 'die Gewinner haben die niedrigsten Punktwerte',
  'the rule is the one whose hash was published': 'die Regel ist die, deren Hashwert veröffentlicht wurde',
  'the rule is to pick from the shuffled list': 'die Regel lautet, aus der gemischten Liste auszuwählen',
  'the inputs are, in some order, the ones whose hash was published':
    'die Eingaben sind in irgendeiner Reihenfolge diejenigen, deren Hashwert veröffentlicht wurde',
  'the commitment is to that rule, those inputs and that round':
    'die Festlegung legt diese Regel, diese Eingaben und diese Runde fest',
  'the order of the inputs was fixed before the draw':
    'die Reihenfolge der Eingaben stand vor der Auslosung fest',
  'the round is the one that was committed to': 'die Runde ist die, die festgelegt war',
  'the output follows from randomness, rule and inputs':
    'der Ausgabewert ergibt sich aus Zufallszahl, Regel und Eingaben',
  'the selection follows from the output and the order of the inputs':
    'die Auswahl ergibt sich aus dem Ausgabewert und der Reihenfolge der Eingaben',
  "the receipt's id is the beginning of the commitment":
    'die Kennung der Quittung ist der Anfang der Festlegung',
  "the number of addresses was fixed before the beacon's time":
    'die Zahl der Adressen stand vor der Zeit des Beacons fest',
  "the output is that of NIST's beacon at that time":
    'der Ausgabewert ist der des NIST-Beacons zu dieser Zeit',
  'the first winning place is the remainder': 'der erste Gewinnplatz ist der Rest',
  'the entries have as much weight as was said': 'die Einträge haben so viel Gewicht, wie angegeben wurde',
  "the beacon is drand's": 'die Zufallszahl stammt von drand',
  'the seed follows from the hash of the entries and the beacon':
    'der Startwert ergibt sich aus dem Hashwert der Einträge und der Zufallszahl',
  'the winner is the entry that the seed gives': 'der Gewinner ist der Eintrag, den der Startwert ergibt',
  'the round was still to come at the time of the draw': 'die Runde stand zur Zeit der Auslosung noch bevor',
  'the combined hash follows from randomness, seed, draw and salt':
    'der kombinierte Hashwert ergibt sich aus Zufallszahl, Startwert, Auslosung und Salt',
  'the winning number follows from the combined hash':
    'die Gewinnzahl ergibt sich aus dem kombinierten Hashwert',
  'the client seed is the hash of the entries and their wallets':
    'der Client-Startwert ist der Hashwert der Einträge und ihrer Wallets',
  "the block stands in Bitcoin's chain": 'der Block steht in der Blockchain von Bitcoin',
  'the time of the block is later than that of the commitment':
    'die Zeit des Blocks ist später als die der Festlegung',
  'the HMAC follows from both seeds, lotto and block':
    'der HMAC ergibt sich aus beiden Startwerten, Lotterie und Block',
  'the winning index follows from the HMAC': 'der Index des Gewinners ergibt sich aus dem HMAC',
  'the winner is the entry at that index': 'der Gewinner ist der Eintrag mit diesem Index',
  'the number of tickets was fixed before the block': 'die Zahl der Lose stand vor dem Block fest',
  'the seed is the block hash as a number': 'der Startwert ist der Block-Hash als Zahl',
  'the order is the one that the seed gives': 'die Reihenfolge ist die, die der Startwert ergibt',
  'the number of participants was fixed before the draw':
    'die Zahl der Teilnehmer stand vor der Auslosung fest',
  'there is one nonce for each prize, from 1': 'es gibt eine Nonce für jeden Gewinn, ab 1',
  'the hashes follow from the block hash and the nonces':
    'die Hashwerte ergeben sich aus dem Block-Hash und den Nonces',
  'the numbers are the hashes in decimal': 'die Zahlen sind die Hashwerte, dezimal geschrieben',
  'the remainders follow from the numbers': 'die Reste ergeben sich aus den Zahlen',
  'the positions are the remainders, counted from 1': 'die Plätze sind die Reste, gezählt ab 1',
  'the public value is the one that its sources published':
    'der öffentliche Wert ist der, den seine Quellen veröffentlicht haben',
  'the candidates with the highest hashes were selected, in that order':
    'ausgewählt wurden die Kandidaten mit den höchsten Hashwerten, in dieser Reihenfolge',
  'the certificate id is the hash of the certificate':
    'die Kennung des Zertifikats ist der Hashwert des Zertifikats',
  "INMETRO's beacon signed this pulse": 'der Beacon von INMETRO hat diesen Puls signiert',
  'the output is the hash of the signed pulse and its signature':
    'der Ausgabewert ist der Hashwert des signierten Pulses und seiner Signatur',
  'the block id is that of the block of this height': 'die Block-Kennung gehört zum Block mit dieser Höhe',
  'the block is the next one after the announcement': 'der Block ist der nächste nach der Ankündigung',
  'the winners are the ones that the block id gives': 'die Gewinner sind die, die die Block-Kennung ergibt',
  'the server seed was fixed before the draw': 'der Server-Startwert stand vor der Auslosung fest',
  'the tickets in the list add up': 'die Summe der Lose in der Liste stimmt',
  'the list has as many participants as was said': 'die Liste hat so viele Teilnehmer, wie angegeben wurde',
  'the client seed is made of period, tickets and participants':
    'der Client-Startwert ist aus Periode, Losen und Teilnehmern gebildet',
  'the nonce is the period': 'die Nonce ist die Periode',
  'the proof hash follows from the seeds and the nonce':
    'der Nachweis-Hash ergibt sich aus den Startwerten und der Nonce',
  'the winning ticket follows from the proof hash': 'das gezogene Los ergibt sich aus dem Nachweis-Hash',
  'the winner has that ticket': 'der Gewinner hat dieses Los',
  'the list is the one whose hash was published': 'die Liste ist die, deren Hashwert veröffentlicht wurde',
  'the winners of the first raffle follow from list and block hash':
    'die Gewinner der ersten Verlosung ergeben sich aus Liste und Block-Hash',
  'the winners of the second raffle follow on':
    'die Gewinner der zweiten Verlosung ergeben sich im Anschluss daran',
  'the block hash is that of the first block after the announced time':
    'der Block-Hash gehört zum ersten Block nach der angekündigten Zeit',
  'the digest follows from both hashes': 'der Hashwert ergibt sich aus den beiden anderen Hashwerten',
  'the five prizes follow from the digest': 'die Zahlen der fünf Gewinne ergeben sich aus dem Hashwert',
  'the sixth prize is the sum of the five, of which the last four digits count':
    'die Zahl des sechsten Gewinns ist die Summe der fünf, von der die letzten vier Ziffern zählen',
  "the artist's key is the one whose hash was posted":
    'der Schlüssel des Künstlers ist der, dessen Hashwert veröffentlicht wurde',
  'the sizes of the lists were fixed before the draw': 'die Größen der Listen standen vor der Auslosung fest',
  'the RANDAO value is that of the announced block': 'der RANDAO-Wert ist der des angekündigten Blocks',
  'the seed is both keys, combined by XOR':
    'der Startwert besteht aus beiden Schlüsseln, durch XOR verknüpft',
  'the winning ids follow from the seed': 'die Kennungen der Gewinner ergeben sich aus dem Startwert',
  'the block hash is that of the block': 'der Block-Hash gehört zu dem Block',
  'the winning numbers are the ones that the block hash gives':
    'die Gewinnzahlen sind die, die der Block-Hash ergibt',
  'the list is the one whose hash was published before the block':
    'die Liste ist die, deren Hashwert vor dem Block veröffentlicht wurde',
  'the block is the third after the time of the draw': 'der Block ist der dritte nach der Zeit der Auslosung',
  'the winning number is the remainder, counted from 1': 'die Gewinnzahl ist der Rest, gezählt ab 1',
  'the winner is the comment with that number': 'der Gewinner ist der Kommentar mit dieser Nummer',
  'the salt was fixed before the entrants were known':
    'der Salt stand fest, bevor die Teilnehmer bekannt waren',
  'the documents’ hashes follow from their numbers and the salt':
    'die Hashwerte der Dokumente ergeben sich aus deren Nummern und dem Salt',
  'the winners of the second round have the next lowest':
    'die Gewinner der zweiten Runde haben die nächstniedrigsten Hashwerte',
  'the winner is the account that the block hash gives':
    'der Gewinner ist das Konto, das der Block-Hash ergibt',
  "NIST's beacon signed this pulse": 'der NIST-Beacon hat diesen Puls signiert',
  'the output is the hash of the signed pulse': 'der Ausgabewert ist der Hashwert des signierten Pulses',
  'the addresses were fixed before the block': 'die Adressen standen vor dem Block fest',
  'the winning sequence is the last eight digits of the hash':
    'die Gewinn-Ziffernfolge besteht aus den letzten acht Ziffern des Hashwerts',
  'the winners are the closest': 'die Gewinner sind die, die am nächsten liegen',
  'the server seed was fixed before the bet': 'der Server-Startwert stand vor der Wette fest',
  'the multiplier follows from the seeds and the nonce':
    'der Multiplikator ergibt sich aus den Startwerten und der Nonce',
  'the fraction is the HMAC over 16^64': 'der Bruchteil ist der HMAC geteilt durch 16^64',
  'the result lies so far between lowest and highest':
    'das Ergebnis liegt um diesen Bruchteil zwischen dem niedrigsten und dem höchsten',
  'the transactions are those of the block': 'die Transaktionen sind die des Blocks',
  'the numbers are hashes of transaction and number of tickets':
    'die Zahlen sind Hashwerte von Transaktion und Zahl der Lose',
  'the winning tickets are their remainders': 'die gezogenen Lose sind die Reste, die diese Zahlen ergeben',
  'the block hash is that of a block': 'der Block-Hash gehört zu einem Block',
  'the seed follows from the block hash and the type':
    'der Startwert ergibt sich aus dem Block-Hash und der Art',
  'the roll is the first number of the generator': 'der Wurf ist die erste Zahl des Generators',
  'the winning ticket follows from the roll': 'das gezogene Los ergibt sich aus dem Wurf',
  'the system’s seed is the one of the commitment': 'der Startwert des Systems ist der aus der Festlegung',
  'the seed is the one that the board gave': 'der Startwert ist der, den der Wahlvorstand gegeben hat',
  'the order is the one that both seeds give': 'die Reihenfolge ist die, die beide Startwerte ergeben',
  'the seed is the one that was committed to': 'der Startwert ist der, der festgelegt war',
  'the weights together are the total weight': 'die Gewichte zusammen sind das Gesamtgewicht',
  "the slot hash is the one that Solana's ledger has":
    'der Slot-Hash ist der, der im Ledger von Solana steht',
  'the roll follows from seed, slot hash and draw':
    'der Wurf ergibt sich aus Startwert, Slot-Hash und Auslosung',
  'the winner holds the share at that offset': 'dem Gewinner gehört der Anteil, auf den der Versatz zeigt',
  'the sealed file is the one whose hash was published':
    'die versiegelte Datei ist die, deren Hashwert veröffentlicht wurde',
  'the list has as many tickets as its header says': 'die Liste hat so viele Lose, wie in ihrem Kopf steht',
  'the round came out at the time that the header says':
    'die Runde erschien zu der Zeit, die im Kopf der Liste steht',
  'the winning row follows from the randomness': 'die Gewinnzeile ergibt sich aus der Zufallszahl',
  'the winner is the ticket in that row': 'der Gewinner ist das Los in dieser Zeile',
  'the selected are the ones that the names give': 'ausgewählt sind die, die die Namen ergeben',
  'the scores were fixed before the block': 'die Punktwerte standen vor dem Block fest',
  'the ticket list is the one whose hash was published':
    'die Losliste ist die, deren Hashwert veröffentlicht wurde',
  'paid and free tickets together are all tickets': 'bezahlte und kostenlose Lose zusammen sind alle Lose',
  'the mixed value follows from seed, randomness, prize and list':
    'der gemischte Wert ergibt sich aus Startwert, Zufallszahl, Gewinn und Liste',
  'the index follows from the mixed value': 'der Index ergibt sich aus dem gemischten Wert',
  'the list has as many tickets as was said': 'die Liste hat so viele Lose, wie angegeben wurde',
  'the winner follows from a rule': 'der Gewinner ergibt sich aus einer Regel',
  'the winner is a ticket of the list': 'der Gewinner ist ein Los der Liste',
  'Raffaly signed the six values of the record': 'Raffaly hat die sechs Werte des Protokolls signiert',
  'RANDOM.ORG signed this object': 'RANDOM.ORG hat dieses Objekt signiert',
  'the serial number is the one in the signed object': 'die Seriennummer ist die im signierten Objekt',
  'the time is the one in the signed object': 'die Zeit ist die im signierten Objekt',
  'amount and range are those in the signed object': 'Anzahl und Bereich sind die im signierten Objekt',
  'the numbers are those in the signed object': 'die Zahlen sind die im signierten Objekt',
  'the ties are those of the count': 'die Gleichstände sind die der Auszählung',
  'the seed is the one that was made in public': 'der Startwert ist der, der öffentlich gebildet wurde',
  'the candidates drawn are the ones that the seed gives':
    'die gezogenen Kandidaten sind die, die der Startwert ergibt',
  'the numbers are the ones that the public sources published':
    'die Zahlen sind die, die die öffentlichen Quellen veröffentlicht haben',
  'the key is made of those numbers': 'der Schlüssel ist aus diesen Zahlen gebildet',
  'the digests follow from the key': 'die Hashwerte ergeben sich aus dem Schlüssel',
  'each divisor is the number of volunteers left': 'jeder Teiler ist die Zahl der verbliebenen Freiwilligen',
  'the positions selected are the ones that the digests give':
    'die ausgewählten Plätze sind die, die die Hashwerte ergeben',
  'the volunteers named stand at those positions': 'die genannten Freiwilligen stehen auf diesen Plätzen',
  'each entry has the ticket number that the seed gives':
    'jeder Eintrag hat die Losnummer, die der Startwert ergibt',
  'the order of selection is the order of the ticket numbers':
    'die Reihenfolge der Auswahl ist die Reihenfolge der Losnummern',
  'the tickets of all orders add up': 'die Summe der Lose aller Bestellungen stimmt',
  'the digest follows from seed and block hash': 'der Hashwert ergibt sich aus Startwert und Block-Hash',
  'the index follows from the digest': 'der Index ergibt sich aus dem Hashwert',
  'the winner has the ticket at that index': 'der Gewinner hat das Los mit diesem Index',
  'the secret is the one whose hash was published':
    'der geheime Wert ist der, dessen Hashwert veröffentlicht wurde',
  'the transaction is that of the bet': 'die Transaktion ist die der Wette',
  'the bet hash follows from secret and transaction':
    'der Hashwert der Wette ergibt sich aus geheimem Wert und Transaktion',
  'the lucky number is the first two bytes': 'die Glückszahl besteht aus den ersten zwei Bytes',
  'the tickets are those of the file whose hash was published':
    'die Lose sind die der Datei, deren Hashwert veröffentlicht wurde',
  'the tokens are those of the file whose hash was published':
    'die Token sind die der Datei, deren Hashwert veröffentlicht wurde',
  'the winners follow from tickets and block hash': 'die Gewinner ergeben sich aus Losen und Block-Hash',
  'the tokens won are the next numbers of the generator':
    'die gewonnenen Token sind die nächsten Zahlen des Generators',
  'the cards were counted before the dice were rolled': 'die Karten wurden gezählt, bevor gewürfelt wurde',
  'the seed was rolled in public': 'der Startwert wurde öffentlich gewürfelt',
  'the cards drawn are the ones that the seed gives':
    'die gezogenen Karten sind die, die der Startwert ergibt',
  'the number of sheets was fixed before the dice were rolled':
    'die Zahl der Blätter stand fest, bevor gewürfelt wurde',
  'the seed is the one that was rolled in public': 'der Startwert ist der, der öffentlich gewürfelt wurde',
  'the digests are those of seed and counter': 'die Hashwerte gehören zu Startwert und Zähler',
  'the numbers are the ones that the digests give': 'die Zahlen sind die, die die Hashwerte ergeben',
  'the mines follow from the seeds and the nonce': 'die Minen ergeben sich aus den Startwerten und der Nonce',
  'the scores are the result of the vote': 'die Punktwerte sind das Ergebnis der Abstimmung',
  'the random bytes were made after the vote': 'die Zufallsbytes wurden nach der Abstimmung erzeugt',
  'the order is the one that scores and random bytes give':
    'die Reihenfolge ist die, die Punktwerte und Zufallsbytes ergeben',
  'the block is the one of the commitment': 'der Block ist der aus der Festlegung',
  'the shortlist was fixed before the draw': 'die Vorauswahl stand vor der Auslosung fest',
  'the randomness is that of the block': 'die Zufallszahl ist die des Blocks',
  'the chosen groups are the ones that the randomness gives':
    'die ausgewählten Gruppen sind die, die die Zufallszahl ergibt',
  'the tickets were fixed before the dice were rolled': 'die Lose standen fest, bevor gewürfelt wurde',
  'the seed is what the dice showed': 'der Startwert ist das, was die Würfel zeigten',
  'the winners hold the tickets that the seed gives': 'die Gewinner haben die Lose, die der Startwert ergibt',
  'the seed hash is the hash of the timestamp':
    'der Hashwert des Startwerts ist der Hashwert des Zeitstempels',
  'the winners are the ones that seed hash and list give':
    'die Gewinner sind die, die der Hashwert des Startwerts und die Liste ergeben',
  'the winning numbers follow from the combined hash':
    'die Gewinnzahlen ergeben sich aus dem kombinierten Hashwert',
  'the pools were fixed before the round': 'die Lostöpfe standen vor der Runde fest',
  'the round is the announced one': 'die Runde ist die angekündigte',
  'the scores are the hashes': 'die Punktwerte sind die Hashwerte',
  'each pool is in the order of the scores': 'jeder Lostopf ist in der Reihenfolge der Punktwerte',
  'the selected submissions are the first of each pool':
    'die ausgewählten Einreichungen sind die jeweils ersten jedes Lostopfs',
  "the roll's number follows from the block hash": 'die Zahl des Wurfs ergibt sich aus dem Block-Hash',
  "the numbers are the roll's number in that base": 'die Zahlen sind die Zahl des Wurfs in dieser Basis',
  "the block hash is that of the day's last block": 'der Block-Hash gehört zum letzten Block des Tages',
  'the entry numbers are those of the addresses': 'die Eintragsnummern sind die der Adressen',
  'the winning number is the last ten digits': 'die Gewinnzahl besteht aus den letzten zehn Ziffern',
  'no entry is both qualified and disqualified': 'kein Eintrag ist zugleich zugelassen und ausgeschlossen',
  'the disqualified entries were rightly left out':
    'die ausgeschlossenen Einträge wurden zu Recht weggelassen',
  'the round is the latest one at the time of the draw': 'die Runde ist die neueste zur Zeit der Auslosung',
  'the published ranks are the order of the scores':
    'die veröffentlichten Ränge sind die Reihenfolge der Punktwerte',
  'the winner has the highest score': 'der Gewinner hat den höchsten Punktwert',
  'the modulus was fixed before the block': 'der Modulus stand vor dem Block fest',
  "the winner's number is the remainder": 'die Nummer des Gewinners ist der Rest',
  'the code is the one whose hash was published': 'der Code ist der, dessen Hashwert veröffentlicht wurde',
  'the labels were fixed before the lotteries': 'die Bezeichnungen standen vor den Lotterien fest',
  'the randomness is what the lotteries gave': 'die Zufallsdaten sind das, was die Lotterien ergaben',
  'the labels stand in the order of their hashes':
    'die Bezeichnungen stehen in der Reihenfolge ihrer Hashwerte',
  'the selected are the first that may be': 'ausgewählt sind die ersten, die ausgewählt werden dürfen',
  'the names are those of the forum': 'die Namen sind die aus dem Forum',
  'the seed is the hash of time and names': 'der Startwert ist der Hashwert von Zeit und Namen',
  'the operator signed the lock receipt': 'der Veranstalter hat die Sperrquittung signiert',
  'the lock receipt is that of this draw': 'die Sperrquittung ist die dieser Auslosung',
  "the lock receipt has this place among the operator's draws":
    'die Sperrquittung hat diesen Platz unter den Auslosungen des Veranstalters',
  'that hash is in the lock receipt': 'dieser Hashwert steht in der Sperrquittung',
  'the round is the one in the lock receipt': 'die Runde ist die in der Sperrquittung',
  'the round came out after the list was locked': 'die Runde erschien, nachdem die Liste gesperrt war',
  'the seed follows from randomness and entries': 'der Startwert ergibt sich aus Zufallszahl und Einträgen',
  'the winners are the first ones of the shuffled entries':
    'die Gewinner sind die ersten der gemischten Einträge',
  'Wallop! signed the execution receipt': 'Wallop! hat die Ausführungsquittung signiert',
  'the execution receipt is about that lock receipt':
    'die Ausführungsquittung gehört zu dieser Sperrquittung',
  'the execution receipt has that randomness and seed':
    'die Ausführungsquittung enthält diese Zufallszahl und diesen Startwert',
  'the execution receipt names those winners': 'die Ausführungsquittung nennt diese Gewinner',
  'the weather is the one that the Met Office published':
    'das Wetter ist das, das das Met Office veröffentlicht hat',
  'the weather was observed by the time that the lock receipt names':
    'das Wetter wurde spätestens zu der Zeit beobachtet, die die Sperrquittung nennt',
  'the weather was observed within an hour of that time':
    'das Wetter wurde höchstens eine Stunde von dieser Zeit entfernt beobachtet',
  'the seed follows from randomness, weather and entries':
    'der Startwert ergibt sich aus Zufallszahl, Wetter und Einträgen',
  'the execution receipt has that randomness, weather and seed':
    'die Ausführungsquittung enthält diese Zufallszahl, dieses Wetter und diesen Startwert',
  'the random number was not chosen': 'die Zufallszahl wurde nicht ausgesucht',
  'the index follows from the random number': 'der Index ergibt sich aus der Zufallszahl',
  'the numbers are the ones that EuroMillions drew': 'die Zahlen sind die, die EuroMillions gezogen hat',
  'the text is made of those numbers': 'der Text ist aus diesen Zahlen gebildet',
  'the digest is the hash of the text': 'der Hashwert ist der des Textes',
  'the index is the last byte modulo the number of candidates':
    'der Index ist das letzte Byte modulo der Zahl der Kandidaten',
  'the winner is the candidate at that index': 'der Gewinner ist der Kandidat mit diesem Index',
  'the list has as many tickets as were sold': 'die Liste hat so viele Lose, wie verkauft wurden',
  'the entropy is what a source that was named beforehand published':
    'die Entropie ist das, was eine vorher genannte Quelle veröffentlicht hat',
  'the digest follows from seed and entropy': 'der Hashwert ergibt sich aus Startwert und Entropie',
  'the winning position follows from the digest': 'der Platz des Gewinners ergibt sich aus dem Hashwert',
  'the winner is the ticket at that position': 'der Gewinner ist das Los auf diesem Platz',
  'the HMAC follows from the seeds, the round and the nonce':
    'der HMAC ergibt sich aus den Startwerten, der Runde und der Nonce',
  'the random value is made of the first 8 bytes of it':
    'der Zufallswert ist aus den ersten 8 Bytes des HMAC gebildet',
}
