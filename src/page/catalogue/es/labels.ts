/**
 * The page's own headings, buttons and hints. Each text is a separate export, so that each program contains
 * only those that it uses.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../../render/escape.js'
import { listWords, number, quantity } from './grammar.js'

export const brand = 'Comprobar un sorteo'
export const allRaffles = 'Todas las rifas'
export const skip = 'Ir al resultado'

export const waitingTitle = 'Aún sin comprobar'
export const loading = 'Recogiendo lo publicado…'
export const checking = 'Comprobando en su navegador…'
export const checkingNote = 'No se sabe nada hasta que esto termine.'
export const failedTitle = 'No comprobado'
export const failedNote = 'La comprobación no llegó a su fin. Por eso esta página no dice nada del sorteo.'
export const again = 'Comprobar de nuevo'
export const wasDue = 'Estaba previsto para el'
export const drawDue = 'El sorteo está previsto para el'
export const goesOn = 'Esta página sigue preguntando y mostrará el resultado en cuanto lo haya.'
export const announce = (...parts: readonly string[]): string =>
  `Comprobación terminada. ${parts.map(part => (/[.…!?:]$/u.test(part) ? part : `${part}.`)).join(' ')}`
export const checked = (when: string, milliseconds: number): string =>
  `Comprobado en este dispositivo (${when}) en ${(milliseconds / 1000).toFixed(milliseconds < 9950 ? 2 : 0).replace('.', ',')} segundos.`
export const by = 'de'
export const method = 'Método'
export const required = 'Exigido'
export const published = 'Publicado'
export const rehearsal = 'Sorteo de prueba, sin número aleatorio público'
export const trusting = 'Personas o cosas en las que hay que confiar:'
export const rests = 'En quién hay que confiar'
export const onlySaysThat = (clauses: readonly string[]): string =>
  `Solo el organizador afirma ${listWords(clauses)}.`
/** Of a draw that is neither refuted nor proven. */
export const nothingWrong =
  'La comprobación no ha encontrado ninguna contradicción. Arriba se dice lo que el organizador pudo hacer, no que lo hiciera.'
/**
 * Says which signatures are vouched for by the service alone.
 *
 * @param operator - name, if the operator's key is one of them.
 * @param hasOthers - whether other keys are among them, such as a log's.
 */
export const onlySite = (operator: string | undefined, hasOthers: boolean): string =>
  operator === undefined
    ? 'Solo este sitio dice de quién son las demás firmas.'
    : `Solo este sitio dice ${hasOthers ? 'de quién son estas claves' : `que ${escapeText(operator, 200)} firmó esto`}. Si no es verdad, todo lo que hay aquí puede ser inventado.`
/** Condition of a level if only the site names the keys. */
export const ifKeys = 'siempre que las claves sean auténticas'
/** Before the number of such claims. */
export const holdIfKeys = 'válido si las claves de este sitio son auténticas'
export const onlySays = 'Esto solo lo afirma el organizador:'
export const signedBy = (operator: string): string =>
  `${escapeText(operator, 200)} firmó esto, según su clave en el archivo de confianza.`
export const signedByCompared = (operator: string): string =>
  `${escapeText(operator, 200)} firmó esto, según la clave que usted comparó.`
export const signedByNamed = (operator: string): string =>
  `Esto está firmado con una clave que, según dice este sitio, pertenece a ${escapeText(operator, 200)}. Si eso no es verdad, todo ello puede ser inventado.`
/** @param isSite - whether only this site says so. */
export const signedOther = (operator: string, isSite: boolean): string =>
  `Los ganadores de abajo son los que figuran en lo que firmó ${escapeText(operator, 200)}${isSite ? ', según dice este sitio' : ''}.`
/** For one prize with two published winners. */
/** Between a ticket and the name of another prize. */
export const sameTicket = 'se publicó como ganador de'
export const rulePicks = 'La regla elige'
export const operatorSigned = 'Según lo que firmó el organizador'
export const recordSays = 'Según el acta publicada del sorteo (no firmada)'
export const recordOfNobody =
  'Nadie firmó el acta: no consta si la escribió el organizador, este sitio u otra persona.'
export const signedByNobody = 'No consta que el organizador firmara esto.'
/** The operator that a raffle names, if no key confirms it. */
export const namesOperator = (operator: string): string =>
  `Nombra como organizador a ${escapeText(operator, 200)}. No consta que sea verdad.`
export const namesNobody = (host: string | undefined): string =>
  `Esta acta no dice de quién es la rifa${host === undefined ? '' : `: la publicó ${escapeText(host, 200)}`}.`
export const saysSite = ', según dice este sitio'
export const saysFile = (name: string): string =>
  `, según dice su archivo de confianza ${escapeText(name, 100)}`
