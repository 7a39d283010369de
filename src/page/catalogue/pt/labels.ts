/**
 * The page's own headings, buttons and hints. Each text is a separate export, so that each program contains
 * only those that it uses.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import { listWords, number, quantity } from './grammar.js'

export const brand = 'Verificar um sorteio'
export const allRaffles = 'Todas as rifas'
export const skip = 'Ir para o resultado'

export const waitingTitle = 'Ainda não verificado'
export const loading = 'A obter o que foi publicado…'
export const checking = 'A verificar no seu navegador…'
export const checkingNote = 'Até isto terminar, nada se sabe.'
export const failedTitle = 'Não verificado'
export const failedNote = 'A verificação não chegou ao fim. Por isso, esta página nada diz sobre o sorteio.'
export const again = 'Verificar de novo'
export const wasDue = 'Estava previsto para'
export const drawDue = 'O sorteio está previsto para'
export const goesOn = 'Esta página continua a consultar o servidor e mostra o resultado quando ele existir.'
export const announce = (...parts: readonly string[]): string =>
  `Verificação terminada. ${parts.map(part => (/[.…!?:]$/u.test(part) ? part : `${part}.`)).join(' ')}`
export const checked = (when: string, milliseconds: number): string =>
  `Verificado neste aparelho a ${when}, em ${(milliseconds / 1000)
    .toFixed(milliseconds < 9950 ? 2 : 0)
    .replace('.', ',')} segundos.`
export const by = 'de'
export const method = 'Método'
export const required = 'Exigido'
export const published = 'Publicado'
export const rehearsal = 'Sorteio de teste, sem número aleatório público'
export const trusting = 'Pessoas ou coisas em que tem de confiar:'
export const rests = 'Em quem tem de confiar'
export const onlySaysThat = (clauses: readonly string[]): string =>
  `Só o operador afirma ${listWords(clauses)}.`
/** Of a draw that is neither refuted nor proven. */
export const nothingWrong =
  'A verificação não encontrou nenhuma contradição. Isto diz o que o operador podia ter feito, não que o fez.'
/**
 * Says which signatures are vouched for by the service alone.
 *
 * @param operator - name, if the operator's key is one of them.
 * @param hasOthers - whether other keys are among them, such as a log's.
 */
export const onlySite = (operator: string | undefined, hasOthers: boolean): string =>
  operator === undefined
    ? 'Só este site diz de quem são as outras assinaturas.'
    : `Só este site diz ${hasOthers ? 'de quem são estas chaves' : `que isto foi assinado por ${escapeText(operator, 200)}`}. Se não for assim, tudo o que está aqui pode ser inventado.`
/** Condition of a level if only the site names the keys. */
export const ifKeys = 'se as chaves do site forem genuínas'
/** The number of such claims follows. */
export const holdIfKeys = 'válido se as chaves deste site forem genuínas'
export const onlySays = 'Só o operador afirma:'
export const signedBy = (operator: string): string =>
  `Assinado por ${escapeText(operator, 200)}, segundo a chave que está no ficheiro de confiança.`
export const signedByCompared = (operator: string): string =>
  `Assinado por ${escapeText(operator, 200)}, segundo a chave que comparou.`
export const signedByNamed = (operator: string): string =>
  `Isto está assinado com uma chave que, segundo este site, pertence a ${escapeText(operator, 200)}. Se não for assim, tudo isto pode ser inventado.`
/** @param isSite - whether only this site says so. */
export const signedOther = (operator: string, isSite: boolean): string =>
  `Os vencedores indicados abaixo são os que constam do que foi assinado por ${escapeText(operator, 200)}${isSite ? ', segundo este site' : ''}.`
/** For one prize with two published winners. */
/** Between a ticket and the name of another prize. */
export const sameTicket = 'foi publicado como vencedor de'
export const rulePicks = 'A regra escolhe'
export const operatorSigned = 'Segundo o que o operador assinou'
export const recordSays = 'Segundo a ata publicada do sorteio (sem assinatura)'
export const recordOfNobody =
  'Ninguém assinou a ata: nada demonstra se a escreveu o operador, este site ou outra pessoa.'
export const signedByNobody = 'Nada demonstra que o operador tenha assinado isto.'
/** The operator that a raffle names, if no key confirms it. */
export const namesOperator = (operator: string): string =>
  `Indica ${escapeText(operator, 200)} como operador. Nada demonstra que isso seja verdade.`
export const namesNobody = (host: string | undefined): string =>
  `Esta ata não diz de quem é a rifa${host === undefined ? '' : `: foi publicada por ${escapeText(host, 200)}`}.`
export const saysSite = ', segundo este site'
export const saysFile = (name: string): string =>
  `, segundo o seu ficheiro de confiança ${escapeText(name, 100)}`
