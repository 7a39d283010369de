/**
 * Texts that the server writes: the list of raffles, and the page of a raffle before its script runs. Values
 * of the functions are HTML, unless said otherwise.
 *
 * @packageDocumentation
 */
import { formatDay, number, quantity } from './grammar.js'

/** Makes a link of a text. */
type Link = (text: string) => string

/** `2 premios` */
const prizes = (count: number): string => quantity(count, { one: 'premio', other: 'premios' })

/** Texts of every page. */
export const everywhere = {
  brand: 'Comprobar un sorteo',
  language: 'Idioma',
  notRunBy: 'Este sitio no dice quién lo gestiona.',
  runBy: (name: string): string => `Según este sitio, lo gestiona ${name}`,
  allRaffles: 'Todas las rifas',
  /** Before the id of a ticket that does not have the word. */
  ticket: 'boleto',
  more: (count: number): string => `y ${number(count)} más`,
} as const

/** The list of raffles. */
export const list = {
  title: 'Rifas',
  /** Plain text. */
  titleOf: (query: string): string => `${query} – rifas`,
  description: 'Rifas de este servicio. Abra una para comprobar usted el sorteo, en su navegador.',
  lead: 'Lo que pone en esta lista solo lo dice este sitio. No está comprobada, y puede que no muestre todas las rifas. Abra una para comprobarla en su navegador o para buscar un boleto.',
  searchLabel: 'Rifa, premio, organizador o identificador',
  search: 'Buscar',
  foundFor: (query: string, all: Link): string => `Resultados para ${query}: ${all('mostrar todas')}`,
  newer: 'Más nuevas',
  older: 'Más antiguas',
  pages: 'Páginas',
  states: 'Rifas por estado',
  all: 'Todas',
  filters: {
    overdue: 'Con retraso',
    open: 'Abiertas',
    drawn: 'Sorteadas',
    cancelled: 'Anuladas',
    unsigned: 'Sin pruebas',
  },
  notFound: (query: string, all: Link): string =>
    `<p>No se ha encontrado ninguna rifa para «${query}».</p><p>Se busca en nombres, premios, organizadores e identificadores. Pruebe con una parte, o mire ${all('todas las rifas')}. Para un número de boleto, abra su rifa.</p>`,
  /** The commands stay. */
  empty:
    '<p>Aquí aún no se ha publicado ninguna rifa.</p><p>Si usted gestiona este servicio: <code>drawaudit raffle create</code> fija el compromiso de una rifa y la publica, y <code>drawaudit publish</code> recibe el acta de una que se sorteó de otra forma.</p>',
  noneOverdue: 'Aquí ningún sorteo va con retraso.',
  noMore: 'No hay más rifas.',
  noneHere: 'Aquí no hay ninguna.',
  showAll: 'Mostrar todas las rifas',
  showNewest: 'Mostrar las más nuevas',
  by: (operator: string): string => `de ${operator}`,
  id: (start: string): string => `identificador ${start}…`,
  rehearsal: 'Sorteo de prueba, sin número aleatorio público',
  winners: 'Ganadores',
  prizes: (count: number, names: string): string => `${count === 1 ? 'Premio' : 'Premios'}: ${names}`,
  namesakes: (count: number): string => `Una de ${number(count)} rifas con este nombre`,
  /** Follows the text above. */
  namesakesMean:
    ' y de este organizador: compare sus fechas y premios. Si son para los mismos premios, pregunte al organizador por qué.',
  cannotCheck: 'No se puede comprobar',
  cannotCheckMeans: 'Se nombran ganadores, pero no hay nada con que comprobarlos.',
  noOperator: 'No dice quién la organiza.',
  /** @param late - a duration as `5 minutos`. */
  overdueBy: (late: string): string => `Con retraso: ${late}`,
  closed: 'Participación cerrada',
  /** @param time - as {@link timeOf}. */
  changed: (time: string): string => `Último cambio: ${time}`,
  due: (time: string): string => `Sorteo previsto: ${time}`,
  drawn: (time: string): string => `Sorteada: ${time}`,
  /** The operator's date. */
  cancelled: (time: string): string => `Anulada: ${time}`,
  notSealed: 'La lista aún no está sellada',
  openUntil: (time: string): string => `Abierta hasta: ${time}`,
  noCount: 'cantidad de boletos no publicada',
  tickets: (count: number): string => quantity(count, { one: 'boleto', other: 'boletos' }),
  draws: prizes,
  cancelledNote:
    'Ábrala para ver si alguien vio la anulación antes de que se pudiera saber quiénes habrían ganado.',
  unchecked: 'Este sitio no la ha comprobado.',
  checked: (level: number, of: number, meaning: string): string =>
    `Este sitio dice: nivel ${level} de ${of}, ${meaning}.`,
  /** Meanings of levels, from level 0. */
  levels: [
    'no se sabe nada de ella',
    'tiene la forma correcta',
    'la firmó el organizador',
    'aun así, el organizador pudo decidir quién ganaba',
    'otra persona vio la lista a tiempo',
    'una segunda lista en el registro del organizador se habría visto',
  ],
  /** @param at - milliseconds since 1970; @param clock - `08:00 UTC`. */
  timeOf: (at: number, clock: string): string => `${formatDay(at)}, ${clock}`,
} as const