export const saysCompared = ', según la clave que usted comparó'
export const saysItself = ', según dice el propio documento'
export const publishedBy = 'publicado por'
export const shareLink = 'Compartir'
export const leftTitle = 'Lo que el organizador aún podría hacer:'
export const leftTitleDrawn = 'Lo que el organizador pudo hacer de todos modos:'
export const otherRecord = 'El acta que se dio es de otra rifa, y no se ha usado.'
export const otherStamp =
  'El sello de tiempo que se dio no se ha usado: para sorteos publicados lo admite la herramienta de línea de comandos.'
export const otherRound =
  'El número aleatorio público que se dio no se ha usado: es otro, o ya estaba incluido.'
export const raffle = 'Rifa'
export const tickets = (count: number): string => quantity(count, { one: 'boleto', other: 'boletos' })
/** @param tickets - formatted as above; @param day - day of the draw. */
export const ticketsDrawn = (tickets: string, day: string): string => `${tickets}, sorteo del ${day}`
export const whoCouldChoose = '¿Quién pudo elegir al ganador?'
export const levelReached = (level: number, most: number): string => `Nivel ${level} de ${most}`
export const checkedTitle = 'Qué se puede comprobar después del sorteo'
export const prizes = 'Premios'
export const morePrizes = (count: number): string =>
  `y ${quantity(count, { one: 'premio más', other: 'premios más' })}`
export const sayWinner = (prize: string, ticket: string): string =>
  `${escapeText(prize, 100)}: ${escapeText(ticket, 100)}.`
export const winnersPublished = 'Ganadores según lo publicado'
export const winnersSigned = 'Ganadores según lo que firmó el organizador'
export const allWinners = (count: number): string => `Los ${number(count)} ganadores`
/** @param count - at least one. */
export const compareKeys = (count: number): string =>
  count === 1 ? 'Comparar la clave' : `Comparar las ${number(count)} claves`
export const refutedNext =
  'Conserve las pruebas y su boleto o su recibo. Pida una respuesta por escrito al organizador y a la autoridad que supervisa las rifas.'
/** @param isKnown - whether the random number may be public, and so known to the operator. */
export const lateNext = (isKnown: boolean): string =>
  `Aún puede llegar. ${isKnown ? knownNow : ''}Usted puede guardar ahora las pruebas: si más tarde se enseña otra lista, ese archivo mostrará la diferencia.`
export const longLateNext = (isKnown: boolean): string =>
  `${isKnown ? knownNow : ''}Pida al organizador una respuesta por escrito. Conserve las pruebas.`
const knownNow = 'Puede que el organizador ya conozca a los ganadores. '
export const save = 'Guardar las pruebas'
export const compare = 'Coincide'
export const differs = 'No coincide'
export const differsNext =
  'No se fíe de esta página. Guarde las pruebas y pregunte al organizador por un medio que usted ya conociera.'
export const compareOf = (name: string): string => `${compare}: ${escapeText(name, 100)}`
export const comparedNote =
  '¿Figura la huella de la clave (una serie de letras y cifras) en su boleto, en un cartel o en las bases? Compárela entera. Si no figura en ninguno de ellos, pregunte al dueño de la clave, en una dirección que usted ya tuviera antes, y no a este sitio. Si no puede compararla, no marque nada: entonces no hay más que la palabra de este sitio. Lo que usted marque abajo se olvida al cerrar esta página.'
export const parties = {
  operator: 'firmante del sorteo',
  receipts: 'firmante de los recibos',
  observer: 'observador',
  log: 'registro del organizador',
  witness: 'testigo del registro',
  beacon: 'fuente del número aleatorio',
} as const

export const ticketDrawn = '¿Participó mi boleto y ganó?'
export const toTicket = 'Buscar mi boleto'
export const ticketLabel = 'El número de su boleto'
export const nameLabel = 'Nombre en la lista'
export const nameHint =
  'Tal como figura en la lista. Se busca en este dispositivo y no se envía a ningún sitio si usted no lo acepta.'
export const lookUpMeant = (id: string): string => `Buscar ${escapeText(id, 100)}`
export const ticketButton = 'Buscar'
/** @param digits - number of digits that every ticket seems to have. */
export const ticketHintServed = (digits?: number): string =>
  `${asPrinted(digits)} Si hay que enviar el número a este sitio, antes se le preguntará.`
export const asPrinted = (digits?: number): string =>
  `Tal como figura en su boleto o en el correo electrónico que recibió${digits === undefined ? '' : `, ${quantity(digits, { one: 'cifra', other: 'cifras' })}`}.`
