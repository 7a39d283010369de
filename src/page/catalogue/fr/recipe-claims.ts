/**
 * What the claims of recipes say.
 *
 * @packageDocumentation
 */
import type { Phrases } from '../translator.js'

export const recipeClaims: Phrases = {
  'the number of tickets was fixed before the draw': 'le nombre de billets était fixé avant le tirage',
  'the block hash is that of the block of this height':
    'le hachage du bloc est celui du bloc à cette hauteur',
  'the digest is that of the block hash': 'l’empreinte est celle du hachage du bloc',
  'the remainder follows from the digest': 'le reste découle de l’empreinte',
  'the winning ticket is the remainder, counted from 69420':
    'le billet gagnant est le reste, compté à partir de 69420',
  'the number of entries was fixed before the draw': 'le nombre de participations était fixé avant le tirage',
  'the seed is the one that the contract drew': 'la valeur de départ est celle que le contrat a tirée',
  "the first tier's entry follows from the seed":
    'la participation du premier rang découle de la valeur de départ',
  "the second tier's entries follow from the seed":
    'les participations du deuxième rang découlent de la valeur de départ',
  'the list hashes to the hash that was published with it':
    'le hachage de la liste est celui qui a été publié avec elle',
  'the list was fixed before the block': 'la liste était fixée avant le bloc',
  'the participants have as many tickets as was said':
    'les participants ont autant de billets qu’il a été dit',
  'the block hash is that of the announced block': 'le hachage du bloc est celui du bloc annoncé',
  'the seed follows from block and list': 'la valeur de départ découle du bloc et de la liste',
  'the winning ticket follows from the seed': 'le billet gagnant découle de la valeur de départ',
  'the winner holds that ticket': 'le gagnant détient ce billet',
  'the list was fixed before the draw': 'la liste était fixée avant le tirage',
  'the ticket hashes follow from prize and entry':
    'les hachages des billets découlent du lot et de la participation',
  'the result hashes follow from the ticket hashes and the block hash':
    'les hachages de résultat découlent des hachages des billets et du hachage du bloc',
  'the result indices are the order of the result hashes':
    'les indices de résultat sont l’ordre des hachages de résultat',
  'the winners have the highest result hashes': 'les gagnants ont les hachages de résultat les plus élevés',
  'the list has as many entries as tickets were counted':
    'le nombre de participations de la liste est égal au nombre de billets comptés',
  'the block hash is the hash of the block header': 'le hachage du bloc est le hachage de l’en-tête du bloc',
  'the winning tickets follow from the block hash': 'les billets gagnants découlent du hachage du bloc',
  'the winners have these tickets': 'les gagnants ont ces billets',
  'the winning position is the remainder': 'la place gagnante est le reste',
  'the list hashes to the hash of the request': 'le hachage de la liste est celui de la demande',
  'the number is the one that Chainlink delivered': 'le nombre est celui que Chainlink a fourni',
  'the index is the remainder': 'l’indice est le reste',
  'the winner is the wallet at that index': 'le gagnant est le portefeuille à cet indice',
  'the order is the one that the number gives': 'l’ordre est celui que donne le nombre',
  'the file hashes to the hash of the request': 'le hachage du fichier est celui de la demande',
  'the starting position is the remainder': 'la place de départ est le reste',
  'the winners stand from that line on': 'les gagnants se suivent à partir de cette ligne',
  'the newest hash leads to the one that was known before, in as many steps as there are games between':
    'le hachage le plus récent mène à celui qui était connu auparavant, en autant d’étapes qu’il y a de parties entre les deux',
  'the salt is the hash of the block that was announced':
    'le sel est le hachage du bloc qui avait été annoncé',
  'each hash leads to the one of the game before': 'chaque hachage mène à celui de la partie précédente',
  'the games are numbered one by one': 'les parties sont numérotées une par une',
  'each result follows from its hash and the salt': 'chaque résultat découle de son hachage et du sel',
  'the stakes are those of the ledger at the draw': 'les mises sont celles du registre au moment du tirage',
  'the block is the first one after the announced time': 'le bloc est le premier après l’heure annoncée',
  'the winner’s stake is the one that the random number falls on':
    'la mise du gagnant est celle sur laquelle tombe le nombre aléatoire',
  'the server seed is the one whose hash was published':
    'la valeur de départ du serveur est celle dont le hachage a été publié',
  'the HMAC follows from the seeds and the nonce': 'le HMAC découle des valeurs de départ et du nonce',
  'the number is the first 13 hex digits of it': 'le nombre en est les 13 premiers chiffres hexadécimaux',
  'the fraction is the number over 2^52': 'la fraction est le nombre divisé par 2^52',
  'the index is the fraction times the tickets':
    'l’indice est la fraction multipliée par le nombre de billets',
  'the client seed is the one that the player chose':
    'la valeur de départ du client est celle que le joueur a choisie',
  'the blocks follow from the seeds and the nonce': 'les blocs découlent des valeurs de départ et du nonce',
  'the floats are the blocks in pieces of four bytes':
    'les nombres à virgule sont les blocs découpés en morceaux de quatre octets',
  'the result follows from the floats': 'le résultat découle des nombres à virgule',
  'the snapshot is the one whose hash was published': 'l’instantané est celui dont le hachage a été publié',
  'the random number is the one that Chainlink gave': 'le nombre aléatoire est celui que Chainlink a donné',
  'the numbers follow from the random number': 'les nombres découlent du nombre aléatoire',
  'each pick leaves one ticket less': 'après chaque désignation, il reste un billet de moins',
  'each index follows from its number': 'chaque indice découle de son nombre',
  'the winners have the tickets at those indices': 'les gagnants ont les billets à ces indices',
  'the server seed is the one that the public hash is of':
    'le hachage public est celui de la valeur de départ du serveur',
  'the roll follows from the seeds and the nonce': 'le lancer découle des valeurs de départ et du nonce',
  'those who tie were fixed by the vote': 'le vote a fixé qui est à égalité',
  'the seed follows from the policy': 'la valeur de départ découle du jour et des scores',
  'the winners are the ones that the seed gives': 'les gagnants sont ceux que donne la valeur de départ',
  'the secret is the one that was committed to': 'le secret est celui sur lequel portait l’engagement',
  'the list has as many options as was published': 'la liste compte autant d’options qu’il a été publié',
  'the result follows from the secret': 'le résultat découle du secret',
  'the winner is the option at that place': 'le gagnant est l’option à cette place',
  'the list has as many participants as was published':
    'la liste compte autant de participants qu’il a été publié',
  'the round is the one that was announced': 'le tour est celui qui avait été annoncé',
  'the randomness is the one that drand published': 'le nombre aléatoire est celui que drand a publié',
  "the winner's number follows from the randomness": 'le numéro du gagnant découle du nombre aléatoire',
  'the winner has that number in the list': 'le gagnant a ce numéro dans la liste',
  'the block hash is that of the next block': 'le hachage du bloc est celui du bloc suivant',
  'the group is the last four digits': 'le groupe est formé des quatre derniers chiffres',
  'the first ball is its remainder': 'la première boule en est le reste',
  'the lucky tickets are the first after the shuffle':
    'les billets chanceux sont les premiers après le mélange',
  'the holders have these tickets': 'les détenteurs ont ces billets',
  'the list has as many entries as was said': 'la liste compte autant de participations qu’il a été dit',
  'the round is the next one after the time of the draw': 'le tour est le premier qui suit l’heure du tirage',
  'the winners are the ones that randomness and list give':
    'les gagnants sont ceux que donnent le nombre aléatoire et la liste',
  'the signature is the one that drand made for this round':
    'la signature est celle que drand a faite pour ce tour',
  'the randomness is the hash of the signature': 'le nombre aléatoire est le hachage de la signature',
  'the hash is that of the list as it is given': 'le hachage est celui de la liste telle qu’elle est donnée',
  'the winners are the first entries in sorted order, as with any other randomness':
    'les gagnants sont les premières participations dans l’ordre trié, comme avec tout autre nombre aléatoire',
  'the winners are the ones that randomness and list give, in that order':
    'les gagnants sont ceux que donnent le nombre aléatoire et la liste, dans cet ordre',
  'the points were fixed before the block': 'les points étaient fixés avant le bloc',
  'the winners are the ones that the block hash gives': 'les gagnants sont ceux que donne le hachage du bloc',
  'the holders’ weights are those at the close block':
    'les poids des détenteurs sont ceux du bloc de clôture',
  'the weights add up to the total': 'la somme des poids est le total',
  'the winner’s proof leads to the Merkle root': 'la preuve du gagnant mène à la racine de Merkle',
  'the block hash is that of the close block': 'le hachage du bloc est celui du bloc de clôture',
  'the roll follows from the block hash and the draw’s number':
    'le lancer découle du hachage du bloc et du numéro du tirage',
  'the offset follows from the roll': 'le décalage découle du lancer',
  'the winner’s weight is that in the list': 'le poids du gagnant est celui de la liste',
  'the weights before the winner’s add up': 'la somme des poids avant celui du gagnant est juste',
  'the winner’s weight is the one that the offset falls on':
    'le poids du gagnant est celui sur lequel tombe le décalage',
  'the block hashes are those of the announced blocks': 'les hachages des blocs sont ceux des blocs annoncés',
  'the blocks follow one another': 'les blocs se suivent',
  'the positions follow from the block hashes': 'les places découlent des hachages des blocs',
  'the winners stand at those positions': 'les gagnants sont à ces places',
  'the seed is the one whose hash was published':
    'la valeur de départ est celle dont le hachage a été publié',
  'the round is the first one after the end of the raffle':
    'le tour est le premier après la fin de la tombola',
  'the digest follows from seed and randomness':
    'l’empreinte découle de la valeur de départ et du nombre aléatoire',
  'the winning index follows from the digest': 'l’indice gagnant découle de l’empreinte',
  'the winner is the ticket at that index': 'le gagnant est le billet à cet indice',
  'the shuffled list is in the order of the hashes': 'la liste mélangée est dans l’ordre des hachages',
  'the winners have the lowest hashes': 'les gagnants ont les hachages les plus bas',
  'the entries are the ones whose hash was published':
    'les participations sont celles dont le hachage a été publié',
  'the client seed is that randomness': 'la valeur de départ du client est ce nombre aléatoire',
  'the ranking has every entry, with its score and in its place':
    'le classement contient chaque participation, avec son score et à sa place',
  'the winners are first in the ranking': 'les gagnants sont les premiers du classement',
  'the hashes are those of the entrants and their places':
    'les hachages sont ceux des inscrits et de leurs places',
  'the ticket chain is the one that name and entrants give':
    'la chaîne des billets est celle que donnent le nom et les inscrits',
  'the output is the one that NIST published for the announced time':
    'la sortie est celle que le NIST a publiée pour l’heure annoncée',
  'the results are those of the tickets and the output, the lowest first':
    'les résultats sont ceux des billets et de la sortie, le plus bas d’abord',
  'the winner has the lowest result': 'le gagnant a le résultat le plus bas',
  'the names were fixed before the block': 'les noms étaient fixés avant le bloc',
  'the hashes are those of the names': 'les hachages sont ceux des noms',
  'the ranking is the order of the hashes': 'le classement est l’ordre des hachages',
  'the round is the first one when the draw was due or later':
    'le tour est le premier à l’heure prévue du tirage ou après',
  'the winners have the lowest scores': 'les gagnants ont les scores les plus bas',
  'the rule is the one whose hash was published': 'la règle est celle dont le hachage a été publié',
  'the rule is to pick from the shuffled list': 'la règle est de choisir dans la liste mélangée',
  'the inputs are, in some order, the ones whose hash was published':
    'les entrées sont, dans un certain ordre, celles dont le hachage a été publié',
  'the commitment is to that rule, those inputs and that round':
    'l’engagement porte sur cette règle, ces entrées et ce tour',
  'the order of the inputs was fixed before the draw': 'l’ordre des entrées était fixé avant le tirage',
  'the round is the one that was committed to': 'le tour est celui sur lequel portait l’engagement',
  'the output follows from randomness, rule and inputs':
    'la sortie découle du nombre aléatoire, de la règle et des entrées',
  'the selection follows from the output and the order of the inputs':
    'la sélection découle de la sortie et de l’ordre des entrées',
  "the receipt's id is the beginning of the commitment": 'l’identifiant du reçu est le début de l’engagement',
  "the number of addresses was fixed before the beacon's time":
    'le nombre d’adresses était fixé avant l’heure de la source aléatoire',
  "the output is that of NIST's beacon at that time":
    'la sortie est celle de la source aléatoire du NIST à cette heure',
  'the first winning place is the remainder': 'la première place gagnante est le reste',
  'the entries have as much weight as was said': 'les participations ont autant de poids qu’il a été dit',
  "the beacon is drand's": 'la source aléatoire est celle de drand',
  'the seed follows from the hash of the entries and the beacon':
    'la valeur de départ découle du hachage des participations et de la source aléatoire',
  'the winner is the entry that the seed gives':
    'le gagnant est la participation que donne la valeur de départ',
  'the round was still to come at the time of the draw': 'le tour était encore à venir à l’heure du tirage',
  'the combined hash follows from randomness, seed, draw and salt':
    'le hachage combiné découle du nombre aléatoire, de la valeur de départ, du tirage et du sel',
  'the winning number follows from the combined hash': 'le numéro gagnant découle du hachage combiné',
  'the client seed is the hash of the entries and their wallets':
    'la valeur de départ du client est le hachage des participations et de leurs portefeuilles',
  "the block stands in Bitcoin's chain": 'le bloc est dans la chaîne de Bitcoin',
  'the time of the block is later than that of the commitment':
    'l’heure du bloc est postérieure à celle de l’engagement',
  'the HMAC follows from both seeds, lotto and block':
    'le HMAC découle des deux valeurs de départ, du loto et du bloc',
  'the winning index follows from the HMAC': 'l’indice gagnant découle du HMAC',
  'the winner is the entry at that index': 'le gagnant est la participation à cet indice',
  'the number of tickets was fixed before the block': 'le nombre de billets était fixé avant le bloc',
  'the seed is the block hash as a number': 'la valeur de départ est le hachage du bloc sous forme de nombre',
  'the order is the one that the seed gives': 'l’ordre est celui que donne la valeur de départ',
  'the number of participants was fixed before the draw':
    'le nombre de participants était fixé avant le tirage',
  'there is one nonce for each prize, from 1': 'il y a un nonce pour chaque lot, à partir de 1',
  'the hashes follow from the block hash and the nonces':
    'les hachages découlent du hachage du bloc et des nonces',
  'the numbers are the hashes in decimal': 'les nombres sont les hachages écrits en décimal',
  'the remainders follow from the numbers': 'les restes découlent des nombres',
  'the positions are the remainders, counted from 1': 'les places sont les restes, comptés à partir de 1',
  'the public value is the one that its sources published':
    'la valeur publique est celle que ses sources ont publiée',
  'the candidates with the highest hashes were selected, in that order':
    'les candidats aux hachages les plus élevés ont été sélectionnés, dans cet ordre',
  'the certificate id is the hash of the certificate':
    'l’identifiant du certificat est le hachage du certificat',
  "INMETRO's beacon signed this pulse": 'la source aléatoire de l’INMETRO a signé cette impulsion',
  'the output is the hash of the signed pulse and its signature':
    'la sortie est le hachage de l’impulsion signée et de sa signature',
  'the block id is that of the block of this height':
    'l’identifiant du bloc est celui du bloc à cette hauteur',
  'the block is the next one after the announcement': 'le bloc est celui qui suit l’annonce',
  'the winners are the ones that the block id gives':
    'les gagnants sont ceux que donne l’identifiant du bloc',
  'the server seed was fixed before the draw': 'la valeur de départ du serveur était fixée avant le tirage',
  'the tickets in the list add up': 'la somme des billets de la liste est juste',
  'the list has as many participants as was said': 'la liste compte autant de participants qu’il a été dit',
  'the client seed is made of period, tickets and participants':
    'la valeur de départ du client est formée de la période, des billets et des participants',
  'the nonce is the period': 'le nonce est la période',
  'the proof hash follows from the seeds and the nonce':
    'le hachage de preuve découle des valeurs de départ et du nonce',
  'the winning ticket follows from the proof hash': 'le billet gagnant découle du hachage de preuve',
  'the winner has that ticket': 'le gagnant a ce billet',
  'the list is the one whose hash was published': 'la liste est celle dont le hachage a été publié',
  'the winners of the first raffle follow from list and block hash':
    'les gagnants de la première tombola découlent de la liste et du hachage du bloc',
  'the winners of the second raffle follow on': 'les gagnants de la deuxième tombola viennent à la suite',
  'the block hash is that of the first block after the announced time':
    'le hachage du bloc est celui du premier bloc après l’heure annoncée',
  'the digest follows from both hashes': 'l’empreinte découle des deux hachages',
  'the five prizes follow from the digest': 'les cinq lots découlent de l’empreinte',
  'the sixth prize is the sum of the five, of which the last four digits count':
    'le sixième lot est la somme des cinq, dont les quatre derniers chiffres comptent',
  "the artist's key is the one whose hash was posted":
    'la clé de l’artiste est celle dont le hachage a été mis en ligne',
  'the sizes of the lists were fixed before the draw':
    'les tailles des listes étaient fixées avant le tirage',
  'the RANDAO value is that of the announced block': 'la valeur RANDAO est celle du bloc annoncé',
  'the seed is both keys, combined by XOR': 'la valeur de départ est formée des deux clés, combinées par XOR',
  'the winning ids follow from the seed': 'les identifiants gagnants découlent de la valeur de départ',
  'the block hash is that of the block': 'le hachage du bloc est celui du bloc',
  'the winning numbers are the ones that the block hash gives':
    'les numéros gagnants sont ceux que donne le hachage du bloc',
  'the list is the one whose hash was published before the block':
    'la liste est celle dont le hachage a été publié avant le bloc',
  'the block is the third after the time of the draw': 'le bloc est le troisième après l’heure du tirage',
  'the winning number is the remainder, counted from 1':
    'le numéro gagnant est le reste, compté à partir de 1',
  'the winner is the comment with that number': 'le gagnant est le commentaire qui porte ce numéro',
  'the salt was fixed before the entrants were known':
    'le sel était fixé avant que les inscrits ne soient connus',
  'the documents’ hashes follow from their numbers and the salt':
    'les hachages des documents découlent de leurs numéros et du sel',
  'the winners of the second round have the next lowest':
    'les gagnants du deuxième tour ont les plus bas des hachages suivants',
  'the winner is the account that the block hash gives':
    'le gagnant est le compte que donne le hachage du bloc',
  "NIST's beacon signed this pulse": 'la source aléatoire du NIST a signé cette impulsion',
  'the output is the hash of the signed pulse': 'la sortie est le hachage de l’impulsion signée',
  'the addresses were fixed before the block': 'les adresses étaient fixées avant le bloc',
  'the winning sequence is the last eight digits of the hash':
    'la suite gagnante est formée des huit derniers chiffres du hachage',
  'the winners are the closest': 'les gagnants sont les plus proches',
  'the server seed was fixed before the bet': 'la valeur de départ du serveur était fixée avant le pari',
  'the multiplier follows from the seeds and the nonce':
    'le multiplicateur découle des valeurs de départ et du nonce',
  'the fraction is the HMAC over 16^64': 'la fraction est le HMAC divisé par 16^64',
  'the result lies so far between lowest and highest':
    'le résultat se situe, selon cette fraction, entre le plus bas et le plus haut',
  'the transactions are those of the block': 'les transactions sont celles du bloc',
  'the numbers are hashes of transaction and number of tickets':
    'les nombres sont des hachages de la transaction et du nombre de billets',
  'the winning tickets are their remainders': 'les billets gagnants en sont les restes',
  'the block hash is that of a block': 'le hachage du bloc est celui d’un bloc',
  'the seed follows from the block hash and the type':
    'la valeur de départ découle du hachage du bloc et du type',
  'the roll is the first number of the generator': 'le lancer est le premier nombre du générateur',
  'the winning ticket follows from the roll': 'le billet gagnant découle du lancer',
  'the system’s seed is the one of the commitment':
    'la valeur de départ du système est celle de l’engagement',
  'the seed is the one that the board gave': 'la valeur de départ est celle que la commission a donnée',
  'the order is the one that both seeds give': 'l’ordre est celui que donnent les deux valeurs de départ',
  'the seed is the one that was committed to':
    'la valeur de départ est celle sur laquelle portait l’engagement',
  'the weights together are the total weight': 'les poids font ensemble le poids total',
  "the slot hash is the one that Solana's ledger has":
    'le hachage du slot est celui qui figure dans le registre de Solana',
  'the roll follows from seed, slot hash and draw':
    'le lancer découle de la valeur de départ, du hachage du slot et du tirage',
  'the winner holds the share at that offset': 'le gagnant détient la part à ce décalage',
  'the sealed file is the one whose hash was published':
    'le fichier scellé est celui dont le hachage a été publié',
  'the list has as many tickets as its header says':
    'la liste compte autant de billets que le dit son en-tête',
  'the round came out at the time that the header says': 'le tour est sorti à l’heure que dit l’en-tête',
  'the winning row follows from the randomness': 'la ligne gagnante découle du nombre aléatoire',
  'the winner is the ticket in that row': 'le gagnant est le billet de cette ligne',
  'the selected are the ones that the names give':
    'les candidats sélectionnés sont ceux que donnent les noms',
  'the scores were fixed before the block': 'les scores étaient fixés avant le bloc',
  'the ticket list is the one whose hash was published':
    'la liste des billets est celle dont le hachage a été publié',
  'paid and free tickets together are all tickets':
    'les billets payants et gratuits ensemble sont tous les billets',
  'the mixed value follows from seed, randomness, prize and list':
    'la valeur mélangée découle de la valeur de départ, du nombre aléatoire, du lot et de la liste',
  'the index follows from the mixed value': 'l’indice découle de la valeur mélangée',
  'the list has as many tickets as was said': 'la liste compte autant de billets qu’il a été dit',
  'the winner follows from a rule': 'le gagnant découle d’une règle',
  'the winner is a ticket of the list': 'le gagnant est un billet de la liste',
  'Raffaly signed the six values of the record': 'Raffaly a signé les six valeurs du compte rendu',
  'RANDOM.ORG signed this object': 'RANDOM.ORG a signé cet objet',
  'the serial number is the one in the signed object': 'le numéro de série est celui de l’objet signé',
  'the time is the one in the signed object': 'l’heure est celle de l’objet signé',
  'amount and range are those in the signed object': 'la quantité et les bornes sont celles de l’objet signé',
  'the numbers are those in the signed object': 'les nombres sont ceux de l’objet signé',
  'the ties are those of the count': 'les égalités sont celles du décompte',
  'the seed is the one that was made in public': 'la valeur de départ est celle qui a été faite en public',
  'the candidates drawn are the ones that the seed gives':
    'les candidats tirés au sort sont ceux que donne la valeur de départ',
  'the numbers are the ones that the public sources published':
    'les nombres sont ceux que les sources publiques ont publiés',
  'the key is made of those numbers': 'la clé est formée de ces nombres',
  'the digests follow from the key': 'les empreintes découlent de la clé',
  'each divisor is the number of volunteers left': 'chaque diviseur est le nombre de volontaires restants',
  'the positions selected are the ones that the digests give':
    'les places sélectionnées sont celles que donnent les empreintes',
  'the volunteers named stand at those positions': 'les volontaires nommés sont à ces places',
  'each entry has the ticket number that the seed gives':
    'chaque participation a le numéro de billet que donne la valeur de départ',
  'the order of selection is the order of the ticket numbers':
    'l’ordre de sélection est l’ordre des numéros de billets',
  'the tickets of all orders add up': 'la somme des billets de toutes les commandes est juste',
  'the digest follows from seed and block hash':
    'l’empreinte découle de la valeur de départ et du hachage du bloc',
  'the index follows from the digest': 'l’indice découle de l’empreinte',
  'the winner has the ticket at that index': 'le gagnant a le billet à cet indice',
  'the secret is the one whose hash was published': 'le secret est celui dont le hachage a été publié',
  'the transaction is that of the bet': 'la transaction est celle du pari',
  'the bet hash follows from secret and transaction':
    'le hachage du pari découle du secret et de la transaction',
  'the lucky number is the first two bytes': 'le numéro chanceux est formé des deux premiers octets',
  'the tickets are those of the file whose hash was published':
    'les billets sont ceux du fichier dont le hachage a été publié',
  'the tokens are those of the file whose hash was published':
    'les jetons sont ceux du fichier dont le hachage a été publié',
  'the winners follow from tickets and block hash':
    'les gagnants découlent des billets et du hachage du bloc',
  'the tokens won are the next numbers of the generator':
    'les jetons gagnés sont les nombres suivants du générateur',
  'the cards were counted before the dice were rolled':
    'les feuillets ont été comptés avant que les dés ne soient lancés',
  'the seed was rolled in public': 'la valeur de départ a été obtenue par des lancers de dés en public',
  'the cards drawn are the ones that the seed gives':
    'les feuillets tirés sont ceux que donne la valeur de départ',
  'the number of sheets was fixed before the dice were rolled':
    'le nombre de feuilles était fixé avant que les dés ne soient lancés',
  'the seed is the one that was rolled in public':
    'la valeur de départ est celle qui a été obtenue par des lancers de dés en public',
  'the digests are those of seed and counter':
    'les empreintes sont celles de la valeur de départ et du compteur',
  'the numbers are the ones that the digests give': 'les numéros sont ceux que donnent les empreintes',
  'the mines follow from the seeds and the nonce': 'les mines découlent des valeurs de départ et du nonce',
  'the scores are the result of the vote': 'les scores sont le résultat du vote',
  'the random bytes were made after the vote': 'les octets aléatoires ont été faits après le vote',
  'the order is the one that scores and random bytes give':
    'l’ordre est celui que donnent les scores et les octets aléatoires',
  'the block is the one of the commitment': 'le bloc est celui de l’engagement',
  'the shortlist was fixed before the draw': 'la présélection était fixée avant le tirage',
  'the randomness is that of the block': 'le nombre aléatoire est celui du bloc',
  'the chosen groups are the ones that the randomness gives':
    'les groupes choisis sont ceux que donne le nombre aléatoire',
  'the tickets were fixed before the dice were rolled':
    'les billets étaient fixés avant que les dés ne soient lancés',
  'the seed is what the dice showed': 'la valeur de départ est ce que les dés ont montré',
  'the winners hold the tickets that the seed gives':
    'les gagnants détiennent les billets que donne la valeur de départ',
  'the seed hash is the hash of the timestamp':
    'le hachage de la valeur de départ est le hachage de l’horodatage',
  'the winners are the ones that seed hash and list give':
    'les gagnants sont ceux que donnent le hachage de la valeur de départ et la liste',
  'the winning numbers follow from the combined hash': 'les numéros gagnants découlent du hachage combiné',
  'the pools were fixed before the round': 'les groupes étaient fixés avant le tour',
  'the round is the announced one': 'le tour est le tour annoncé',
  'the scores are the hashes': 'les scores sont les hachages',
  'each pool is in the order of the scores': 'chaque groupe est dans l’ordre des scores',
  'the selected submissions are the first of each pool':
    'les candidatures sélectionnées sont les premières de chaque groupe',
  "the roll's number follows from the block hash": 'le nombre issu du lancer découle du hachage du bloc',
  "the numbers are the roll's number in that base":
    'les nombres sont le nombre issu du lancer, écrit dans cette base',
  "the block hash is that of the day's last block": 'le hachage du bloc est celui du dernier bloc du jour',
  'the entry numbers are those of the addresses': 'les numéros des participations sont ceux des adresses',
  'the winning number is the last ten digits': 'le numéro gagnant est formé des dix derniers chiffres',
  'no entry is both qualified and disqualified':
    'aucune participation n’est à la fois qualifiée et disqualifiée',
  'the disqualified entries were rightly left out':
    'les participations disqualifiées ont été écartées à juste titre',
  'the round is the latest one at the time of the draw': 'le tour est le plus récent à l’heure du tirage',
  'the published ranks are the order of the scores': 'les rangs publiés sont l’ordre des scores',
  'the winner has the highest score': 'le gagnant a le score le plus élevé',
  'the modulus was fixed before the block': 'le module était fixé avant le bloc',
  "the winner's number is the remainder": 'le numéro du gagnant est le reste',
  'the code is the one whose hash was published': 'le code est celui dont le hachage a été publié',
  'the labels were fixed before the lotteries': 'les étiquettes étaient fixées avant les loteries',
  'the randomness is what the lotteries gave': 'le nombre aléatoire est ce que les loteries ont donné',
  'the labels stand in the order of their hashes': 'les étiquettes sont dans l’ordre de leurs hachages',
  'the selected are the first that may be':
    'les étiquettes sélectionnées sont les premières qui peuvent l’être',
  'the names are those of the forum': 'les noms sont ceux du forum',
  'the seed is the hash of time and names': 'la valeur de départ est le hachage de l’heure et des noms',
  'the operator signed the lock receipt': 'l’organisateur a signé le reçu de verrouillage',
  'the lock receipt is that of this draw': 'le reçu de verrouillage est celui de ce tirage',
  "the lock receipt has this place among the operator's draws":
    'le reçu de verrouillage a cette place parmi les tirages de l’organisateur',
  'that hash is in the lock receipt': 'ce hachage est dans le reçu de verrouillage',
  'the round is the one in the lock receipt': 'le tour est celui du reçu de verrouillage',
  'the round came out after the list was locked': 'le tour est sorti après le verrouillage de la liste',
  'the seed follows from randomness and entries':
    'la valeur de départ découle du nombre aléatoire et des participations',
  'the winners are the first ones of the shuffled entries':
    'les gagnants sont les premières des participations mélangées',
  'Wallop! signed the execution receipt': 'Wallop! a signé le reçu d’exécution',
  'the execution receipt is about that lock receipt': 'le reçu d’exécution porte sur ce reçu de verrouillage',
  'the execution receipt has that randomness and seed':
    'le reçu d’exécution contient ce nombre aléatoire et cette valeur de départ',
  'the execution receipt names those winners': 'le reçu d’exécution nomme ces gagnants',
  'the weather is the one that the Met Office published':
    'la valeur météorologique est celle que le Met Office a publiée',
  'the weather was observed by the time that the lock receipt names':
    'la météo a été relevée au plus tard à l’heure que nomme le reçu de verrouillage',
  'the weather was observed within an hour of that time':
    'la météo a été relevée à moins d’une heure de ce moment',
  'the seed follows from randomness, weather and entries':
    'la valeur de départ découle du nombre aléatoire, de la météo et des participations',
  'the execution receipt has that randomness, weather and seed':
    'le reçu d’exécution contient ce nombre aléatoire, cette valeur météorologique et cette valeur de départ',
  'the random number was not chosen': 'le nombre aléatoire n’a pas été choisi',
  'the index follows from the random number': 'l’indice découle du nombre aléatoire',
  'the numbers are the ones that EuroMillions drew': 'les numéros sont ceux qu’EuroMillions a tirés',
  'the text is made of those numbers': 'le texte est formé de ces numéros',
  'the digest is the hash of the text': 'l’empreinte est le hachage du texte',
  'the index is the last byte modulo the number of candidates':
    'l’indice est le dernier octet modulo le nombre de candidats',
  'the winner is the candidate at that index': 'le gagnant est le candidat à cet indice',
  'the list has as many tickets as were sold': 'la liste compte autant de billets qu’il en a été vendu',
  'the entropy is what a source that was named beforehand published':
    'l’entropie est ce qu’a publié une source désignée d’avance',
  'the digest follows from seed and entropy': 'l’empreinte découle de la valeur de départ et de l’entropie',
  'the winning position follows from the digest': 'la place gagnante découle de l’empreinte',
  'the winner is the ticket at that position': 'le gagnant est le billet à cette place',
  'the HMAC follows from the seeds, the round and the nonce':
    'le HMAC découle des valeurs de départ, de la manche et du nonce',
  'the random value is made of the first 8 bytes of it':
    'la valeur aléatoire est formée de ses 8 premiers octets',
}