/** The page of a raffle: its head, and what stands in it if its script does not run. */
export const raffle = {
  /** Plain text. */
  title: (name: string): string => `${name} – comprobar el sorteo`,
  untitled: (id: string): string => `Rifa ${id}`,
  notYet: 'Aún sin comprobar',
  unrun: 'Su navegador no ha comprobado esto',
  tooOld:
    'Es demasiado antiguo para comprobarlo, o no cargó o no ejecutó el programa de esta página. No se sabe nada del sorteo, ni bueno ni malo.',
  browsers:
    'Pruebe con un navegador más nuevo: Chrome o Edge 109, Firefox 115, Safari 16.4, o versiones posteriores.',
  evidence: (signed: Link, record: Link, keys: Link): string =>
    `De todos modos, las pruebas están aquí: ${signed('lo que se firmó')}, ${record('el acta publicada')}, ${keys('las claves que nombra este servicio')}.`,
  commandLine: 'La herramienta de línea de comandos las comprueba sin navegador:',
  namesakes: (count: number, link: Link): string =>
    `Este servicio tiene ${number(count)} rifas con este nombre y de este organizador: ${link('mírelas una por una')}. Así se ve una rifa que se hace cada mes, y también un sorteo que se repite hasta que el ganador le gusta al organizador.`,
  noneTitle: 'Esa rifa no está aquí',
  noId: 'La última parte de esta dirección no es el identificador de una rifa. Un identificador tiene este aspecto: 01234567-89ab-cdef-0123-456789abcdef.',
  none: 'Este servicio no tiene ahora ninguna rifa con este identificador. Si esta dirección figuraba en un boleto o un anuncio, guárdela y pregunte a quien se la dio.',
} as const

/** Corrections of a published record. */
export const corrections = {
  title: 'Qué se corrigió',
  about: (count: number, history: Link): string =>
    `Después de publicarse el acta, se cambió algo en ella ${count === 1 ? 'una vez' : `${number(count)} veces`}. Los motivos son palabras del propio organizador: aquí no consta que sean ciertos. Todas las versiones están en ${history('el historial del acta')}.`,
  reason: (reason: string): string => `Motivo indicado: ${reason}`,
  noReason: 'No se indicó ningún motivo.',
  at: (time: string): string => `Corregido: ${time}`,
  columns: ['Sorteo', 'Qué', 'Decía', 'Dice'],
  gone: 'ya no está',
  /** By the member of the record. */
  members: {
    winner_entry_id: 'boleto ganador',
    prize_name: 'premio',
    drawn_at_utc: 'hora del sorteo',
    total_entries: 'boletos en el sorteo',
    rng_seed_hash: 'hash de la semilla',
    signature_hash: 'hash de la firma',
    draw: 'sorteo',
    place: 'lugar en el acta',
  },
} as const

/** Shown in place of a page that this service cannot give now. */
export const failures = {
  tooMany: 'Demasiadas peticiones en este momento',
  tooManyMeans:
    'Desde su dirección de internet, que quizá comparte con otras personas, han llegado en un minuto más peticiones de las que atiende este servicio. Esto no dice nada de ningún sorteo.',
  unread: 'Este servicio no puede leer sus datos en este momento',
  failed: 'Este servicio ha fallado',
  saysNothing: 'Esto no dice nada de ningún sorteo.',
  again: (seconds: number): string =>
    `${seconds > 1 ? `Espere ${number(seconds)} segundos.` : 'Espere un momento.'} Después vuelva a cargar esta página.`,
  number: (id: string): string =>
    `Quien gestiona el servicio encuentra la causa en su registro de errores con este número: ${id}`,
} as const

/** One sentence for previews of a link: the service's word, without any claim of proof. Plain text. */
export const preview = {
  check: 'Compruebe usted el sorteo, en su navegador.',
  cancelled: (operator: string | undefined): string =>
    operator === undefined ? 'Esta rifa se anuló.' : `Esta rifa de ${operator} se anuló.`,
  open: (operator: string | undefined): string =>
    operator === undefined
      ? 'Una rifa que aún no se ha sorteado.'
      : `Una rifa de ${operator} que aún no se ha sorteado.`,
  prizes: (names: string): string => `Premios: ${names}.`,
  /** @param won - `boleto 10567 (iPhone 19 Pro), …` */
  drawn: (operator: string | undefined, won: string): string =>
    `${operator === undefined ? 'Una rifa.' : `Una rifa de ${operator}.`} El servicio dice que ganaron: ${won}.`,
  moreWon: (won: string, count: number): string => `${won} y ${number(count)} más`,
  morePrizes: (count: number): string => `${number(count)} más`,
} as const