export const several = 'Si son varios, sepárelos con comas.'
export const staysHere = 'No sale de este dispositivo.'
export const receiptButton = 'O abrir el archivo de su recibo'
export const fromLink = 'en el enlace'
export const named = (role: 'receipt' | 'timestamp', name: string): string =>
  `${role === 'receipt' ? 'recibo' : 'sello de tiempo'} ${name}`
export const nonceLabel = 'El número secreto de su recibo (nonce)'
export const nonceButton = 'Usarlo'
export const nonceHint =
  'Usted lo recibió al comprar el boleto. Permite ver si el boleto es solo suyo, y no sale de este dispositivo. Si no lo tiene, deje esto vacío.'
export const nonceWrong = 'Tiene 32 caracteres: cifras o letras de la a a la f.'
export const ticketEmpty = 'Escriba primero el número de su boleto.'
export const askTitle = 'La lista de boletos no está en esta página'
export const askText = (host: string): string =>
  `Para buscar su boleto hay que preguntar a ${host}. Si envía el número, el servidor sabrá por qué boleto ha preguntado usted. La respuesta se comprueba aquí.`
export const askList = (count: number): string =>
  `También puede descargar la lista entera, ${quantity(count, { one: 'boleto', other: 'boletos' })}. Así su número no sale de este dispositivo.`
export const askSend = 'Enviar mi número de boleto'
export const askDownload = 'Descargar la lista entera'
export const readList = 'Leer la lista entera'
export const askNo = 'No preguntar'
export const askRefused = 'No se buscó su boleto ni se envió nada.'
export const asking = 'Preguntando al servidor…'
export const ticketUnknown =
  'El servidor dice que ese boleto no está en la lista sellada. Solo lo dice él: compruebe que lo ha escrito bien, o pregunte por escrito al organizador.'
export const receiptUnknown =
  'El servidor dice que ese boleto no está en la lista sellada. Solo lo dice él: la lista entera muestra lo que firmó el organizador.'
export const ticketFailed = (reason: string): string => `No se ha comprobado su boleto. ${reason}`

export const timeline = (isOver: boolean): string => (isOver ? 'Cuándo ocurrió' : 'Cuándo ocurre')
export const timelineNote = 'Reglas, lista, número aleatorio y resultado, en orden cronológico.'
export const moreAlike = (count: number): string => `y ${number(count)} más como estos`
export const timelinePicture = 'Los mismos momentos en una línea dibujada a escala.'
export const later = (duration: string): string => `${duration} después`
export const sameTime = 'al mismo tiempo'

export const winners = (count: number): string => (count === 1 ? 'Ganador' : 'Ganadores')
export const winningTickets = (count: number): string =>
  count === 1 ? 'Boleto ganador' : 'Boletos ganadores'
export const prize = 'Premio'
export const winningTicket = 'Boleto ganador'
export const ticket = 'Boleto'
export const place = 'Lugar en la lista (contando desde 0)'
export const replaced = 'sustituido por otro ganador'

export const ladder = 'Hasta dónde llega la demostración'
export const notReached = 'no alcanzado'
export const wouldTake = (meaning: string): string =>
  `Haría falta esto: ${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}`
export const logReading = 'Se está leyendo el registro público del organizador…'
export const logFailed =
  'Aquí no se pudo leer el registro público del organizador. Por eso nada de lo que hay aquí se apoya en él.'
export const logLarge = (entries: number): string =>
  `No se ha leído el registro público del organizador: tiene ${number(entries)} anotaciones, unos ${Math.ceil((entries * 1.3) / 1000)} MB.`
export const logRead = 'Leer el registro'

export const path = 'De un boleto a la lista sellada'
export const pathNote =
  'Muestra que un boleto está en la lista sellada: combinado con los hashes vecinos, da la raíz.'
export const pathOf = (place: string): string => `lugar ${place} de la lista (contando desde 0)`
export const pathPicture = (steps: number, holds: boolean): string =>
  `Un camino de ${quantity(steps, { one: 'paso', other: 'pasos' })} del boleto a la raíz. ${holds ? 'Termina en la raíz sellada.' : 'No termina en la raíz sellada.'}`
export const pathTicket = 'boleto'
export const pathSealed = 'raíz sellada'
export const pathNotSealed = 'no es la raíz sellada'
export const pathValues = 'Todos los hashes de este camino'
export const pathLeaf = 'Hash del boleto'
export const pathSide = { left: 'Hash de la izquierda', right: 'Hash de la derecha' } as const

export const steps = 'El cálculo, paso a paso'
export const stepsNote = 'Con los valores reales, para repetirlo con cualquier otra herramienta.'
export const gives = 'da'
export const moreOperations = (count: number): string =>
  `Ver ${quantity(count, { one: 'operación más', other: 'operaciones más' })}`
export const moreSteps = (count: number): string =>
  `Ver ${quantity(count, { one: 'paso más', other: 'pasos más' })}`