export const saysCompared = ', segundo a chave que comparou'
export const saysItself = ', segundo o próprio documento'
export const publishedBy = 'publicada por'
export const shareLink = 'Partilhar'
export const leftTitle = 'O que o operador ainda pode fazer:'
export const leftTitleDrawn = 'O que, mesmo assim, o operador podia ter feito:'
export const otherRecord = 'A ata que foi entregue é de outra rifa e não foi usada.'
export const otherStamp =
  'O selo temporal que foi entregue não foi usado: para sorteios publicados, é a ferramenta de linha de comandos que o lê.'
export const otherRound =
  'O número aleatório público que foi entregue não foi usado: é outro, ou já cá estava.'
export const raffle = 'Rifa'
export const tickets = (count: number): string => quantity(count, { one: 'bilhete', other: 'bilhetes' })
/** @param tickets - formatted as above; @param day - day of the draw. */
export const ticketsDrawn = (tickets: string, day: string): string => `${tickets}, sorteio a ${day}`
export const whoCouldChoose = 'Quem podia ter escolhido o vencedor?'
export const levelReached = (level: number, most: number): string => `Nível ${level} de ${most}`
export const checkedTitle = 'O que se pode verificar depois do sorteio'
export const prizes = 'Prémios'
export const morePrizes = (count: number): string =>
  `e ${quantity(count, { one: 'outro prémio', other: 'outros prémios' })}`
export const sayWinner = (prize: string, ticket: string): string =>
  `${escapeText(prize, 100)}: ${escapeText(ticket, 100)}.`
export const winnersPublished = 'Vencedores segundo o que foi publicado'
export const winnersSigned = 'Vencedores segundo o que o operador assinou'
export const allWinners = (count: number): string => `Todos os ${number(count)} vencedores`
/** @param count - at least one. */
export const compareKeys = (count: number): string =>
  count === 1 ? 'Comparar a chave' : `Comparar as ${number(count)} chaves`
export const refutedNext =
  'Conserve as provas e o seu bilhete ou recibo. Peça uma resposta por escrito ao operador e à entidade que fiscaliza as rifas.'
/** @param isKnown - whether the random number may be public, and so known to the operator. */
export const lateNext = (isKnown: boolean): string =>
  `Ainda pode vir a ser feito. ${isKnown ? knownNow : ''}Se quiser, guarde agora as provas: caso mais tarde seja mostrada outra lista, o ficheiro guardado mostrará a diferença.`
export const longLateNext = (isKnown: boolean): string =>
  `${isKnown ? knownNow : ''}Peça ao operador uma resposta por escrito. Conserve as provas.`
const knownNow = 'O operador pode já conhecer os vencedores. '
export const save = 'Guardar as provas'
export const compare = 'Coincide'
export const differs = 'Não coincide'
export const differsNext =
  'Não se fie nesta página. Guarde as provas e pergunte ao operador por um contacto que já conhecia antes.'
export const compareOf = (name: string): string => `${compare}: ${escapeText(name, 100)}`
export const comparedNote =
  'A impressão digital abaixo (uma sequência de letras e algarismos) está no seu bilhete, num cartaz ou no regulamento? Compare-a por inteiro. Se não estiver em nenhum deles, peça-a ao dono da chave, por um contacto que já conhecia antes, e não a este site. Se não a puder comparar, não responda: nesse caso, só este site diz de quem é a chave. A sua resposta vale até fechar esta página.'
export const parties = {
  operator: 'assina o sorteio',
  receipts: 'assina os recibos',
  observer: 'observador',
  log: 'registo do operador',
  witness: 'testemunha do registo',
  beacon: 'fonte do número aleatório',
} as const

export const ticketDrawn = 'O meu bilhete entrou no sorteio? E ganhou?'
export const toTicket = 'Procurar o meu bilhete'
export const ticketLabel = 'O número do seu bilhete'
export const nameLabel = 'Nome na lista'
export const nameHint =
  'Tal como está na lista. A procura é feita neste aparelho, e nada é enviado sem a sua autorização.'
export const lookUpMeant = (id: string): string => `Procurar ${escapeText(id, 100)}`
export const ticketButton = 'Procurar'
/** @param digits - number of digits that every ticket seems to have. */
export const ticketHintServed = (digits?: number): string =>
  `${asPrinted(digits)} Se for preciso enviar o número a este site, a página pede-lhe primeiro autorização.`
export const asPrinted = (digits?: number): string =>
  `Tal como está no seu bilhete ou no e-mail que recebeu${digits === undefined ? '' : `, com ${quantity(digits, { one: 'algarismo', other: 'algarismos' })}`}.`
