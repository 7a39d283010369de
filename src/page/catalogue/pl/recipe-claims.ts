/**
 * What the claims of recipes say.
 *
 * @packageDocumentation
 */
import type { Phrases } from '../translator.js'

export const recipeClaims: Phrases = {
  'the number of tickets was fixed before the draw': 'liczbę losów ustalono przed losowaniem',
  'the block hash is that of the block of this height': 'hash bloku jest hashem bloku o tej wysokości',
  'the digest is that of the block hash': 'skrót jest skrótem hasha bloku',
  'the remainder follows from the digest': 'reszta z dzielenia wynika ze skrótu',
  'the winning ticket is the remainder, counted from 69420':
    'zwycięski los to reszta z dzielenia, liczona od 69420',
  'the number of entries was fixed before the draw': 'liczbę zgłoszeń ustalono przed losowaniem',
  'the seed is the one that the contract drew': 'wartość początkowa jest tą, którą wylosował kontrakt',
  "the first tier's entry follows from the seed":
    'zgłoszenie pierwszego stopnia wynika z wartości początkowej',
  "the second tier's entries follow from the seed":
    'zgłoszenia drugiego stopnia wynikają z wartości początkowej',
  'the list hashes to the hash that was published with it':
    'hash obliczony z listy to hash, który z nią opublikowano',
  'the list was fixed before the block': 'listę ustalono przed blokiem',
  'the participants have as many tickets as was said': 'uczestnicy mają tyle losów, ile podano',
  'the block hash is that of the announced block': 'hash bloku jest hashem zapowiedzianego bloku',
  'the seed follows from block and list': 'wartość początkowa wynika z bloku i listy',
  'the winning ticket follows from the seed': 'zwycięski los wynika z wartości początkowej',
  'the winner holds that ticket': 'zwycięzca ma ten los',
  'the list was fixed before the draw': 'listę ustalono przed losowaniem',
  'the ticket hashes follow from prize and entry': 'hashe losów wynikają z nagrody i zgłoszenia',
  'the result hashes follow from the ticket hashes and the block hash':
    'hashe wyników wynikają z hashy losów i hasha bloku',
  'the result indices are the order of the result hashes': 'indeksy wyników to kolejność hashy wyników',
  'the winners have the highest result hashes': 'zwycięzcy mają najwyższe hashe wyników',
  'the list has as many entries as tickets were counted': 'lista ma tyle zgłoszeń, ile policzono losów',
  'the block hash is the hash of the block header': 'hash bloku jest hashem nagłówka bloku',
  'the winning tickets follow from the block hash': 'zwycięskie losy wynikają z hasha bloku',
  'the winners have these tickets': 'zwycięzcy mają te losy',
  'the winning position is the remainder': 'zwycięska pozycja to reszta z dzielenia',
  'the list hashes to the hash of the request': 'hash obliczony z listy to hash ze zlecenia',
  'the number is the one that Chainlink delivered': 'liczba jest tą, którą dostarczył Chainlink',
  'the index is the remainder': 'indeks to reszta z dzielenia',
  'the winner is the wallet at that index': 'zwycięzcą jest portfel pod tym indeksem',
  'the order is the one that the number gives': 'kolejność jest tą, którą daje liczba',
  'the file hashes to the hash of the request': 'hash obliczony z pliku to hash ze zlecenia',
  'the starting position is the remainder': 'pozycja początkowa to reszta z dzielenia',
  'the winners stand from that line on': 'zwycięzcy stoją kolejno od tego wiersza',
  'the newest hash leads to the one that was known before, in as many steps as there are games between':
    'najnowszy hash prowadzi do tego, który był znany wcześniej, w tylu krokach, ile gier jest między nimi',
  'the salt is the hash of the block that was announced': 'sól jest hashem bloku, który zapowiedziano',
  'each hash leads to the one of the game before': 'każdy hash prowadzi do hasha poprzedniej gry',
  'the games are numbered one by one': 'gry są numerowane kolejno',
  'each result follows from its hash and the salt': 'każdy wynik otrzymuje się z jego hasha i soli',
  'the stakes are those of the ledger at the draw': 'stawki są takie jak w księdze w chwili losowania',
  'the block is the first one after the announced time': 'blok jest pierwszym po zapowiedzianym czasie',
  'the winner’s stake is the one that the random number falls on':
    'stawka zwycięzcy jest tą, na którą trafia liczba losowa',
  'the server seed is the one whose hash was published':
    'wartość początkowa serwera jest tą, której hash opublikowano',
  'the HMAC follows from the seeds and the nonce': 'HMAC wynika z wartości początkowych i nonce',
  'the number is the first 13 hex digits of it': 'liczba to jego pierwsze 13 cyfr szesnastkowych',
  'the fraction is the number over 2^52': 'ułamek to liczba podzielona przez 2^52',
  'the index is the fraction times the tickets': 'indeks to ułamek pomnożony przez liczbę losów',
  'the client seed is the one that the player chose':
    'wartość początkowa klienta jest tą, którą wybrał gracz',
  'the blocks follow from the seeds and the nonce': 'bloki wynikają z wartości początkowych i nonce',
  'the floats are the blocks in pieces of four bytes':
    'liczby zmiennoprzecinkowe to bloki pocięte na części po cztery bajty',
  'the result follows from the floats': 'wynik otrzymuje się z liczb zmiennoprzecinkowych',
  'the snapshot is the one whose hash was published': 'migawka jest tą, której hash opublikowano',
  'the random number is the one that Chainlink gave': 'liczba losowa jest tą, którą podał Chainlink',
  'the numbers follow from the random number': 'liczby wynikają z liczby losowej',
  'each pick leaves one ticket less': 'po każdym wyborze zostaje o jeden los mniej',
  'each index follows from its number': 'każdy indeks wynika ze swojej liczby',
  'the winners have the tickets at those indices': 'zwycięzcy mają losy pod tymi indeksami',
  'the server seed is the one that the public hash is of':
    'wartość początkowa serwera jest tą, której dotyczy publiczny hash',
  'the roll follows from the seeds and the nonce': 'rzut wynika z wartości początkowych i nonce',
  'those who tie were fixed by the vote': 'to, między kim jest remis, ustaliło głosowanie',
  'the seed follows from the policy': 'wartość początkowa wynika z zasad',
  'the winners are the ones that the seed gives': 'zwycięzcy są tymi, których daje wartość początkowa',
  'the secret is the one that was committed to': 'tajna wartość jest tą, której dotyczy zobowiązanie',
  'the list has as many options as was published': 'lista ma tyle opcji, ile opublikowano',
  'the result follows from the secret': 'wynik otrzymuje się z tajnej wartości',
  'the winner is the option at that place': 'zwycięzcą jest opcja na tym miejscu',
  'the list has as many participants as was published': 'lista ma tylu uczestników, ilu opublikowano',
  'the round is the one that was announced': 'runda jest tą, którą zapowiedziano',
  'the randomness is the one that drand published': 'liczba losowa jest tą, którą opublikował drand',
  "the winner's number follows from the randomness": 'numer zwycięzcy wynika z liczby losowej',
  'the winner has that number in the list': 'zwycięzca ma ten numer na liście',
  'the block hash is that of the next block': 'hash bloku jest hashem następnego bloku',
  'the group is the last four digits': 'grupa to cztery ostatnie cyfry',
  'the first ball is its remainder': 'pierwsza kula to jej reszta z dzielenia',
  'the lucky tickets are the first after the shuffle': 'szczęśliwe losy to pierwsze losy po wymieszaniu',
  'the holders have these tickets': 'posiadacze mają te losy',
  'the list has as many entries as was said': 'lista ma tyle zgłoszeń, ile podano',
  'the round is the next one after the time of the draw': 'runda jest najbliższą po czasie losowania',
  'the winners are the ones that randomness and list give':
    'zwycięzcy są tymi, których dają liczba losowa i lista',
  'the signature is the one that drand made for this round':
    'podpis jest tym, który drand złożył dla tej rundy',
  'the randomness is the hash of the signature': 'liczba losowa jest hashem podpisu',
  'the hash is that of the list as it is given': 'hash jest hashem listy w tej postaci, w jakiej ją podano',
  'the winners are the first entries in sorted order, as with any other randomness':
    'zwycięzcy to pierwsze zgłoszenia po posortowaniu, tak samo jak przy każdej innej liczbie losowej',
  'the winners are the ones that randomness and list give, in that order':
    'zwycięzcy są tymi, których dają liczba losowa i lista, w tej kolejności',
  'the points were fixed before the block': 'punkty ustalono przed blokiem',
  'the winners are the ones that the block hash gives': 'zwycięzcy są tymi, których daje hash bloku',
  'the holders’ weights are those at the close block': 'wagi posiadaczy są takie jak w bloku zamknięcia',
  'the weights add up to the total': 'wagi sumują się do łącznej wagi',
  'the winner’s proof leads to the Merkle root': 'dowód dla zwycięzcy prowadzi do korzenia drzewa Merkle’a',
  'the block hash is that of the close block': 'hash bloku jest hashem bloku zamknięcia',
  'the roll follows from the block hash and the draw’s number':
    'rzut wynika z hasha bloku i numeru losowania',
  'the offset follows from the roll': 'przesunięcie wynika z rzutu',
  'the winner’s weight is that in the list': 'waga zwycięzcy jest taka jak na liście',
  'the weights before the winner’s add up': 'suma wag przed wagą zwycięzcy się zgadza',
  'the winner’s weight is the one that the offset falls on':
    'waga zwycięzcy jest tą, na którą trafia przesunięcie',
  'the block hashes are those of the announced blocks': 'hashe bloków są hashami zapowiedzianych bloków',
  'the blocks follow one another': 'bloki następują jeden po drugim',
  'the positions follow from the block hashes': 'pozycje wynikają z hashy bloków',
  'the winners stand at those positions': 'zwycięzcy stoją na tych pozycjach',
  'the seed is the one whose hash was published': 'wartość początkowa jest tą, której hash opublikowano',
  'the round is the first one after the end of the raffle': 'runda jest pierwszą po końcu loterii',
  'the digest follows from seed and randomness': 'skrót wynika z wartości początkowej i liczby losowej',
  'the winning index follows from the digest': 'zwycięski indeks wynika ze skrótu',
  'the winner is the ticket at that index': 'zwycięzcą jest los pod tym indeksem',
  'the shuffled list is in the order of the hashes': 'wymieszana lista jest w kolejności hashy',
  'the winners have the lowest hashes': 'zwycięzcy mają najniższe hashe',
  'the entries are the ones whose hash was published': 'zgłoszenia są tymi, których hash opublikowano',
  'the client seed is that randomness': 'wartość początkowa klienta to ta liczba losowa',
  'the ranking has every entry, with its score and in its place':
    'ranking zawiera każde zgłoszenie, z punktacją i na swoim miejscu',
  'the winners are first in the ranking': 'zwycięzcy są pierwsi w rankingu',
  'the hashes are those of the entrants and their places': 'hashe są hashami uczestników i ich miejsc',
  'the ticket chain is the one that name and entrants give':
    'łańcuch losów jest tym, który dają nazwa i uczestnicy',
  'the output is the one that NIST published for the announced time':
    'wartość wyjściowa jest tą, którą NIST opublikował dla zapowiedzianego czasu',
  'the results are those of the tickets and the output, the lowest first':
    'wyniki są tymi, które dają losy i wartość wyjściowa, od najniższego',
  'the winner has the lowest result': 'zwycięzca ma najniższy wynik',
  'the names were fixed before the block': 'nazwy ustalono przed blokiem',
  'the hashes are those of the names': 'hashe są hashami tych nazw',
  'the ranking is the order of the hashes': 'ranking to kolejność hashy',
  'the round is the first one when the draw was due or later':
    'runda jest pierwszą z tych, które wyszły w planowanym czasie losowania lub później',
  'the winners have the lowest scores': 'zwycięzcy mają najniższą punktację',
  'the rule is the one whose hash was published': 'reguła jest tą, której hash opublikowano',
  'the rule is to pick from the shuffled list': 'reguła polega na wyborze z wymieszanej listy',
  'the inputs are, in some order, the ones whose hash was published':
    'dane wejściowe są, w jakiejś kolejności, tymi, których hash opublikowano',
  'the commitment is to that rule, those inputs and that round':
    'zobowiązanie dotyczy tej reguły, tych danych wejściowych i tej rundy',
  'the order of the inputs was fixed before the draw':
    'kolejność danych wejściowych ustalono przed losowaniem',
  'the round is the one that was committed to': 'runda jest tą, której dotyczy zobowiązanie',
  'the output follows from randomness, rule and inputs':
    'wartość wyjściowa wynika z liczby losowej, reguły i danych wejściowych',
  'the selection follows from the output and the order of the inputs':
    'wybór wynika z wartości wyjściowej i kolejności danych wejściowych',
  "the receipt's id is the beginning of the commitment":
    'identyfikator pokwitowania to początek zobowiązania',
  "the number of addresses was fixed before the beacon's time":
    'liczbę adresów ustalono przed czasem źródła liczb losowych',
  "the output is that of NIST's beacon at that time":
    'wartość wyjściowa pochodzi ze źródła liczb losowych NIST z tego czasu',
  'the first winning place is the remainder': 'pierwsze zwycięskie miejsce to reszta z dzielenia',
  'the entries have as much weight as was said': 'zgłoszenia mają taką wagę, jaką podano',
  "the beacon is drand's": 'źródłem liczby losowej jest drand',
  'the seed follows from the hash of the entries and the beacon':
    'wartość początkowa wynika z hasha zgłoszeń i ze źródła liczby losowej',
  'the winner is the entry that the seed gives': 'zwycięzcą jest zgłoszenie, które daje wartość początkowa',
  'the round was still to come at the time of the draw': 'w czasie losowania runda dopiero miała nastąpić',
  'the combined hash follows from randomness, seed, draw and salt':
    'połączony hash wynika z liczby losowej, wartości początkowej, losowania i soli',
  'the winning number follows from the combined hash': 'zwycięska liczba wynika z połączonego hasha',
  'the client seed is the hash of the entries and their wallets':
    'wartość początkowa klienta jest hashem zgłoszeń i ich portfeli',
  "the block stands in Bitcoin's chain": 'blok jest w łańcuchu Bitcoina',
  'the time of the block is later than that of the commitment':
    'czas bloku jest późniejszy niż czas zobowiązania',
  'the HMAC follows from both seeds, lotto and block':
    'HMAC wynika z obu wartości początkowych, lotto i bloku',
  'the winning index follows from the HMAC': 'zwycięski indeks wynika z HMAC',
  'the winner is the entry at that index': 'zwycięzcą jest zgłoszenie pod tym indeksem',
  'the number of tickets was fixed before the block': 'liczbę losów ustalono przed blokiem',
  'the seed is the block hash as a number': 'wartość początkowa to hash bloku jako liczba',
  'the order is the one that the seed gives': 'kolejność jest tą, którą daje wartość początkowa',
  'the number of participants was fixed before the draw': 'liczbę uczestników ustalono przed losowaniem',
  'there is one nonce for each prize, from 1': 'na każdą nagrodę przypada jedna wartość nonce, od 1',
  'the hashes follow from the block hash and the nonces': 'hashe wynikają z hasha bloku i wartości nonce',
  'the numbers are the hashes in decimal': 'liczby to hashe w zapisie dziesiętnym',
  'the remainders follow from the numbers': 'reszty z dzielenia wynikają z liczb',
  'the positions are the remainders, counted from 1': 'pozycje to reszty z dzielenia, liczone od 1',
  'the public value is the one that its sources published':
    'wartość publiczna jest tą, którą opublikowały jej źródła',
  'the candidates with the highest hashes were selected, in that order':
    'wybrano kandydatów z najwyższymi hashami, w tej kolejności',
  'the certificate id is the hash of the certificate': 'identyfikator certyfikatu jest hashem certyfikatu',
  "INMETRO's beacon signed this pulse": 'ten impuls podpisało źródło liczb losowych INMETRO',
  'the output is the hash of the signed pulse and its signature':
    'wartość wyjściowa jest hashem podpisanego impulsu i jego podpisu',
  'the block id is that of the block of this height': 'identyfikator bloku należy do bloku o tej wysokości',
  'the block is the next one after the announcement': 'blok jest następnym po zapowiedzi',
  'the winners are the ones that the block id gives': 'zwycięzcy są tymi, których daje identyfikator bloku',
  'the server seed was fixed before the draw': 'wartość początkową serwera ustalono przed losowaniem',
  'the tickets in the list add up': 'suma losów na liście się zgadza',
  'the list has as many participants as was said': 'lista ma tylu uczestników, ilu podano',
  'the client seed is made of period, tickets and participants':
    'wartość początkowa klienta składa się z okresu, losów i uczestników',
  'the nonce is the period': 'nonce to okres',
  'the proof hash follows from the seeds and the nonce': 'hash dowodu wynika z wartości początkowych i nonce',
  'the winning ticket follows from the proof hash': 'zwycięski los wynika z hasha dowodu',
  'the winner has that ticket': 'do zwycięzcy należy ten los',
  'the list is the one whose hash was published': 'lista jest tą, której hash opublikowano',
  'the winners of the first raffle follow from list and block hash':
    'zwycięzcy pierwszej loterii wynikają z listy i hasha bloku',
  'the winners of the second raffle follow on': 'zwycięzcy drugiej loterii wynikają z dalszego ciągu',
  'the block hash is that of the first block after the announced time':
    'hash bloku jest hashem pierwszego bloku po zapowiedzianym czasie',
  'the digest follows from both hashes': 'skrót wynika z obu hashy',
  'the five prizes follow from the digest': 'pięć nagród wynika ze skrótu',
  'the sixth prize is the sum of the five, of which the last four digits count':
    'szósta nagroda to suma tych pięciu, z której liczą się cztery ostatnie cyfry',
  "the artist's key is the one whose hash was posted": 'klucz artysty jest tym, którego hash zamieszczono',
  'the sizes of the lists were fixed before the draw': 'wielkości list ustalono przed losowaniem',
  'the RANDAO value is that of the announced block': 'wartość RANDAO pochodzi z zapowiedzianego bloku',
  'the seed is both keys, combined by XOR': 'wartość początkowa to oba klucze połączone działaniem XOR',
  'the winning ids follow from the seed': 'zwycięskie identyfikatory wynikają z wartości początkowej',
  'the block hash is that of the block': 'hash bloku jest hashem tego bloku',
  'the winning numbers are the ones that the block hash gives':
    'zwycięskie liczby są tymi, które daje hash bloku',
  'the list is the one whose hash was published before the block':
    'lista jest tą, której hash opublikowano przed blokiem',
  'the block is the third after the time of the draw': 'blok jest trzecim po czasie losowania',
  'the winning number is the remainder, counted from 1':
    'zwycięska liczba to reszta z dzielenia, liczona od 1',
  'the winner is the comment with that number': 'zwycięzcą jest komentarz o tym numerze',
  'the salt was fixed before the entrants were known': 'sól ustalono, zanim znani byli uczestnicy',
  'the documents’ hashes follow from their numbers and the salt':
    'hashe dokumentów wynikają z ich numerów i soli',
  'the winners of the second round have the next lowest':
    'zwycięzcy drugiej rundy mają następne w kolejności najniższe hashe',
  'the winner is the account that the block hash gives': 'zwycięzcą jest konto, które daje hash bloku',
  "NIST's beacon signed this pulse": 'ten impuls podpisało źródło liczb losowych NIST',
  'the output is the hash of the signed pulse': 'wartość wyjściowa jest hashem podpisanego impulsu',
  'the addresses were fixed before the block': 'adresy ustalono przed blokiem',
  'the winning sequence is the last eight digits of the hash':
    'zwycięska sekwencja to osiem ostatnich cyfr hasha',
  'the winners are the closest': 'zwycięzcy są najbliżej',
  'the server seed was fixed before the bet': 'wartość początkową serwera ustalono przed zakładem',
  'the multiplier follows from the seeds and the nonce': 'mnożnik wynika z wartości początkowych i nonce',
  'the fraction is the HMAC over 16^64': 'ułamek to HMAC podzielony przez 16^64',
  'the result lies so far between lowest and highest':
    'wynik leży między najniższym a najwyższym tak daleko, jak wskazuje ułamek',
  'the transactions are those of the block': 'transakcje są transakcjami tego bloku',
  'the numbers are hashes of transaction and number of tickets':
    'liczby są hashami transakcji i liczby losów',
  'the winning tickets are their remainders': 'zwycięskie losy to ich reszty z dzielenia',
  'the block hash is that of a block': 'hash bloku jest hashem jakiegoś bloku',
  'the seed follows from the block hash and the type': 'wartość początkowa wynika z hasha bloku i rodzaju',
  'the roll is the first number of the generator': 'rzut to pierwsza liczba generatora',
  'the winning ticket follows from the roll': 'zwycięski los wynika z rzutu',
  'the system’s seed is the one of the commitment': 'wartość początkowa systemu jest tą ze zobowiązania',
  'the seed is the one that the board gave': 'wartość początkowa jest tą, którą podała komisja',
  'the order is the one that both seeds give': 'kolejność jest tą, którą dają obie wartości początkowe',
  'the seed is the one that was committed to': 'wartość początkowa jest tą, której dotyczy zobowiązanie',
  'the weights together are the total weight': 'wagi razem dają łączną wagę',
  "the slot hash is the one that Solana's ledger has": 'hash slotu jest tym, który ma księga Solany',
  'the roll follows from seed, slot hash and draw':
    'rzut wynika z wartości początkowej, hasha slotu i losowania',
  'the winner holds the share at that offset': 'zwycięzca ma udział, na który trafia to przesunięcie',
  'the sealed file is the one whose hash was published':
    'zapieczętowany plik jest tym, którego hash opublikowano',
  'the list has as many tickets as its header says': 'lista ma tyle losów, ile podaje jej nagłówek',
  'the round came out at the time that the header says': 'runda wyszła w czasie, który podaje nagłówek',
  'the winning row follows from the randomness': 'zwycięski wiersz wynika z liczby losowej',
  'the winner is the ticket in that row': 'zwycięzcą jest los w tym wierszu',
  'the selected are the ones that the names give': 'wybrani są tymi, których dają nazwiska',
  'the scores were fixed before the block': 'punktację ustalono przed blokiem',
  'the ticket list is the one whose hash was published': 'lista losów jest tą, której hash opublikowano',
  'paid and free tickets together are all tickets': 'losy opłacone i bezpłatne razem to wszystkie losy',
  'the mixed value follows from seed, randomness, prize and list':
    'wartość zmieszana wynika z wartości początkowej, liczby losowej, nagrody i listy',
  'the index follows from the mixed value': 'indeks wynika z wartości zmieszanej',
  'the list has as many tickets as was said': 'lista ma tyle losów, ile podano',
  'the winner follows from a rule': 'zwycięzca wynika z reguły',
  'the winner is a ticket of the list': 'zwycięzcą jest los z listy',
  'Raffaly signed the six values of the record': 'Raffaly podpisał sześć wartości z protokołu',
  'RANDOM.ORG signed this object': 'RANDOM.ORG podpisał ten obiekt',
  'the serial number is the one in the signed object':
    'numer seryjny jest tym, który jest w podpisanym obiekcie',
  'the time is the one in the signed object': 'czas jest tym, który jest w podpisanym obiekcie',
  'amount and range are those in the signed object': 'ilość i zakres są tymi, które są w podpisanym obiekcie',
  'the numbers are those in the signed object': 'liczby są tymi, które są w podpisanym obiekcie',
  'the ties are those of the count': 'remisy są tymi, które wyszły z liczenia głosów',
  'the seed is the one that was made in public': 'wartość początkowa jest tą, którą utworzono publicznie',
  'the candidates drawn are the ones that the seed gives':
    'wylosowani kandydaci są tymi, których daje wartość początkowa',
  'the numbers are the ones that the public sources published':
    'liczby są tymi, które opublikowały publiczne źródła',
  'the key is made of those numbers': 'klucz składa się z tych liczb',
  'the digests follow from the key': 'skróty wynikają z klucza',
  'each divisor is the number of volunteers left': 'każdy dzielnik to liczba ochotników, którzy pozostali',
  'the positions selected are the ones that the digests give': 'wybrane pozycje są tymi, które dają skróty',
  'the volunteers named stand at those positions': 'wymienieni ochotnicy stoją na tych pozycjach',
  'each entry has the ticket number that the seed gives':
    'każde zgłoszenie ma numer losu, który daje wartość początkowa',
  'the order of selection is the order of the ticket numbers': 'kolejność wyboru to kolejność numerów losów',
  'the tickets of all orders add up': 'suma losów ze wszystkich zamówień się zgadza',
  'the digest follows from seed and block hash': 'skrót wynika z wartości początkowej i hasha bloku',
  'the index follows from the digest': 'indeks wynika ze skrótu',
  'the winner has the ticket at that index': 'zwycięzca ma los pod tym indeksem',
  'the secret is the one whose hash was published': 'tajna wartość jest tą, której hash opublikowano',
  'the transaction is that of the bet': 'transakcja jest transakcją tego zakładu',
  'the bet hash follows from secret and transaction': 'hash zakładu wynika z tajnej wartości i transakcji',
  'the lucky number is the first two bytes': 'szczęśliwa liczba to dwa pierwsze bajty',
  'the tickets are those of the file whose hash was published':
    'losy pochodzą z pliku, którego hash opublikowano',
  'the tokens are those of the file whose hash was published':
    'tokeny pochodzą z pliku, którego hash opublikowano',
  'the winners follow from tickets and block hash': 'zwycięzcy wynikają z losów i hasha bloku',
  'the tokens won are the next numbers of the generator': 'wygrane tokeny to następne liczby generatora',
  'the cards were counted before the dice were rolled': 'karty policzono przed rzutem kośćmi',
  'the seed was rolled in public': 'wartość początkową wyrzucono kośćmi publicznie',
  'the cards drawn are the ones that the seed gives':
    'wylosowane karty są tymi, które daje wartość początkowa',
  'the number of sheets was fixed before the dice were rolled': 'liczbę arkuszy ustalono przed rzutem kośćmi',
  'the seed is the one that was rolled in public':
    'wartość początkowa jest tą, którą wyrzucono kośćmi publicznie',
  'the digests are those of seed and counter': 'skróty są skrótami wartości początkowej i licznika',
  'the numbers are the ones that the digests give': 'liczby są tymi, które dają skróty',
  'the mines follow from the seeds and the nonce': 'miny wynikają z wartości początkowych i nonce',
  'the scores are the result of the vote': 'punktacja jest wynikiem głosowania',
  'the random bytes were made after the vote': 'losowe bajty utworzono po głosowaniu',
  'the order is the one that scores and random bytes give':
    'kolejność jest tą, którą dają punktacja i losowe bajty',
  'the block is the one of the commitment': 'blok jest tym ze zobowiązania',
  'the shortlist was fixed before the draw': 'krótką listę ustalono przed losowaniem',
  'the randomness is that of the block': 'wartość losowa pochodzi z tego bloku',
  'the chosen groups are the ones that the randomness gives':
    'wybrane grupy są tymi, które daje wartość losowa',
  'the tickets were fixed before the dice were rolled': 'losy ustalono przed rzutem kośćmi',
  'the seed is what the dice showed': 'wartość początkowa jest tym, co pokazały kości',
  'the winners hold the tickets that the seed gives': 'zwycięzcy mają losy, które daje wartość początkowa',
  'the seed hash is the hash of the timestamp': 'hash wartości początkowej jest hashem znacznika czasu',
  'the winners are the ones that seed hash and list give':
    'zwycięzcy są tymi, których dają hash wartości początkowej i lista',
  'the winning numbers follow from the combined hash': 'zwycięskie liczby wynikają z połączonego hasha',
  'the pools were fixed before the round': 'pule ustalono przed rundą',
  'the round is the announced one': 'runda jest tą, którą zapowiedziano',
  'the scores are the hashes': 'punktacja to hashe',
  'each pool is in the order of the scores': 'każda pula jest w kolejności punktacji',
  'the selected submissions are the first of each pool': 'wybrane zgłoszenia są pierwszymi w każdej puli',
  "the roll's number follows from the block hash": 'liczba z rzutu wynika z hasha bloku',
  "the numbers are the roll's number in that base":
    'liczby to liczba z rzutu zapisana w systemie o tej podstawie',
  "the block hash is that of the day's last block": 'hash bloku jest hashem ostatniego bloku tego dnia',
  'the entry numbers are those of the addresses': 'numery zgłoszeń są numerami tych adresów',
  'the winning number is the last ten digits': 'zwycięska liczba to dziesięć ostatnich cyfr',
  'no entry is both qualified and disqualified':
    'żadne zgłoszenie nie jest zarazem zakwalifikowane i zdyskwalifikowane',
  'the disqualified entries were rightly left out': 'zdyskwalifikowane zgłoszenia pominięto słusznie',
  'the round is the latest one at the time of the draw': 'runda jest najnowszą w czasie losowania',
  'the published ranks are the order of the scores': 'opublikowane miejsca w rankingu to kolejność punktacji',
  'the winner has the highest score': 'zwycięzca ma najwyższą punktację',
  'the modulus was fixed before the block': 'moduł ustalono przed blokiem',
  "the winner's number is the remainder": 'numer zwycięzcy to reszta z dzielenia',
  'the code is the one whose hash was published': 'kod jest tym, którego hash opublikowano',
  'the labels were fixed before the lotteries': 'etykiety ustalono przed loteriami liczbowymi',
  'the randomness is what the lotteries gave': 'dane losowe są tym, co dały loterie liczbowe',
  'the labels stand in the order of their hashes': 'etykiety stoją w kolejności swoich hashy',
  'the selected are the first that may be': 'wybrane są pierwszymi z tych, które wolno wybrać',
  'the names are those of the forum': 'nazwy są tymi z forum',
  'the seed is the hash of time and names': 'wartość początkowa jest hashem czasu i nazw',
  'the operator signed the lock receipt': 'organizator podpisał pokwitowanie zamknięcia',
  'the lock receipt is that of this draw': 'pokwitowanie zamknięcia dotyczy tego losowania',
  "the lock receipt has this place among the operator's draws":
    'pokwitowanie zamknięcia ma to miejsce wśród losowań organizatora',
  'that hash is in the lock receipt': 'ten hash jest w pokwitowaniu zamknięcia',
  'the round is the one in the lock receipt': 'runda jest tą z pokwitowania zamknięcia',
  'the round came out after the list was locked': 'runda wyszła po zamknięciu listy',
  'the seed follows from randomness and entries': 'wartość początkowa wynika z liczby losowej i zgłoszeń',
  'the winners are the first ones of the shuffled entries': 'zwycięzcy są pierwszymi z wymieszanych zgłoszeń',
  'Wallop! signed the execution receipt': 'Wallop! podpisał pokwitowanie wykonania',
  'the execution receipt is about that lock receipt':
    'pokwitowanie wykonania dotyczy tego pokwitowania zamknięcia',
  'the execution receipt has that randomness and seed':
    'pokwitowanie wykonania zawiera tę liczbę losową i tę wartość początkową',
  'the execution receipt names those winners': 'pokwitowanie wykonania wymienia tych zwycięzców',
  'the weather is the one that the Met Office published': 'pogoda jest tą, którą opublikował Met Office',
  'the weather was observed by the time that the lock receipt names':
    'pogodę zaobserwowano najpóźniej w czasie, który podaje pokwitowanie zamknięcia',
  'the weather was observed within an hour of that time':
    'pogodę zaobserwowano w odstępie nie większym niż godzina od tego czasu',
  'the seed follows from randomness, weather and entries':
    'wartość początkowa wynika z liczby losowej, pogody i zgłoszeń',
  'the execution receipt has that randomness, weather and seed':
    'pokwitowanie wykonania zawiera tę liczbę losową, tę pogodę i tę wartość początkową',
  'the random number was not chosen': 'nikt nie dobrał liczby losowej',
  'the index follows from the random number': 'indeks wynika z liczby losowej',
  'the numbers are the ones that EuroMillions drew': 'liczby są tymi, które wylosowano w EuroMillions',
  'the text is made of those numbers': 'tekst składa się z tych liczb',
  'the digest is the hash of the text': 'skrót jest hashem tekstu',
  'the index is the last byte modulo the number of candidates':
    'indeks to ostatni bajt modulo liczba kandydatów',
  'the winner is the candidate at that index': 'zwycięzcą jest kandydat pod tym indeksem',
  'the list has as many tickets as were sold': 'lista ma tyle losów, ile sprzedano',
  'the entropy is what a source that was named beforehand published':
    'entropia jest tym, co opublikowało źródło wskazane z góry',
  'the digest follows from seed and entropy': 'skrót wynika z wartości początkowej i entropii',
  'the winning position follows from the digest': 'zwycięska pozycja wynika ze skrótu',
  'the winner is the ticket at that position': 'zwycięzcą jest los na tej pozycji',
  'the HMAC follows from the seeds, the round and the nonce':
    'HMAC wynika z wartości początkowych, rundy i nonce',
  'the random value is made of the first 8 bytes of it':
    'wartość losowa składa się z jego pierwszych 8 bajtów',
}