export const copy = 'Copiar'
export const copied = 'Copiado'
export const copyFailed = 'Seleccione el valor y cópielo'
export const copyOf = (what: string): string => `Copiar: ${what}`
export const value = 'el valor'

export const claims = 'Todas las comprobaciones'
export const counted = (count: number, word: string): string => `${word}\u00A0(${number(count)})`
export const fitAlone = 'encaja por sí solo'
export const findings = 'Además se observó:'

export const keys = '¿De quién es esta rifa?'
export const keysService =
  'Las claves de abajo vienen del mismo sitio que el sorteo: quien hubiera falsificado el sorteo las habría falsificado también.'
export const keysFile = 'A continuación, lo que figura en el archivo de confianza que usted dio.'
export const keysCompared = 'A continuación, lo que usted comparó, para esta visita.'
export const keysEmbedded =
  'A continuación, lo que puso quien hizo esta página. Compárelo con lo que usted tenga de otra fuente.'
export const keysBuiltIn =
  'A continuación, lo que forma parte de este programa. Compárelo con lo que publica drand.'
export const keysNone = 'Aquí no se confía en ninguna clave, así que no se pudo comprobar ninguna firma.'
export const fingerprint = 'Huella'

export const linkTo = (title: string) => `Enlace a «${title}»`
export const link = 'Enlace a esta página'
export const share = 'Compartir'
export const shareAbout =
  'Enlace, texto para un correo electrónico, distintivo o versión impresa. Quien abra el enlace comprueba el sorteo de nuevo, sin el boleto ni los archivos que usted dio.'
export const shareText =
  'Quien abra este enlace comprueba el sorteo de nuevo. Para poner en su propio sitio un distintivo con lo que dice este, copie este código:'
export const summary = 'Resumen para un correo electrónico'
export const embedCode = 'HTML del distintivo'
export const embedAlt = 'Comprobar este sorteo'
export const file = 'Esta página en un solo archivo, que funciona sin red'
export const elsewhere = 'Comprobarlo de otra manera'
export const elsewhereText = 'Cualquier otro programa puede comprobar las pruebas.'
export const evidence = 'Pruebas de este sorteo'
export const evidenceAll = 'Lo mismo con la lista entera'
export const keysLink = 'Claves según las da el servicio'
export const commandLine = 'Con la herramienta de línea de comandos:'
export const print = 'Imprimir esta página'

export const ownFiles = 'Usar lo que usted tiene'
export const ownFilesNote =
  'Un archivo de confianza, lo que firmó un observador, un recibo, un sello de tiempo (.tsr) o una ronda de drand. Nada de ello sale de este dispositivo.'
export const ownFilesButton = 'Elegir archivos'
export const notBeside = (name: string): string =>
  `${escapeText(name, 120)} no se ha usado: no es nada que se pueda dar aquí.`
export const unreadableFile = (name: string): string =>
  `${escapeText(name, 120)} no se puede leer. Si es una carpeta, dé los archivos que contiene; si no, elíjalo de nuevo.`
export const ownUsed = 'Comprobado con lo que usted dio'
export const ownRemove = 'Comprobar sin ello'
export const ownRemoveServed = 'Comprobar con las claves de este sitio'
export const embeddedTrust = 'Quien hizo esta página eligió las claves en las que aquí se confía.'

export const noWorker =
  'Este navegador no puede hacer la comprobación. Pruebe con otro, o con la herramienta de línea de comandos.'
export const badAsset = 'Una parte de esta página no llegó como se hizo, así que no se ha ejecutado nada.'
export const timeout = (seconds: number): string =>
  `La comprobación pasó de ${seconds} segundos y se detuvo. No se sabe nada del sorteo.`
export const crashed = 'La comprobación se interrumpió. No se sabe nada del sorteo.'
export const noRaffle = 'Ahora mismo no hay aquí ninguna rifa con este identificador.'
export const offline = 'No se pudo conectar con el servidor.'
export const serverSays = (status: number): string => `El servidor respondió con el error ${status}.`
export const busy = 'El servidor tiene ahora demasiado trabajo. Inténtelo dentro de un minuto.'

export const verifier = (version: string): string => `Comprobado con drawaudit ${version}.`
export const digest = 'SHA-256 de las pruebas comprobadas'
/** @param runBy - the site's operator, in its own words. */
export const servedBy = (host: string, runBy: string | undefined): string =>
  `Esta página y las pruebas vienen de ${escapeText(host, 200)}${
    runBy === undefined
      ? ', que no dice quién lo gestiona.'
      : `. Según dice el propio sitio, lo gestiona ${escapeText(runBy, 300)}`
  }`
export const footer =
  'drawaudit comprueba sorteos. No pregunta a nadie más, no usa cookies y no cuenta las visitas.'