export const several = 'Se tiver vários bilhetes, separe os números com vírgulas.'
export const staysHere = 'O número não sai deste aparelho.'
export const receiptButton = 'Ou abrir o ficheiro do seu recibo'
export const fromLink = 'na ligação'
export const named = (role: 'receipt' | 'timestamp', name: string): string =>
  `${role === 'receipt' ? 'recibo' : 'selo temporal'} ${name}`
export const nonceLabel = 'O número secreto do seu recibo (nonce)'
export const nonceButton = 'Usar'
export const nonceHint =
  'Recebeu-o quando comprou o bilhete. Permite ver se o bilhete é só seu, e não sai deste aparelho. Se não o tiver, deixe este campo vazio.'
export const nonceWrong = 'Tem 32 caracteres, cada um deles um algarismo ou uma letra de a a f.'
export const ticketEmpty = 'Escreva primeiro o número do seu bilhete.'
export const askTitle = 'A lista de bilhetes não está nesta página'
export const askText = (host: string): string =>
  `Para procurar o seu bilhete, é preciso perguntar a ${host}. Se enviar o número, o servidor fica a saber por que bilhete perguntou. A resposta é verificada aqui.`
export const askList = (count: number): string =>
  `Também pode descarregar a lista inteira (${quantity(count, { one: 'bilhete', other: 'bilhetes' })}); assim, o seu número não sai deste aparelho.`
export const askSend = 'Enviar o número do bilhete'
export const askDownload = 'Descarregar a lista inteira'
export const readList = 'Ler a lista inteira'
export const askNo = 'Não perguntar'
export const askRefused = 'O seu bilhete não foi procurado e nada foi enviado.'
export const asking = 'A perguntar ao servidor…'
export const ticketUnknown =
  'O servidor diz que esse bilhete não existe na lista selada. Só o servidor o afirma: veja se há algum erro no que escreveu, ou pergunte por escrito ao operador.'
export const receiptUnknown =
  'O servidor diz que esse bilhete não existe na lista selada. Só o servidor o afirma: a lista inteira mostra o que o operador assinou.'
export const ticketFailed = (reason: string): string => `O seu bilhete não foi verificado. ${reason}`

export const timeline = (isOver: boolean): string => (isOver ? 'Quando aconteceu' : 'Quando acontece')
export const timelineNote = 'Regras, lista, número aleatório e resultado, por ordem cronológica.'
export const moreAlike = (count: number): string => `e mais ${number(count)} como estes`
export const timelinePicture =
  'Os mesmos momentos numa linha cujas distâncias correspondem ao tempo entre eles.'
export const later = (duration: string): string => `${duration} depois`
export const sameTime = 'ao mesmo tempo'

export const winners = (count: number): string => (count === 1 ? 'Vencedor' : 'Vencedores')
export const winningTickets = (count: number): string =>
  count === 1 ? 'Bilhete premiado' : 'Bilhetes premiados'
export const prize = 'Prémio'
export const winningTicket = 'Bilhete premiado'
export const ticket = 'Bilhete'
export const place = 'Lugar na lista (a contar de 0)'
export const replaced = 'substituído por outro vencedor'

export const ladder = 'Até onde vai a prova'
export const notReached = 'não atingido'
export const wouldTake = (meaning: string): string =>
  `Para isso, seria preciso poder dizer: ${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}`
export const logReading = 'O registo público do operador está a ser lido…'
export const logFailed =
  'Não foi possível ler aqui o registo público do operador. Por isso, nada do que está aqui se apoia nele.'
export const logLarge = (entries: number): string =>
  `O registo público do operador não foi lido: tem ${number(entries)} entradas, cerca de ${Math.ceil((entries * 1.3) / 1000)} MB.`
export const logRead = 'Ler o registo'

export const path = 'De um bilhete à lista selada'
export const pathNote =
  'Mostra que um bilhete está na lista selada: combinado com os hashes ao lado, conduz à raiz.'
export const pathOf = (place: string): string => `lugar ${place} da lista (a contar de 0)`
export const pathPicture = (steps: number, holds: boolean): string =>
  `Um caminho de ${quantity(steps, { one: 'passo', other: 'passos' })} do bilhete à raiz. ${holds ? 'Termina na raiz selada.' : 'Não termina na raiz selada.'}`
export const pathTicket = 'bilhete'
export const pathSealed = 'raiz selada'
export const pathNotSealed = 'não é a raiz selada'
export const pathValues = 'Todos os hashes deste caminho'
export const pathLeaf = 'Hash do bilhete'
export const pathSide = { left: 'Hash à esquerda', right: 'Hash à direita' } as const

export const steps = 'O cálculo, passo a passo'
export const stepsNote = 'Com os valores reais, para repetir com qualquer outra ferramenta.'
export const gives = 'dá'
export const moreOperations = (count: number): string =>
  `Mostrar mais ${quantity(count, { one: 'operação', other: 'operações' })}`
