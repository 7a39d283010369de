/**
 * What the claims of recipes say.
 *
 * @packageDocumentation
 */
import type { Phrases } from '../translator.js'

export const recipeClaims: Phrases = {
  'the number of tickets was fixed before the draw': 'o número de bilhetes foi fixado antes do sorteio',
  'the block hash is that of the block of this height': 'o hash do bloco é o do bloco com esta altura',
  'the digest is that of the block hash': 'a impressão digital é a do hash do bloco',
  'the remainder follows from the digest': 'o resto resulta da impressão digital',
  'the winning ticket is the remainder, counted from 69420':
    'o bilhete premiado é o resto, a contar de 69420',
  'the number of entries was fixed before the draw': 'o número de entradas foi fixado antes do sorteio',
  'the seed is the one that the contract drew': 'a semente é a que o contrato sorteou',
  "the first tier's entry follows from the seed": 'a entrada do primeiro escalão resulta da semente',
  "the second tier's entries follow from the seed": 'as entradas do segundo escalão resultam da semente',
  'the list hashes to the hash that was published with it': 'o hash da lista é o que foi publicado com ela',
  'the list was fixed before the block': 'a lista foi fixada antes do bloco',
  'the participants have as many tickets as was said':
    'os participantes têm tantos bilhetes quantos foram indicados',
  'the block hash is that of the announced block': 'o hash do bloco é o do bloco anunciado',
  'the seed follows from block and list': 'a semente resulta do bloco e da lista',
  'the winning ticket follows from the seed': 'o bilhete premiado resulta da semente',
  'the winner holds that ticket': 'o vencedor tem esse bilhete',
  'the list was fixed before the draw': 'a lista foi fixada antes do sorteio',
  'the ticket hashes follow from prize and entry': 'os hashes dos bilhetes resultam do prémio e da entrada',
  'the result hashes follow from the ticket hashes and the block hash':
    'os hashes dos resultados obtêm-se a partir dos hashes dos bilhetes e do hash do bloco',
  'the result indices are the order of the result hashes':
    'os índices dos resultados são a ordem dos hashes dos resultados',
  'the winners have the highest result hashes': 'os vencedores têm os hashes de resultado mais altos',
  'the list has as many entries as tickets were counted':
    'a lista tem tantas entradas quantos os bilhetes contados',
  'the block hash is the hash of the block header': 'o hash do bloco é o hash do cabeçalho do bloco',
  'the winning tickets follow from the block hash': 'os bilhetes premiados resultam do hash do bloco',
  'the winners have these tickets': 'os vencedores têm estes bilhetes',
  'the winning position is the remainder': 'a posição vencedora é o resto',
  'the list hashes to the hash of the request': 'o hash da lista é o do pedido',
  'the number is the one that Chainlink delivered': 'o número é o que a Chainlink entregou',
  'the index is the remainder': 'o índice é o resto',
  'the winner is the wallet at that index': 'o vencedor é a carteira nesse índice',
  'the order is the one that the number gives': 'a ordem é a que resulta do número',
  'the file hashes to the hash of the request': 'o hash do ficheiro é o do pedido',
  'the starting position is the remainder': 'a posição inicial é o resto',
  'the winners stand from that line on': 'os vencedores estão dessa linha em diante',
  'the newest hash leads to the one that was known before, in as many steps as there are games between':
    'o hash mais recente conduz ao que já era conhecido antes, em tantos passos quantos os jogos entre os dois',
  'the salt is the hash of the block that was announced':
    'o sal criptográfico é o hash do bloco que foi anunciado',
  'each hash leads to the one of the game before': 'cada hash conduz ao do jogo anterior',
  'the games are numbered one by one': 'os jogos estão numerados um a um',
  'each result follows from its hash and the salt':
    'cada resultado obtém-se a partir do seu hash e do sal criptográfico',
  'the stakes are those of the ledger at the draw':
    'os montantes em stake são os do livro-razão no momento do sorteio',
  'the block is the first one after the announced time': 'o bloco é o primeiro depois da hora anunciada',
  'the winner’s stake is the one that the random number falls on':
    'o montante em stake do vencedor é aquele em que cai o número aleatório',
  'the server seed is the one whose hash was published':
    'a semente do servidor é aquela cujo hash foi publicado',
  'the HMAC follows from the seeds and the nonce': 'o HMAC resulta das sementes e do nonce',
  'the number is the first 13 hex digits of it':
    'o número são os primeiros 13 algarismos hexadecimais do HMAC',
  'the fraction is the number over 2^52': 'a fração é o número dividido por 2^52',
  'the index is the fraction times the tickets': 'o índice é a fração vezes o número de bilhetes',
  'the client seed is the one that the player chose': 'a semente do cliente é a que o jogador escolheu',
  'the blocks follow from the seeds and the nonce': 'os blocos resultam das sementes e do nonce',
  'the floats are the blocks in pieces of four bytes':
    'os números de vírgula flutuante são os blocos em pedaços de quatro bytes',
  'the result follows from the floats': 'o resultado obtém-se a partir dos números de vírgula flutuante',
  'the snapshot is the one whose hash was published': 'o instantâneo é aquele cujo hash foi publicado',
  'the random number is the one that Chainlink gave': 'o número aleatório é o que a Chainlink deu',
  'the numbers follow from the random number': 'os números resultam do número aleatório',
  'each pick leaves one ticket less': 'cada escolha deixa menos um bilhete',
  'each index follows from its number': 'cada índice resulta do seu número',
  'the winners have the tickets at those indices': 'os vencedores têm os bilhetes nesses índices',
  'the server seed is the one that the public hash is of':
    'a semente do servidor é aquela a que pertence o hash público',
  'the roll follows from the seeds and the nonce': 'o lançamento resulta das sementes e do nonce',
  'those who tie were fixed by the vote': 'quem está empatado foi fixado pela votação',
  'the seed follows from the policy': 'a semente resulta do dia e das pontuações (policy)',
  'the winners are the ones that the seed gives': 'os vencedores são os que resultam da semente',
  'the secret is the one that was committed to': 'o segredo é o que o compromisso fixa',
  'the list has as many options as was published': 'a lista tem tantas opções quantas foram publicadas',
  'the result follows from the secret': 'o resultado obtém-se a partir do segredo',
  'the winner is the option at that place': 'o vencedor é a opção nesse lugar',
  'the list has as many participants as was published':
    'a lista tem tantos participantes quantos foram publicados',
  'the round is the one that was announced': 'a ronda é a que foi anunciada',
  'the randomness is the one that drand published': 'o número aleatório é o que a drand publicou',
  "the winner's number follows from the randomness": 'o número do vencedor resulta do número aleatório',
  'the winner has that number in the list': 'o vencedor tem esse número na lista',
  'the block hash is that of the next block': 'o hash do bloco é o do bloco seguinte',
  'the group is the last four digits': 'o grupo são os últimos quatro algarismos',
  'the first ball is its remainder': 'a primeira bola é o resto da divisão do grupo',
  'the lucky tickets are the first after the shuffle':
    'os bilhetes da sorte são os primeiros depois de baralhados',
  'the holders have these tickets': 'os titulares têm estes bilhetes',
  'the list has as many entries as was said': 'a lista tem tantas entradas quantas foram indicadas',
  'the round is the next one after the time of the draw': 'a ronda é a que se segue à hora do sorteio',
  'the winners are the ones that randomness and list give':
    'os vencedores são os que resultam do número aleatório e da lista',
  'the signature is the one that drand made for this round':
    'a assinatura é a que a drand fez para esta ronda',
  'the randomness is the hash of the signature': 'o número aleatório é o hash da assinatura',
  'the hash is that of the list as it is given': 'o hash é o da lista tal como está',
  'the winners are the first entries in sorted order, as with any other randomness':
    'os vencedores são as primeiras entradas da lista ordenada, como com qualquer outro número aleatório',
  'the winners are the ones that randomness and list give, in that order':
    'os vencedores são os que resultam do número aleatório e da lista, por essa ordem',
  'the points were fixed before the block': 'os pontos foram fixados antes do bloco',
  'the winners are the ones that the block hash gives': 'os vencedores são os que resultam do hash do bloco',
  'the holders’ weights are those at the close block':
    'os pesos dos titulares são os que tinham no bloco de fecho',
  'the weights add up to the total': 'a soma dos pesos é o total',
  'the winner’s proof leads to the Merkle root': 'a prova do vencedor conduz à raiz de Merkle',
  'the block hash is that of the close block': 'o hash do bloco é o do bloco de fecho',
  'the roll follows from the block hash and the draw’s number':
    'o lançamento resulta do hash do bloco e do número do sorteio',
  'the offset follows from the roll': 'o deslocamento resulta do lançamento',
  'the winner’s weight is that in the list': 'o peso do vencedor é o que está na lista',
  'the weights before the winner’s add up': 'a soma dos pesos anteriores ao do vencedor está certa',
  'the winner’s weight is the one that the offset falls on':
    'o peso do vencedor é aquele em que cai o deslocamento',
  'the block hashes are those of the announced blocks': 'os hashes dos blocos são os dos blocos anunciados',
  'the blocks follow one another': 'os blocos seguem-se uns aos outros',
  'the positions follow from the block hashes': 'as posições resultam dos hashes dos blocos',
  'the winners stand at those positions': 'os vencedores estão nessas posições',
  'the seed is the one whose hash was published': 'a semente é aquela cujo hash foi publicado',
  'the round is the first one after the end of the raffle': 'a ronda é a primeira depois do fim da rifa',
  'the digest follows from seed and randomness':
    'a impressão digital resulta da semente e do número aleatório',
  'the winning index follows from the digest': 'o índice vencedor resulta da impressão digital',
  'the winner is the ticket at that index': 'o vencedor é o bilhete nesse índice',
  'the shuffled list is in the order of the hashes': 'a lista baralhada está pela ordem dos hashes',
  'the winners have the lowest hashes': 'os vencedores têm os hashes mais baixos',
  'the entries are the ones whose hash was published': 'as entradas são aquelas cujo hash foi publicado',
  'the client seed is that randomness': 'a semente do cliente é esse número aleatório',
  'the ranking has every entry, with its score and in its place':
    'a classificação tem todas as entradas, cada uma com a sua pontuação e no seu lugar',
  'the winners are first in the ranking': 'os vencedores são os primeiros da classificação',
  'the hashes are those of the entrants and their places':
    'os hashes são os dos inscritos e dos seus lugares',
  'the ticket chain is the one that name and entrants give':
    'a cadeia de bilhetes é a que resulta do nome e dos inscritos',
  'the output is the one that NIST published for the announced time':
    'o valor de saída é o que o NIST publicou para a hora anunciada',
  'the results are those of the tickets and the output, the lowest first':
    'os resultados são os dos bilhetes e do valor de saída, a começar pelo mais baixo',
  'the winner has the lowest result': 'o vencedor tem o resultado mais baixo',
  'the names were fixed before the block': 'os nomes foram fixados antes do bloco',
  'the hashes are those of the names': 'os hashes são os dos nomes',
  'the ranking is the order of the hashes': 'a classificação é a ordem dos hashes',
  'the round is the first one when the draw was due or later':
    'a ronda é a primeira à hora prevista do sorteio ou depois dela',
  'the winners have the lowest scores': 'os vencedores têm as pontuações mais baixas',
  'the rule is the one whose hash was published': 'a regra é aquela cujo hash foi publicado',
  'the rule is to pick from the shuffled list': 'a regra é escolher a partir da lista baralhada',
  'the inputs are, in some order, the ones whose hash was published':
    'os dados de entrada são, por uma ordem qualquer, aqueles cujo hash foi publicado',
  'the commitment is to that rule, those inputs and that round':
    'o compromisso é com essa regra, esses dados de entrada e essa ronda',
  'the order of the inputs was fixed before the draw':
    'a ordem dos dados de entrada foi fixada antes do sorteio',
  'the round is the one that was committed to': 'a ronda é a que o compromisso fixa',
  'the output follows from randomness, rule and inputs':
    'o valor de saída resulta do número aleatório, da regra e dos dados de entrada',
  'the selection follows from the output and the order of the inputs':
    'a seleção resulta do valor de saída e da ordem dos dados de entrada',
  "the receipt's id is the beginning of the commitment":
    'o identificador do recibo é o início do compromisso',
  "the number of addresses was fixed before the beacon's time":
    'o número de endereços foi fixado antes da hora do beacon',
  "the output is that of NIST's beacon at that time": 'o valor de saída é o do beacon do NIST a essa hora',
  'the first winning place is the remainder': 'o primeiro lugar vencedor é o resto',
  'the entries have as much weight as was said': 'as entradas têm tanto peso quanto foi indicado',
  "the beacon is drand's": 'o beacon é o da drand',
  'the seed follows from the hash of the entries and the beacon':
    'a semente resulta do hash das entradas e do beacon',
  'the winner is the entry that the seed gives': 'o vencedor é a entrada que resulta da semente',
  'the round was still to come at the time of the draw': 'à hora do sorteio, a ronda ainda estava para vir',
  'the combined hash follows from randomness, seed, draw and salt':
    'o hash combinado resulta do número aleatório, da semente, do sorteio e do sal criptográfico',
  'the winning number follows from the combined hash': 'o número premiado resulta do hash combinado',
  'the client seed is the hash of the entries and their wallets':
    'a semente do cliente é o hash das entradas e das suas carteiras',
  "the block stands in Bitcoin's chain": 'o bloco está na cadeia da Bitcoin',
  'the time of the block is later than that of the commitment':
    'a hora do bloco é posterior à do compromisso',
  'the HMAC follows from both seeds, lotto and block':
    'o HMAC resulta das duas sementes, da lotaria e do bloco',
  'the winning index follows from the HMAC': 'o índice vencedor resulta do HMAC',
  'the winner is the entry at that index': 'o vencedor é a entrada nesse índice',
  'the number of tickets was fixed before the block': 'o número de bilhetes foi fixado antes do bloco',
  'the seed is the block hash as a number': 'a semente é o hash do bloco lido como número',
  'the order is the one that the seed gives': 'a ordem é a que resulta da semente',
  'the number of participants was fixed before the draw':
    'o número de participantes foi fixado antes do sorteio',
  'there is one nonce for each prize, from 1': 'há um nonce para cada prémio, a partir de 1',
  'the hashes follow from the block hash and the nonces': 'os hashes resultam do hash do bloco e dos nonces',
  'the numbers are the hashes in decimal': 'os números são os hashes em notação decimal',
  'the remainders follow from the numbers': 'os restos resultam dos números',
  'the positions are the remainders, counted from 1': 'as posições são os restos, a contar de 1',
  'the public value is the one that its sources published':
    'o valor público é o que as suas fontes publicaram',
  'the candidates with the highest hashes were selected, in that order':
    'foram selecionados os candidatos com os hashes mais altos, por essa ordem',
  'the certificate id is the hash of the certificate':
    'o identificador do certificado é o hash do certificado',
  "INMETRO's beacon signed this pulse": 'o beacon do INMETRO assinou este pulso',
  'the output is the hash of the signed pulse and its signature':
    'o valor de saída é o hash do pulso assinado e da sua assinatura',
  'the block id is that of the block of this height': 'o identificador do bloco é o do bloco com esta altura',
  'the block is the next one after the announcement': 'o bloco é o que se segue ao anúncio',
  'the winners are the ones that the block id gives':
    'os vencedores são os que resultam do identificador do bloco',
  'the server seed was fixed before the draw': 'a semente do servidor foi fixada antes do sorteio',
  'the tickets in the list add up': 'a soma dos bilhetes da lista está certa',
  'the list has as many participants as was said': 'a lista tem tantos participantes quantos foram indicados',
  'the client seed is made of period, tickets and participants':
    'a semente do cliente é feita do período, dos bilhetes e dos participantes',
  'the nonce is the period': 'o nonce é o período',
  'the proof hash follows from the seeds and the nonce': 'o hash da prova resulta das sementes e do nonce',
  'the winning ticket follows from the proof hash': 'o bilhete premiado resulta do hash da prova',
  'the winner has that ticket': 'o vencedor tem esse bilhete',
  'the list is the one whose hash was published': 'a lista é aquela cujo hash foi publicado',
  'the winners of the first raffle follow from list and block hash':
    'os vencedores da primeira rifa resultam da lista e do hash do bloco',
  'the winners of the second raffle follow on': 'os vencedores da segunda rifa vêm a seguir',
  'the block hash is that of the first block after the announced time':
    'o hash do bloco é o do primeiro bloco depois da hora anunciada',
  'the digest follows from both hashes': 'a impressão digital resulta dos dois hashes',
  'the five prizes follow from the digest': 'os cinco prémios resultam da impressão digital',
  'the sixth prize is the sum of the five, of which the last four digits count':
    'o sexto prémio é a soma dos cinco, da qual contam os últimos quatro algarismos',
  "the artist's key is the one whose hash was posted": 'a chave do artista é aquela cujo hash foi divulgado',
  'the sizes of the lists were fixed before the draw':
    'os tamanhos das listas foram fixados antes do sorteio',
  'the RANDAO value is that of the announced block': 'o valor RANDAO é o do bloco anunciado',
  'the seed is both keys, combined by XOR': 'a semente são as duas chaves, combinadas por XOR',
  'the winning ids follow from the seed': 'os identificadores premiados resultam da semente',
  'the block hash is that of the block': 'o hash do bloco é o do bloco',
  'the winning numbers are the ones that the block hash gives':
    'os números premiados são os que resultam do hash do bloco',
  'the list is the one whose hash was published before the block':
    'a lista é aquela cujo hash foi publicado antes do bloco',
  'the block is the third after the time of the draw': 'o bloco é o terceiro depois da hora do sorteio',
  'the winning number is the remainder, counted from 1': 'o número premiado é o resto, a contar de 1',
  'the winner is the comment with that number': 'o vencedor é o comentário com esse número',
  'the salt was fixed before the entrants were known':
    'o sal criptográfico foi fixado antes de se conhecerem os inscritos',
  'the documents’ hashes follow from their numbers and the salt':
    'os hashes dos documentos resultam dos seus números e do sal criptográfico',
  'the winners of the second round have the next lowest':
    'os vencedores da segunda volta têm os hashes mais baixos a seguir aos da primeira',
  'the winner is the account that the block hash gives': 'o vencedor é a conta que resulta do hash do bloco',
  "NIST's beacon signed this pulse": 'o beacon do NIST assinou este pulso',
  'the output is the hash of the signed pulse': 'o valor de saída é o hash do pulso assinado',
  'the addresses were fixed before the block': 'os endereços foram fixados antes do bloco',
  'the winning sequence is the last eight digits of the hash':
    'a sequência premiada são os últimos oito algarismos do hash',
  'the winners are the closest': 'os vencedores são os mais próximos',
  'the server seed was fixed before the bet': 'a semente do servidor foi fixada antes da aposta',
  'the multiplier follows from the seeds and the nonce': 'o multiplicador resulta das sementes e do nonce',
  'the fraction is the HMAC over 16^64': 'a fração é o HMAC dividido por 16^64',
  'the result lies so far between lowest and highest':
    'o resultado fica, entre o mais baixo e o mais alto, no ponto que a fração dá',
  'the transactions are those of the block': 'as transações são as do bloco',
  'the numbers are hashes of transaction and number of tickets':
    'os números são hashes da transação e do número de bilhetes',
  'the winning tickets are their remainders': 'os bilhetes premiados são os restos desses números',
  'the block hash is that of a block': 'o hash do bloco é o de um bloco',
  'the seed follows from the block hash and the type': 'a semente resulta do hash do bloco e do tipo',
  'the roll is the first number of the generator': 'o lançamento é o primeiro número do gerador',
  'the winning ticket follows from the roll': 'o bilhete premiado resulta do lançamento',
  'the system’s seed is the one of the commitment': 'a semente do sistema é a do compromisso',
  'the seed is the one that the board gave': 'a semente é a que a comissão deu',
  'the order is the one that both seeds give': 'a ordem é a que resulta das duas sementes',
  'the seed is the one that was committed to': 'a semente é a que o compromisso fixa',
  'the weights together are the total weight': 'os pesos, juntos, são o peso total',
  "the slot hash is the one that Solana's ledger has": 'o hash do slot é o que está no livro-razão da Solana',
  'the roll follows from seed, slot hash and draw':
    'o lançamento resulta da semente, do hash do slot e do sorteio',
  'the winner holds the share at that offset': 'o vencedor tem a parte em que cai esse deslocamento',
  'the sealed file is the one whose hash was published': 'o ficheiro selado é aquele cujo hash foi publicado',
  'the list has as many tickets as its header says':
    'a lista tem tantos bilhetes quantos o seu cabeçalho diz',
  'the round came out at the time that the header says': 'a ronda saiu à hora que o cabeçalho diz',
  'the winning row follows from the randomness': 'a linha vencedora resulta do número aleatório',
  'the winner is the ticket in that row': 'o vencedor é o bilhete nessa linha',
  'the selected are the ones that the names give': 'os selecionados são os que resultam dos nomes',
  'the scores were fixed before the block': 'as pontuações foram fixadas antes do bloco',
  'the ticket list is the one whose hash was published':
    'a lista de bilhetes é aquela cujo hash foi publicado',
  'paid and free tickets together are all tickets':
    'os bilhetes pagos e os gratuitos, juntos, são todos os bilhetes',
  'the mixed value follows from seed, randomness, prize and list':
    'o valor misturado resulta da semente, do número aleatório, do prémio e da lista',
  'the index follows from the mixed value': 'o índice resulta do valor misturado',
  'the list has as many tickets as was said': 'a lista tem tantos bilhetes quantos foram indicados',
  'the winner follows from a rule': 'o vencedor resulta de uma regra',
  'the winner is a ticket of the list': 'o vencedor é um bilhete da lista',
  'Raffaly signed the six values of the record': 'a Raffaly assinou os seis valores da ata',
  'RANDOM.ORG signed this object': 'a RANDOM.ORG assinou este objeto',
  'the serial number is the one in the signed object': 'o número de série é o que está no objeto assinado',
  'the time is the one in the signed object': 'a hora é a que está no objeto assinado',
  'amount and range are those in the signed object':
    'a quantidade e o intervalo são os que estão no objeto assinado',
  'the numbers are those in the signed object': 'os números são os que estão no objeto assinado',
  'the ties are those of the count': 'os empates são os da contagem',
  'the seed is the one that was made in public': 'a semente é a que foi feita em público',
  'the candidates drawn are the ones that the seed gives':
    'os candidatos sorteados são os que resultam da semente',
  'the numbers are the ones that the public sources published':
    'os números são os que as fontes públicas publicaram',
  'the key is made of those numbers': 'a chave é feita desses números',
  'the digests follow from the key': 'as impressões digitais resultam da chave',
  'each divisor is the number of volunteers left': 'cada divisor é o número de voluntários que restam',
  'the positions selected are the ones that the digests give':
    'as posições selecionadas são as que resultam das impressões digitais',
  'the volunteers named stand at those positions': 'os voluntários indicados estão nessas posições',
  'each entry has the ticket number that the seed gives':
    'cada entrada tem o número de bilhete que resulta da semente',
  'the order of selection is the order of the ticket numbers':
    'a ordem de seleção é a ordem dos números dos bilhetes',
  'the tickets of all orders add up': 'a soma dos bilhetes de todas as encomendas está certa',
  'the digest follows from seed and block hash': 'a impressão digital resulta da semente e do hash do bloco',
  'the index follows from the digest': 'o índice resulta da impressão digital',
  'the winner has the ticket at that index': 'o vencedor tem o bilhete nesse índice',
  'the secret is the one whose hash was published': 'o segredo é aquele cujo hash foi publicado',
  'the transaction is that of the bet': 'a transação é a da aposta',
  'the bet hash follows from secret and transaction': 'o hash da aposta resulta do segredo e da transação',
  'the lucky number is the first two bytes': 'o número da sorte são os primeiros dois bytes',
  'the tickets are those of the file whose hash was published':
    'os bilhetes são os do ficheiro cujo hash foi publicado',
  'the tokens are those of the file whose hash was published':
    'os tokens são os do ficheiro cujo hash foi publicado',
  'the winners follow from tickets and block hash': 'os vencedores resultam dos bilhetes e do hash do bloco',
  'the tokens won are the next numbers of the generator':
    'os tokens ganhos são os números seguintes do gerador',
  'the cards were counted before the dice were rolled':
    'as folhas foram contadas antes de se lançarem os dados',
  'the seed was rolled in public': 'a semente foi obtida em público, lançando dados',
  'the cards drawn are the ones that the seed gives': 'as folhas sorteadas são as que resultam da semente',
  'the number of sheets was fixed before the dice were rolled':
    'o número de folhas foi fixado antes de se lançarem os dados',
  'the seed is the one that was rolled in public': 'a semente é a que foi obtida em público, lançando dados',
  'the digests are those of seed and counter': 'as impressões digitais são as da semente e do contador',
  'the numbers are the ones that the digests give': 'os números são os que resultam das impressões digitais',
  'the mines follow from the seeds and the nonce': 'as minas resultam das sementes e do nonce',
  'the scores are the result of the vote': 'as pontuações são o resultado da votação',
  'the random bytes were made after the vote': 'os bytes aleatórios foram feitos depois da votação',
  'the order is the one that scores and random bytes give':
    'a ordem é a que resulta das pontuações e dos bytes aleatórios',
  'the block is the one of the commitment': 'o bloco é o do compromisso',
  'the shortlist was fixed before the draw': 'a lista restrita foi fixada antes do sorteio',
  'the randomness is that of the block': 'o número aleatório é o do bloco',
  'the chosen groups are the ones that the randomness gives':
    'os grupos escolhidos são os que resultam do número aleatório',
  'the tickets were fixed before the dice were rolled':
    'os bilhetes foram fixados antes de se lançarem os dados',
  'the seed is what the dice showed': 'a semente é o que os dados mostraram',
  'the winners hold the tickets that the seed gives': 'os vencedores têm os bilhetes que resultam da semente',
  'the seed hash is the hash of the timestamp': 'o hash da semente é o hash da data e hora (timestamp)',
  'the winners are the ones that seed hash and list give':
    'os vencedores são os que resultam do hash da semente e da lista',
  'the winning numbers follow from the combined hash': 'os números premiados resultam do hash combinado',
  'the pools were fixed before the round': 'os grupos foram fixados antes da ronda',
  'the round is the announced one': 'a ronda é a anunciada',
  'the scores are the hashes': 'as pontuações são os hashes',
  'each pool is in the order of the scores': 'cada grupo está pela ordem das pontuações',
  'the selected submissions are the first of each pool':
    'as candidaturas selecionadas são as primeiras de cada grupo',
  "the roll's number follows from the block hash": 'o número saído no lançamento resulta do hash do bloco',
  "the numbers are the roll's number in that base":
    'os números são o número saído no lançamento, escrito nessa base',
  "the block hash is that of the day's last block": 'o hash do bloco é o do último bloco do dia',
  'the entry numbers are those of the addresses': 'os números das entradas são os dos endereços',
  'the winning number is the last ten digits': 'o número premiado são os últimos dez algarismos',
  'no entry is both qualified and disqualified': 'nenhuma entrada é ao mesmo tempo admitida e excluída',
  'the disqualified entries were rightly left out': 'as entradas excluídas foram deixadas de fora com razão',
  'the round is the latest one at the time of the draw': 'a ronda é a mais recente à hora do sorteio',
  'the published ranks are the order of the scores': 'os lugares publicados são a ordem das pontuações',
  'the winner has the highest score': 'o vencedor tem a pontuação mais alta',
  'the modulus was fixed before the block': 'o módulo foi fixado antes do bloco',
  "the winner's number is the remainder": 'o número do vencedor é o resto',
  'the code is the one whose hash was published': 'o código é aquele cujo hash foi publicado',
  'the labels were fixed before the lotteries': 'as etiquetas foram fixadas antes das lotarias',
  'the randomness is what the lotteries gave': 'o valor aleatório é o que as lotarias deram',
  'the labels stand in the order of their hashes': 'as etiquetas estão pela ordem dos seus hashes',
  'the selected are the first that may be': 'as selecionadas são as primeiras que o podem ser',
  'the names are those of the forum': 'os nomes são os do fórum',
  'the seed is the hash of time and names': 'a semente é o hash da hora e dos nomes',
  'the operator signed the lock receipt': 'o operador assinou o recibo de fecho',
  'the lock receipt is that of this draw': 'o recibo de fecho é o deste sorteio',
  "the lock receipt has this place among the operator's draws":
    'o recibo de fecho tem este lugar entre os sorteios do operador',
  'that hash is in the lock receipt': 'esse hash está no recibo de fecho',
  'the round is the one in the lock receipt': 'a ronda é a que está no recibo de fecho',
  'the round came out after the list was locked': 'a ronda saiu depois de a lista ser fechada',
  'the seed follows from randomness and entries': 'a semente resulta do número aleatório e das entradas',
  'the winners are the first ones of the shuffled entries':
    'os vencedores são os primeiros das entradas baralhadas',
  'Wallop! signed the execution receipt': 'a Wallop! assinou o recibo de execução',
  'the execution receipt is about that lock receipt': 'o recibo de execução refere-se a esse recibo de fecho',
  'the execution receipt has that randomness and seed':
    'o recibo de execução tem esse número aleatório e essa semente',
  'the execution receipt names those winners': 'o recibo de execução indica esses vencedores',
  'the weather is the one that the Met Office published':
    'o valor meteorológico é o que o Met Office publicou',
  'the weather was observed by the time that the lock receipt names':
    'o valor meteorológico foi observado até à hora que o recibo de fecho indica',
  'the weather was observed within an hour of that time':
    'o valor meteorológico foi observado a não mais de uma hora desse momento',
  'the seed follows from randomness, weather and entries':
    'a semente resulta do número aleatório, do valor meteorológico e das entradas',
  'the execution receipt has that randomness, weather and seed':
    'o recibo de execução tem esse número aleatório, esse valor meteorológico e essa semente',
  'the random number was not chosen': 'ninguém escolheu o número aleatório',
  'the index follows from the random number': 'o índice resulta do número aleatório',
  'the numbers are the ones that EuroMillions drew': 'os números são os que saíram no Euromilhões',
  'the text is made of those numbers': 'o texto é feito desses números',
  'the digest is the hash of the text': 'a impressão digital é o hash do texto',
  'the index is the last byte modulo the number of candidates':
    'o índice é o resto da divisão do último byte pelo número de candidatos',
  'the winner is the candidate at that index': 'o vencedor é o candidato nesse índice',
  'the list has as many tickets as were sold': 'a lista tem tantos bilhetes quantos foram vendidos',
  'the entropy is what a source that was named beforehand published':
    'a entropia é o que foi publicado por uma fonte indicada antes',
  'the digest follows from seed and entropy': 'a impressão digital resulta da semente e da entropia',
  'the winning position follows from the digest': 'a posição vencedora resulta da impressão digital',
  'the winner is the ticket at that position': 'o vencedor é o bilhete nessa posição',
  'the HMAC follows from the seeds, the round and the nonce':
    'o HMAC resulta das sementes, da ronda e do nonce',
  'the random value is made of the first 8 bytes of it':
    'o valor aleatório é feito dos primeiros 8 bytes do HMAC',
}
