/**
 * Why claims end as they do, and what was found, by the words of reports. `{0}` stands for a value: see translator.ts.
 *
 * @packageDocumentation
 */
import type { Phrases } from '../translator.js'

export const reasons: Phrases = {
  'the draw of prize {0:number}': 'o sorteio do prémio {0}',
  'replacement {0:number} of prize {1:number}': 'a substituição {0} do prémio {1}',
  'statement {0:number} (commitment)': 'a declaração {0} (compromisso)',
  'statement {0:number} (seal)': 'a declaração {0} (selagem da lista)',
  'statement {0:number} (draw)': 'a declaração {0} (sorteio)',
  'statement {0:number} (replacement)': 'a declaração {0} (substituição)',
  'statement {0:number} (cancellation)': 'a declaração {0} (cancelamento)',
  'statement {0:number}': 'a declaração {0}',
  'which {0:value} would count': 'que valor de {0} contaria',
  'the order of the {0:value}': 'a ordem de {0}',
  'the randomness of the {0:value}': 'o número aleatório de {0}',
  'the signature of the {0:value}': 'a assinatura de {0}',
  'the round of the {0:value}': 'a ronda de {0}',
  'what follows from the {0:values}': 'o que resulta de {0}',
  paid: 'pago',
  free: 'gratuito',
  'the rule gives something else than the published {0:values}':
    'a regra dá algo diferente do que foi publicado para: {0}',
  'the rule gives something else than the published {0:values}: {1}':
    'a regra dá algo diferente do que foi publicado para {0}: {1}',
  'the rule cannot be carried out: {0}': 'não é possível aplicar a regra: {0}',
  'the {0:values} does not verify': 'não passa na verificação: {0}',
  'the proof is of another output than the published {0:values}':
    'a prova é de um valor de saída diferente do que foi publicado como {0}',
  'the {0:value} has to be less than {1}': 'o valor {0} tem de ser inferior a {1}',
  'the {0:value} has to be at most {1}': 'o valor {0} tem de ser, no máximo, {1}',
  'the {0:value} has to be earlier than {1}': 'o valor {0} tem de ser anterior a {1}',
  'the {0:value} has to be at or before {1}': 'o valor {0} não pode ser posterior a {1}',
  'what follows from the {0:values} has to be less than {1}':
    'o que resulta de {0} tem de ser inferior a {1}',
  'what follows from the {0:values} has to be at most {1}': 'o que resulta de {0} tem de ser, no máximo, {1}',
  'what follows from the {0:values} has to be earlier than {1}':
    'o que resulta de {0} tem de ser anterior a {1}',
  'what follows from the {0:values} has to be at or before {1}':
    'o que resulta de {0} não pode ser posterior a {1}',
  'the two look alike and are written with other code points':
    'os dois parecem iguais e estão escritos com pontos de código diferentes',
  'the expected digest is the found one in reverse byte order':
    'a impressão digital esperada é a encontrada, com os bytes pela ordem inversa',
  'the expected digest is the found one hashed again':
    'a impressão digital esperada é a encontrada, passada mais uma vez pelo hash',
  'the found digest is the expected one hashed again':
    'a impressão digital encontrada é a esperada, passada mais uma vez pelo hash',
  'the expected digest is that of the same bytes as lower-case hex text':
    'a impressão digital esperada é a dos mesmos bytes escritos como texto hexadecimal em minúsculas',
  'the expected digest is that of the same bytes as upper-case hex text':
    'a impressão digital esperada é a dos mesmos bytes escritos como texto hexadecimal em maiúsculas',
  'the expected digest is that of the same bytes with a newline at the end':
    'a impressão digital esperada é a dos mesmos bytes com uma mudança de linha no fim',
  'the expected digest is that of the same bytes without the newline at the end':
    'a impressão digital esperada é a dos mesmos bytes sem a mudança de linha no fim',
  'the expected digest is that of the same bytes with CRLF line ends instead of LF':
    'a impressão digital esperada é a dos mesmos bytes com CRLF no fim das linhas, em vez de LF',
  'the expected digest is that of the same bytes with LF line ends instead of CRLF':
    'a impressão digital esperada é a dos mesmos bytes com LF no fim das linhas, em vez de CRLF',
  'the expected digest is that of the same bytes without the byte order mark':
    'a impressão digital esperada é a dos mesmos bytes sem a marca de ordem dos bytes (BOM)',
  'the expected digest is that of the same bytes after a byte order mark':
    'a impressão digital esperada é a dos mesmos bytes depois de uma marca de ordem dos bytes (BOM)',
  'the signature of the round before was not published; drand serves it with this one as previous_signature':
    'a assinatura da ronda anterior não foi publicada; a drand fornece-a juntamente com esta, como previous_signature',
  'this chain signs no previous signature, and one was published':
    'esta cadeia não assina nenhuma assinatura anterior, e foi publicada uma',
  'the previous signature cannot be one of this chain': 'a assinatura anterior não pode ser desta cadeia',
  'the signature is not a point of the chain’s group in its one encoding':
    'a assinatura não é um ponto do grupo da cadeia, na única codificação que ele admite',
  'the signature is not the chain’s over this round': 'a assinatura não é a desta cadeia para esta ronda',
  'the randomness is not the hash of the signature': 'o número aleatório não é o hash da assinatura',
  'the signature of round {0} was not published; drand has it at {1}':
    'a assinatura da ronda {0} não foi publicada; a drand tem-na em {1}',
  'the recipe brings the chain {0} with the one key {1}, which is not in your trust file: whoever has its key makes its rounds':
    'a descrição do método traz a cadeia {0} com uma única chave, {1}, que não está no seu ficheiro de confiança: quem tem essa chave faz as rondas da cadeia',
  'not published: {0:values}': 'não publicado: {0}',
  'both are empty': 'ambos estão vazios',
  'the {0:value} is empty': 'o valor {0} está vazio',
  'it would take {0}': 'para isso, seria preciso o seguinte: {0}',
  'it would take evidence from elsewhere': 'para isso, seriam precisas provas de outra origem',
  'the public key came with the draw; put the key, obtained elsewhere, into the recipe':
    'a chave pública veio com o sorteio; ponha na descrição do método a chave, obtida de outro lado',
  'the trust file has no key of {0}; drawaudit trust add --signer adds one, and --trust gives the file':
    'o ficheiro de confiança não tem nenhuma chave de {0}; drawaudit trust add --signer acrescenta uma, e --trust indica o ficheiro',
  'the trust file has no key of {0} for {1}; drawaudit trust add --signer adds one, and --trust gives the file':
    'o ficheiro de confiança não tem nenhuma chave de {0} para {1}; drawaudit trust add --signer acrescenta uma, e --trust indica o ficheiro',
  'the {0} engine cannot verify {1}; the native engine can, and in a browser verifyPublishedOnWeb':
    'o motor {0} não consegue verificar {1}; o motor native consegue e, num navegador, verifyPublishedOnWeb',
  'only the organiser says when it was published': 'só o organizador diz quando foi publicado',
  'nobody was asked to look for one, as far as this shows':
    'tanto quanto isto mostra, não se pediu a ninguém que procurasse algum',
  'no observation of {0} was given': 'não foi entregue nenhuma observação de {0}',
  'its address has the {0:value} in it, which was not published':
    'o endereço contém o valor {0}, que não foi publicado',
  'no address can be made of this {0:value}': 'não é possível formar um endereço com este valor: {0}',
  'what stands at {0} does not fix {1:values}': 'o que está em {0} não fixa o seguinte: {1}',
  'it is not shown that the winner follows from what was published':
    'não está demonstrado que o vencedor resulte do que foi publicado',
  'nothing from outside the organiser’s hands decides the winner':
    'nada que esteja fora das mãos do organizador decide o vencedor',
  'anyone could try out the {0:value}': 'qualquer pessoa podia experimentar vários valores de {0}',
  'nothing that was published beforehand fixes {0:values}':
    'nada do que foi publicado antes fixa o seguinte: {0}',
  'nothing fixes the order of {0:values}': 'nada fixa a ordem do seguinte: {0}',
  'nothing shows where {0:values} really came from': 'nada demonstra de onde veio realmente o seguinte: {0}',
  'nothing shows when the {0:value} could be known':
    'nada demonstra a partir de quando se podia conhecer o valor {0}',
  'when the {0:value} could be known shows in the header of its block: give it with --headers FILE':
    'o cabeçalho do bloco mostra a partir de quando se podia conhecer o valor {0}: entregue-o com --headers FILE',
  'a commitment may fit another value too: {0}': 'um compromisso pode servir também para outro valor: {0}',
  '{0} saw it at {1}, at {2}': '{0} viu-o em {1}, no endereço {2}',
  '{0} stamped it at {1}': '{0} pôs-lhe um selo temporal em {1}',
  'the time-stamper {0}': 'o emissor de selos temporais {0}',
  '{0} saw it at {1}, and it had to be seen by {2}': '{0} viu-o em {1}, e tinha de ser visto até {2}',
  '{0} stamped it at {1}, and it had to be seen by {2}':
    '{0} pôs-lhe um selo temporal em {1}, e tinha de ser visto até {2}',
  '{0} saw another {1:value} at {2}, at {3}: the organiser may have changed it, or {4} may be wrong':
    '{0} viu no endereço {2}, em {3}, outro valor de {1}: o organizador pode tê-lo alterado, ou {4} pode ter-se enganado',
  '{0} saw there at {1} what cannot be read: {2}': '{0} viu lá, em {1}, algo que não é possível ler: {2}',
  '{0} saw there at {1} another {2:value}': '{0} viu lá, em {1}, outro valor de {2}',
  '{0} saw there at {1} no {2:value}': '{0} não viu lá, em {1}, nenhum valor de {2}',
  'the file that {0} stamped has another {1:value}':
    'o ficheiro em que {0} pôs um selo temporal tem outro valor de {1}',
  'the file that {0} stamped has no {1:value}':
    'o ficheiro em que {0} pôs um selo temporal não tem nenhum valor de {1}',
  'a time-stamp is of no file that was given as published':
    'há um selo temporal que não é de nenhum ficheiro entregue como publicado',
  'your trust file pins another block {0} than drawaudit does':
    'o seu ficheiro de confiança fixa um bloco {0} diferente do que o drawaudit fixa',
  'no block of {0} from {1} on is pinned; pin this one, as you have it from elsewhere: drawaudit trust add --block {2}':
    'não está fixado nenhum bloco ({0}) a partir do bloco {1}; fixe este, tal como o obteve de outro lado: drawaudit trust add --block {2}',
  'no block of {0} from {1} on is pinned; pin this one, or a later one, as you have it from elsewhere: drawaudit trust add --block {2}, give the headers from this block to that one with --headers FILE':
    'não está fixado nenhum bloco ({0}) a partir do bloco {1}; fixe este, ou um posterior, tal como o obteve de outro lado: drawaudit trust add --block {2}; entregue os cabeçalhos deste bloco até esse com --headers FILE',
  'block {0} of {1} is not pinned: drawaudit trust add --block {2}, as you have it from elsewhere':
    'o bloco {0} ({1}) não está fixado: drawaudit trust add --block {2}, tal como o obteve de outro lado',
  'give the headers from block {0} to block {1} (pinned by drawaudit) with --headers FILE':
    'entregue os cabeçalhos do bloco {0} ao bloco {1} (fixado pelo drawaudit) com --headers FILE',
  'give the headers from block {0} to block {1} (pinned by your trust file) with --headers FILE':
    'entregue os cabeçalhos do bloco {0} ao bloco {1} (fixado pelo seu ficheiro de confiança) com --headers FILE',
  'of the {0} headers that were given none is that of block {1}, with the hash {2}; {3}':
    'entre os cabeçalhos entregues (total: {0}), nenhum é o do bloco {1}, com o hash {2}; {3}',
  'the headers that were given lead from block {0} down to block {1}, and that of block {2}, with the hash {3}, is not among them, or is damaged; {4}':
    'os cabeçalhos entregues vão do bloco {0}, para trás, até ao bloco {1}, e o do bloco {2}, com o hash {3}, não está entre eles ou está danificado; {4}',
  'the headers that were given lead to block {0}; {1}': 'os cabeçalhos entregues conduzem ao bloco {0}; {1}',
  'give the headers from block {0} to block {1} or a later one, with --headers FILE; block {2} is pinned by drawaudit':
    'entregue os cabeçalhos do bloco {0} ao bloco {1}, ou a um posterior, com --headers FILE; o bloco {2} está fixado pelo drawaudit',
  'give the headers from block {0} to block {1} or a later one, with --headers FILE; block {2} is pinned by your trust file':
    'entregue os cabeçalhos do bloco {0} ao bloco {1}, ou a um posterior, com --headers FILE; o bloco {2} está fixado pelo seu ficheiro de confiança',
  'block {0} of {1}, pinned by drawaudit': 'o bloco {0} ({1}), fixado pelo drawaudit',
  'block {0} of {1}, pinned by your trust file': 'o bloco {0} ({1}), fixado pelo seu ficheiro de confiança',
  'block {0} of {1}, {2} below block {3}, to which its headers lead; pinned by drawaudit':
    'o bloco {0} ({1}), {2} abaixo do bloco {3}, fixado pelo drawaudit e ao qual conduzem os seus cabeçalhos',
  'block {0} of {1}, {2} below block {3}, to which its headers lead; pinned by your trust file':
    'o bloco {0} ({1}), {2} abaixo do bloco {3}, fixado pelo seu ficheiro de confiança e ao qual conduzem os seus cabeçalhos',
  'the hash is another than that of {0}': 'o hash não é o deste bloco: {0}',
  'the hash is another than that of {0}, unless that pin is wrong':
    'o hash não é o deste bloco, a não ser que o que foi fixado esteja errado: {0}',
  '{0} blocks follow it, fewer than {1}; {2}': 'seguem-se-lhe menos de {1} blocos ({0}); {2}',
  '{0} parts of varying length are joined without a separator or a length, so that different values can give the same bytes':
    'juntam-se partes de comprimento variável (quantas: {0}) sem separador nem indicação do comprimento, de modo que valores diferentes podem dar os mesmos bytes',
  'parts are joined with no separator, so that different values can give the same text':
    'juntam-se partes sem separador, de modo que valores diferentes podem dar o mesmo texto',
  'parts are joined with the separator {0}, which also stands in a part, so that different values can give the same text':
    'juntam-se partes com o separador {0}, que também aparece numa delas, de modo que valores diferentes podem dar o mesmo texto',
  'with {0} left only the first {1} can be drawn':
    'quando restam {0}, só os primeiros {1} podem ser sorteados',
  'the {0:value} holds hashes of personal data without a salt: whoever guesses the data can confirm the guess':
    'o valor {0} contém hashes de dados pessoais sem sal criptográfico: quem adivinhar os dados pode confirmar que acertou',
  'the {0:value} holds personal data, published as it is':
    'o valor {0} contém dados pessoais, publicados tal como são',
  'a number of {0} bits is reduced by modulo: no chance is off by more than {1} in {2}':
    'um número de {0} bits é reduzido ao resto de uma divisão (módulo): nenhuma hipótese se desvia mais do que {1} em {2}',
  'a number of {0} bits is reduced by modulo: no chance is off by more than {1} in {2}, which is negligible':
    'um número de {0} bits é reduzido ao resto de uma divisão (módulo): nenhuma hipótese se desvia mais do que {1} em {2}, o que é insignificante',
  'a number of {0} bits is scaled down: no chance is off by more than {1} in {2}':
    'um número de {0} bits é reduzido a uma escala menor: nenhuma hipótese se desvia mais do que {1} em {2}',
  'a number of {0} bits is scaled down: no chance is off by more than {1} in {2}, which is negligible':
    'um número de {0} bits é reduzido a uma escala menor: nenhuma hipótese se desvia mais do que {1} em {2}, o que é insignificante',
  'nothing checks the {0:value}': 'nada verifica o valor {0}',
  '{0} occurs more than once among the {1:value}': '{0} aparece mais do que uma vez em {1}',
  'the chain signs the signature before, which is missing':
    'a cadeia assina a assinatura anterior, e esta falta',
  'there is a signature before, which this chain does not sign':
    'há uma assinatura anterior, que esta cadeia não assina',
  'the signature before has another length, or is not the genesis seed':
    'a assinatura anterior tem outro comprimento, ou não é a semente inicial da cadeia (genesis seed)',
  'the signature is no point of its group': 'a assinatura não é um ponto do seu grupo',
  'the signature is not of the chain’s key over this round':
    'a assinatura não é a da chave da cadeia para esta ronda',
  'public randomness was used, and the commitment names none':
    'foi usado um número aleatório público, e o compromisso não indica nenhum',
  'the public randomness is not of the round that the commitment names':
    'o número aleatório público não é o da ronda que o compromisso indica',
  'the round that was committed to is not the first at or after {0}':
    'a ronda fixada no compromisso não é a primeira em {0} ou depois',
  'it was cancelled when the winners could be known to the operator':
    'foi cancelada quando o operador podia conhecer os vencedores',
  'the raffle was cancelled at {0}, when its winners could be known':
    'a rifa foi cancelada em {0}, quando já era possível conhecer os vencedores',
  'the raffle was cancelled': 'a rifa foi cancelada',
  'the raffle was cancelled before its list was sealed': 'a rifa foi cancelada antes de a lista ser selada',
  'the raffle was cancelled before its round': 'a rifa foi cancelada antes da sua ronda',
  'the raffle was cancelled after the seal, and nobody saw that before the round':
    'a rifa foi cancelada depois de a lista ser selada, e ninguém viu isso antes da ronda',
  'the cancellation is dated before the winners could be known, and nothing shows that anybody saw it before the round':
    'o cancelamento tem uma data anterior ao momento em que era possível conhecer os vencedores, e nada demonstra que alguém o tenha visto antes da ronda',
  'entry {0} stands at {1} and at {2}': 'o bilhete {0} está no lugar {1} e no lugar {2}',
  'line {0} of the list is no entry: {1}': 'a linha {0} da lista não é a de um bilhete: {1}',
  'paid and free entries together are not the total':
    'os bilhetes pagos e os gratuitos, juntos, não dão o total',
  'the list does not have the sealed root': 'a lista não tem a raiz que foi selada',
  'the list has another {0} than was sealed': 'a lista tem um valor de {0} diferente do que foi selado',
  'the proof of {0} does not lead to the sealed root': '{0}: a prova não conduz à raiz selada',
  'the proof of {0} has another {1}': '{0}: a prova tem outro valor de {1}',
  '{0} names another entry than stands at {1}': '{0} indica um bilhete diferente do que está no lugar {1}',
  'there are more entries than the commitment allows': 'há mais bilhetes do que o compromisso permite',
  'winner {0} is of no pick': 'o vencedor {0} não corresponde a nenhum sorteio nem a nenhuma substituição',
  'the file is not the one that the bundle names':
    'o ficheiro não é aquele que vem indicado no conjunto das provas',
  'the bundle names no file with the list': 'as provas não indicam nenhum ficheiro com a lista',
  '{0} of {1} winners have no proof': 'vencedores sem prova: {0} de {1}',
  'all {0} entries were recomputed, and none stands twice':
    'todos os bilhetes ({0}) foram recalculados, e nenhum está lá duas vezes',
  'the list itself was not recomputed, so nothing shows that no entry stands twice':
    'a lista em si não foi recalculada; por isso, nada demonstra que nenhum bilhete esteja nela duas vezes',
  'the list itself was not recomputed; {0} had read it whole at {1}, and says that no entry stands twice':
    'a lista em si não foi recalculada; {0} tinha-a lido por inteiro em {1}, e diz que nenhum bilhete está nela duas vezes',
  'the list is not sealed': 'a lista não está selada',
  'the list is not sealed yet': 'a lista ainda não está selada',
  'nobody whom the trust file knows says to have read the list':
    'ninguém que o ficheiro de confiança conheça diz ter lido a lista',
  '{0} had read the list at {1}, which is too late': '{0} tinha lido a lista em {1}, o que é demasiado tarde',
  'the seeds are public, and {0} had read the list at {1}':
    'as sementes são públicas, e {0} tinha lido a lista em {1}',
  'the seeds were secret until the draw': 'as sementes foram secretas até ao sorteio',
  '{0} read another list of this raffle, of {1} entries with the root {2}':
    '{0} leu outra lista desta rifa (bilhetes: {1}), com a raiz {2}',
  '{0} saw another {1} of this raffle, signed by the operator, at {2}':
    '{0} viu, em {2}, outra declaração desta rifa, assinada pelo operador: {1}',
  'another document that was given has another {0} of this raffle, signed by the operator':
    'outro documento entregue tem outra declaração desta rifa, assinada pelo operador: {0}',
  'entry {0} of the log is another {1} of this raffle, signed by the operator':
    'a entrada {0} do registo é outra declaração desta rifa, assinada pelo operador: {1}',
  'entry {0} of the log is a {1} of this raffle, signed by the operator, which is not in the bundle':
    'a entrada {0} do registo é uma declaração desta rifa, assinada pelo operador, que não está nas provas: {1}',
  '{0} saw another {1} of this raffle, by a key of the operator that is not valid any more: it accuses nobody':
    '{0} viu outra declaração desta rifa, com uma chave do operador que já não é válida, o que não acusa ninguém: {1}',
  'another document that was given has another {0} of this raffle, by a key of the operator that is not valid any more: it accuses nobody':
    'outro documento entregue tem outra declaração desta rifa, com uma chave do operador que já não é válida, o que não acusa ninguém: {0}',
  'the winner of prize {0} was replaced, {1} by {2}: {3}':
    'o vencedor do prémio {0} foi substituído, {1} por {2}: {3}',
  'a checkpoint is of "{0}", and the operator’s log is "{1}"':
    'uma cabeça do registo é de «{0}», e o registo do operador é «{1}»',
  'the checkpoint of a log of {0} entries is not signed by the log’s key':
    'a cabeça de um registo (entradas: {0}) não está assinada com a chave do registo',
  'the proof of {0} does not lead to the checkpoint of a log of {1} entries':
    '{0}: a prova não conduz à cabeça do registo (entradas: {1})',
  'there is a proof of {0}, and no such statement': 'há uma prova para uma declaração que não existe: {0}',
  'its key signed a checkpoint of {0} entries that are not the first of its {1} entries':
    'a chave do registo assinou uma cabeça cujas entradas ({0}) não são as primeiras das que o registo tem ({1})',
  'its key signed two checkpoints of a log of {0} entries with different roots':
    'a chave do registo assinou, para o mesmo número de entradas ({0}), duas cabeças com raízes diferentes',
  'the cosignature of witness {0} does not verify':
    'a coassinatura da testemunha {0} não passa na verificação',
  'all {0} stand under the checkpoint of a log of {1} entries':
    'todas as declarações ({0}) estão abrangidas pela cabeça do registo (entradas: {1})',
  'there is no log in the bundle, and none was given beside it':
    'não há nenhum registo nas provas, nem foi entregue nenhum à parte',
  'no checkpoint covers every statement': 'nenhuma cabeça do registo abrange todas as declarações',
  'nothing shows that {0} is in it': 'nada demonstra que isto esteja no registo: {0}',
  '{0} of {1} witnesses cosigned a checkpoint that covers every statement':
    'testemunhas que coassinaram uma cabeça do registo que abrange todas as declarações: {0} de {1}',
  'fewer than {0} witnesses cosigned the entries of the log':
    'menos de {0} testemunhas coassinaram as entradas do registo',
  'the quorum of the trust file can be reached by two halves of the witnesses that were each shown another history':
    'o quórum do ficheiro de confiança pode ser atingido por duas metades das testemunhas, a cada uma das quais tivesse sido mostrada uma história diferente',
  'the trust file has no witness that counts': 'o ficheiro de confiança não tem nenhuma testemunha que conte',
  'the trust file does not have the key of the log "{0}"':
    'o ficheiro de confiança não tem a chave do registo «{0}»',
  'the trust file does not say which log is that of "{0}"':
    'o ficheiro de confiança não diz qual é o registo de «{0}»',
  'the entries of the log do not have every statement':
    'entre as entradas do registo não estão todas as declarações',
  'the log was not read, and may have another commitment of this raffle in it: give the log as well':
    'o registo não foi lido, e pode conter outro compromisso desta rifa: entregue também o registo',
  'the log was read, and does not show enough: {0}': 'o registo foi lido, e não mostra o suficiente: {0}',
  'the operator signed a receipt under another commitment of this raffle':
    'o operador assinou um recibo sob outro compromisso desta rifa',
  'the operator signed for entry {0}, and none of the {1} entries of the sealed list has this id':
    'o operador assinou um recibo para o bilhete {0}, e nenhum dos bilhetes da lista selada (total: {1}) tem este identificador',
  'the operator signed for entry {0}, and the sealed list has it as {1:word}, not as {2:word}':
    'o operador assinou um recibo para o bilhete {0}, e a lista selada tem-no como {1}, não como {2}',
  'the operator signed for entry {0}, and the sealed list has it with another nonce':
    'o operador assinou um recibo para o bilhete {0}, e a lista selada tem-no com outro nonce',
  'of {0} withdrawn receipts the operator took {1} back alone: nothing shows that their buyers agreed':
    'recibos que o operador retirou por sua conta, entre todos os retirados: {1} de {0}; nada demonstra que os compradores tenham concordado',
  'the receipt of entry {0} is dated {1}, and the list was sealed at {2}':
    'o recibo do bilhete {0} tem a data de {1}, e a lista foi selada em {2}',
  'draw {0} is dated before draw {1}': 'o sorteio {0} tem uma data anterior à do sorteio {1}',
  'entry {0} won more than once, and the record does not show that winners leave the pool':
    'o bilhete {0} ganhou mais do que uma vez, e a ata não mostra que os vencedores deixem de estar em sorteio',
  'entry {0} won twice': 'o bilhete {0} ganhou duas vezes',
  'the pool goes from {0} to {1} after draw {2}; one winner leaves it at a time':
    'o número de bilhetes em sorteio passa de {0} para {1} depois do sorteio {2}; sai um vencedor de cada vez',
  'total_draws is not the number of draws': 'total_draws não é o número de sorteios',
  'two draws have the id {0}': 'dois sorteios têm o identificador {0}',
  'two draws have the same rng_seed_hash': 'dois sorteios têm o mesmo rng_seed_hash',
  'nobody signed the draw {0} of the record': 'ninguém assinou o sorteio {0} da ata',
  'the record leaves out draws that were signed': 'a ata omite sorteios que foram assinados',
  'the record says something else than was signed at {0}':
    'em {0}, a ata diz algo diferente do que foi assinado',
  'the record says something else than was signed at {0}: {1}':
    'em {0}, a ata diz algo diferente do que foi assinado: {1}',
  'the record does not have the form that the specification gives: {0}':
    'a ata não tem a forma que a especificação exige: {0}',
  'signature_hash of draw {0} is the SHA-256 of empty input':
    'signature_hash do sorteio {0} é o SHA-256 de dados vazios',
  'its form has to be mended first': 'é preciso corrigir primeiro a forma da ata',
  'no record was given': 'não foi entregue nenhuma ata',
  'it shows one draw of {0}': 'mostra um sorteio, de um total de {0}',
  'there is no commitment to compare it with': 'não há nenhum compromisso com que a comparar',
  'the seed of {0} is not the one that was committed to': '{0}: a semente não é a que o compromisso fixa',
  'the seed of {0} is not the one that was committed to: {1}':
    '{0}: a semente não é a que o compromisso fixa; {1}',
  'the public seed of prize {0} does not have its rng_seed_hash':
    'a semente pública do prémio {0} não corresponde ao seu rng_seed_hash',
  'two prizes have the same draw_id': 'dois prémios têm o mesmo draw_id',
  'two prizes have the same rng_seed_hash': 'dois prémios têm o mesmo rng_seed_hash',
  'draw_at_utc is less than {0} s after the entries close':
    'draw_at_utc é menos de {0} s depois do fecho da entrada de bilhetes',
  '{0} is dated after its statement': '{0} tem uma data posterior à da sua declaração',
  '{0} is dated before it could be made': '{0} tem uma data anterior ao momento em que tal era possível',
  '{0} is not the next attempt, {1}': '{0} não é a tentativa seguinte (n.º {1})',
  '{0} is of no draw': '{0} não pertence a nenhum sorteio',
  '{0} follows a cancellation': '{0} vem depois de um cancelamento',
  '{0} is dated before the one it follows': '{0} tem uma data anterior à da declaração a que se segue',
  '{0} is out of place: the commitment comes first': '{0} está fora do lugar: o compromisso vem em primeiro',
  '{0} is out of place: the seal comes second': '{0} está fora do lugar: a selagem da lista vem em segundo',
  '{0} does not follow the one before it': '{0} não se segue à declaração anterior',
  '{0} stands in place {1}': '{0} está no lugar {1}',
  '{0} has another {1} than the first': '{0} tem um valor de {1} diferente do da primeira declaração',
  '{0} has another {1} than the commitment': '{0} tem um valor de {1} diferente do que está no compromisso',
  '{0} is a draw more than there are prizes': 'com {0}, há mais sorteios do que prémios',
  '{0} comes before the last draw': '{0} vem antes do último sorteio',
  'the commitment is not dated before the entries close':
    'o compromisso não tem uma data anterior ao fecho da entrada de bilhetes',
  'the draw in place {0} is of prize {1}': 'o sorteio no lugar {0} é do prémio {1}',
  'the seal is dated before the entries close':
    'a selagem da lista tem uma data anterior ao fecho da entrada de bilhetes',
  'the seal is not dated before the first draw':
    'a selagem da lista não tem uma data anterior à do primeiro sorteio',
  'the seal is not dated before the randomness could be known':
    'a selagem da lista não tem uma data anterior ao momento em que se podia conhecer o número aleatório',
  '{0} of {1} prizes are drawn': 'prémios já sorteados: {0} de {1}',
  '{0} of {1} prizes is drawn': 'prémios já sorteados: {0} de {1}',
  '{0}: it is dated {1}, when its key is not valid':
    '{0}: tem a data de {1}, em que a sua chave não é válida',
  '{0}: the signature is not of the operator’s key': '{0}: a assinatura não é da chave do operador',
  '{0}: its key was revoked, and nobody saw it before that':
    '{0}: a sua chave foi revogada, e ninguém viu a declaração antes disso',
  '{0}: the trust file does not have the key {1} of "{2}"':
    '{0}: o ficheiro de confiança não tem a chave {1} de «{2}»',
  '{0}: the trust file does not have the operator "{1}"':
    '{0}: o ficheiro de confiança não tem o operador «{1}»',
  '{0} cannot be read, so nobody knows whose it is':
    '{0}: não é possível ler isto; por isso, ninguém sabe de quem é',
  'the trust file does not have the key {0} of "{1}"': 'o ficheiro de confiança não tem a chave {0} de «{1}»',
  'the trust file does not have the operator "{0}"': 'o ficheiro de confiança não tem o operador «{0}»',
  'the trust file does not have the chain {0}': 'o ficheiro de confiança não tem a cadeia {0}',
  'the signature is not of the operator’s key': 'a assinatura não é da chave do operador',
  'its key was revoked, and nothing shows that it was there before':
    'a chave da assinatura foi revogada, e nada demonstra que isto já existisse antes',
  'its key was not valid any more when it was seen':
    'a chave da assinatura já não era válida quando isto foi visto',
  'no entry is left for {0}': 'para {0} não resta nenhum bilhete',
  '{0} is not made from the entries that were left': '{0} não se fez a partir dos bilhetes que restavam',
  '{0} takes the entry in place {1} of the list (index {2}), and the rule gives the one in place {3} (index {4})':
    '{0}: o bilhete escolhido é o do lugar {1} da lista (índice {2}), e a regra dá o do lugar {3} (índice {4})',
  'the committed beacon is not in the bundle':
    'o número aleatório público fixado no compromisso não está nas provas',
  'there is no commitment': 'não há compromisso',
  'there is no seal': 'não há selagem da lista',
  'there is no seed for {0}, or no such pick': 'não há semente para o seguinte, ou isso não existe: {0}',
  'it is not in the bundle': 'não está nas provas',
  'the commitment names no beacon': 'o compromisso não indica nenhum número aleatório público',
  'the commitment or the seal is missing': 'falta o compromisso ou a selagem da lista',
  'someone else saw the commitment and the seal in time: {0}':
    'alguém que não o operador viu a tempo o compromisso e a lista selada: {0}',
  'there was no second commitment or seal: {0}':
    'não houve um segundo compromisso nem uma segunda lista selada: {0}',
  '{0} saw the commitment at {1} and the seal at {2}': '{0} viu o compromisso em {1} e a lista selada em {2}',
  '{0} saw the commitment at {1} and {2} saw the seal at {3}':
    '{0} viu o compromisso em {1}, e {2} viu a lista selada em {3}',
  '{0} time-stamped the commitment at {1} and the seal at {2}':
    '{0} pôs um selo temporal no compromisso em {1} e na lista selada em {2}',
  'witnesses {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}':
    'as testemunhas {0} coassinaram o registo, já com o compromisso, em {1}, e já com a lista selada, em {2}',
  'organisations {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}':
    'as organizações {0} coassinaram o registo, já com o compromisso, em {1}, e já com a lista selada, em {2}',
  'witnesses {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}, and no other commitment or list of this raffle that the operator signed with a valid key is in the log of {3} entries':
    'as testemunhas {0} coassinaram o registo, já com o compromisso, em {1}, e já com a lista selada, em {2}, e o operador não assinou com uma chave válida nenhum outro compromisso nem nenhuma outra lista desta rifa no registo (entradas: {3})',
  'organisations {0} cosigned the log with the commitment in it at {1} and with the seal in it at {2}, and no other commitment or list of this raffle that the operator signed with a valid key is in the log of {3} entries':
    'as organizações {0} coassinaram o registo, já com o compromisso, em {1}, e já com a lista selada, em {2}, e o operador não assinou com uma chave válida nenhum outro compromisso nem nenhuma outra lista desta rifa no registo (entradas: {3})',
  'no observation shows the commitment with the operator’s signature':
    'nenhuma observação mostra o compromisso com a assinatura do operador',
  'no observation shows the seal with the operator’s signature':
    'nenhuma observação mostra a lista selada com a assinatura do operador',
  'no observation shows the commitment with the operator’s signature; witnesses do not read what they cosign: give the log’s entries as well':
    'nenhuma observação mostra o compromisso com a assinatura do operador; as testemunhas não leem o que coassinam: entregue também as entradas do registo',
  'no observation and no witnessed log shows the commitment with the operator’s signature':
    'o compromisso com a assinatura do operador não aparece em nenhuma observação nem em nenhum registo com testemunhas',
  'no observation and no witnessed log shows the seal with the operator’s signature':
    'a lista selada com a assinatura do operador não aparece em nenhuma observação nem em nenhum registo com testemunhas',
  'no observation, no time-stamp and no witnessed log shows the commitment with the operator’s signature':
    'o compromisso com a assinatura do operador não aparece em nenhuma observação, em nenhum selo temporal nem em nenhum registo com testemunhas',
  'no observation, no time-stamp and no witnessed log shows the seal with the operator’s signature':
    'a lista selada com a assinatura do operador não aparece em nenhuma observação, em nenhum selo temporal nem em nenhum registo com testemunhas',
  'the commitment was seen at {0}, and entries closed at {1}':
    'o compromisso foi visto em {0}, e a entrada de bilhetes fechou em {1}',
  'the seal was seen at {0}, which is too late': 'a lista selada foi vista em {0}, o que é demasiado tarde',
  'the time of the round is not known: its chain is not in the trust file':
    'não se conhece a hora da ronda: a sua cadeia não está no ficheiro de confiança',
  'an observation is dated {0}, which is after now': 'uma observação tem a data de {0}, que ainda não chegou',
  'an observation is not signed by an observer of the trust file':
    'uma observação não está assinada por um observador do ficheiro de confiança',
  'an observation is of raffle {0}': 'uma observação é da rifa {0}',
  'the clock of {0} is wrong: at {1} it saw a draw, before its round was out':
    '{0}: o relógio está errado; em {1}, viu um sorteio antes de sair a ronda dele',
  'the clock of {0} is wrong: at {1} it saw the seal, before entries closed':
    '{0}: o relógio está errado; em {1}, viu a lista selada antes do fecho da entrada de bilhetes',
  'the clock of {0} is wrong: at {1} it stamped the seal, before entries closed':
    '{0}: o relógio está errado; em {1}, pôs um selo temporal na lista selada antes do fecho da entrada de bilhetes',
  'a time-stamp does not count: {0}': 'um selo temporal não conta: {0}',
  '{0} is not proven': 'não está provado: {0}',
  'stopped by {0}': 'o que o impede: {0}',
  'there was no second commitment for this draw': 'não houve um segundo compromisso para este sorteio',
  'someone else saw the commitment before the random number could be known':
    'outra pessoa viu o compromisso antes de se poder conhecer o número aleatório',
  'everything that decides the winner was fixed beforehand':
    'tudo o que decide o vencedor estava fixado antes',
  'the draws reach level {0}, unsteerable': 'os sorteios atingem o nível {0} (resultado não influenciável)',
  'the draws reach level {0}, witnessed': 'os sorteios atingem o nível {0}: com testemunhas',
}