export const moreSteps = (count: number): string =>
  `Mostrar mais ${quantity(count, { one: 'passo', other: 'passos' })}`
export const copy = 'Copiar'
export const copied = 'Copiado'
export const copyFailed = 'Selecione o valor e copie-o'
export const copyOf = (what: string): string => `Copiar: ${what}`
export const value = 'o valor'

export const claims = 'Tudo o que foi verificado'
export const counted = (count: number, word: string): string => `${word}\u00A0(${number(count)})`
export const fitAlone = 'coerente por si só'
export const findings = 'Também se notou:'

export const keys = 'De quem é esta rifa?'
export const keysService =
  'As chaves abaixo vêm do mesmo site que o sorteio: quem falsificasse o sorteio teria falsificado também as chaves.'
export const keysFile = 'As chaves abaixo vêm do ficheiro de confiança que entregou.'
export const keysCompared = 'As chaves abaixo são as que comparou, para esta visita.'
export const keysEmbedded =
  'As chaves abaixo foram postas nesta página por quem a fez. Compare-as com as que obteve de outro lado.'
export const keysBuiltIn = 'A chave abaixo faz parte deste programa. Compare-a com a que a drand publica.'
export const keysNone = 'Nenhuma chave é aceite. Por isso, nenhuma assinatura pôde ser verificada.'
export const fingerprint = 'Impressão digital'

export const linkTo = (title: string) => `Ligação para «${title}»`
export const link = 'Ligação para esta página'
export const share = 'Partilhar'
export const shareAbout =
  'Ligação, texto para um e-mail, distintivo ou versão impressa. Quem abrir a ligação verifica de novo, sem o seu bilhete e sem os seus ficheiros.'
export const shareText =
  'Quem abrir esta ligação verifica o sorteio de novo. Para pôr no seu próprio site um distintivo com o resultado que este site indica, copie este código:'
export const summary = 'Resumo para um e-mail'
export const embedCode = 'HTML do distintivo'
export const embedAlt = 'Verificar este sorteio'
export const file = 'Esta página num só ficheiro, que funciona sem Internet'
export const elsewhere = 'Verificar de outra forma'
export const elsewhereText = 'Qualquer outro programa pode verificar as provas.'
export const evidence = 'Provas deste sorteio'
export const evidenceAll = 'O mesmo, com a lista inteira'
export const keysLink = 'Chaves, tal como o serviço as indica'
export const commandLine = 'Com a ferramenta de linha de comandos:'
export const print = 'Imprimir esta página'

export const ownFiles = 'Juntar outros ficheiros que tenha'
export const ownFilesNote =
  'Um ficheiro de confiança, o que um observador assinou, um recibo, um selo temporal (.tsr) ou uma ronda da drand. Não sai deste aparelho.'
export const ownFilesButton = 'Escolher ficheiros'
export const notBeside = (name: string): string =>
  `${escapeText(name, 120)} não foi usado: não é nada que se possa entregar aqui.`
export const unreadableFile = (name: string): string =>
  `Não é possível ler ${escapeText(name, 120)}. Se for uma pasta, junte os ficheiros que contém; se não, escolha-o de novo.`
export const ownUsed = 'Verificado com o que entregou'
export const ownRemove = 'Verificar sem isso'
export const ownRemoveServed = 'Verificar com as chaves deste site'
export const embeddedTrust = 'As chaves que esta página aceita foram escolhidas por quem a fez.'

export const noWorker =
  'Este navegador não consegue fazer a verificação. Tente outro, ou a ferramenta de linha de comandos.'
export const badAsset = 'Uma parte desta página não chegou como foi feita. Por isso, nada foi executado.'
export const timeout = (seconds: number): string =>
  `A verificação demorou mais de ${seconds} segundos e foi interrompida. Nada se sabe do sorteio.`
export const crashed = 'A verificação falhou a meio. Nada se sabe do sorteio.'
export const noRaffle = 'De momento não há aqui nenhuma rifa com o identificador deste endereço.'
export const offline = 'Não foi possível contactar o servidor.'
export const serverSays = (status: number): string => `O servidor respondeu com o erro ${status}.`
export const busy = 'O servidor tem demasiado que fazer neste momento. Tente de novo daqui a um minuto.'

export const verifier = (version: string): string => `Verificado por drawaudit ${version}.`
export const digest = 'SHA-256 das provas verificadas'
/** @param runBy - the site's operator, in its own words. */
export const servedBy = (host: string, runBy: string | undefined): string =>
  `Esta página e as provas vêm de ${escapeText(host, 200)}${
    runBy === undefined ? ', que não diz quem o gere.' : `. Diz que é gerido por: ${escapeText(runBy, 300)}`
  }`
export const footer =
  'drawaudit verifica sorteios. Não consulta mais ninguém, não usa cookies e não conta visitantes.'
