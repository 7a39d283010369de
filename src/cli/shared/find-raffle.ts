/**
 * Raffles named by the beginning of their id or name.
 *
 * @packageDocumentation
 */
import { parseUuid } from '../../core/uuid.js'
import { DrawauditError } from '../../errors.js'
import { findNearest } from '../../recipe/suggest.js'
import type { Store } from '../../store/store.js'
import { foldText } from '../../store/summaries.js'
import { atStore } from './at-store.js'
import { requiredArgument } from './options.js'

export const raffleArgument = {
  ...requiredArgument,
  describe: 'The raffle: the beginning of its id or name',
}

/** The searched parts of a store. */
type Raffles = Pick<Store, 'ceremonies' | 'listRaffles' | 'listSummaries'>

interface RaffleCandidate {
  readonly raffleId: string
  readonly name?: string
  readonly state?: string
}

/** Maximum number of raffles listed by an error. */
const most = 5

/** Raffles per page of a query. */
const pageSize = 1000

/** Minimum hex digits of an abbreviated id; anything shorter is a name. */
const fewestDigits = 4

/**
 * The id of a raffle; opens the store only if the id is abbreviated.
 *
 * @param given - value of `--store`.
 * @returns the id; a full one is returned even if there is no such raffle.
 * @throws DrawauditError `usage` if ambiguous, `raffle-missing` if not found.
 */
export async function readRaffle(text: string, given: string | undefined): Promise<string> {
  return parseUuid(text) ?? atStore(given, 'read', store => findRaffle(store, text))
}

/**
 * Finds a raffle by the beginning of its id, at least 4 hex digits, or of its name, ignoring case. A full match of
 * the name has precedence.
 *
 * @throws DrawauditError `usage` if ambiguous, `raffle-missing` if not found.
 */
export async function findRaffle(store: Raffles, text: string): Promise<string> {
  const id = parseUuid(text)
  if (id !== undefined) return id
  const name = foldText(text)
  if (name === '') {
    throw new DrawauditError('usage', 'a raffle is named by the beginning of its id or name, found nothing', {
      hint: 'drawaudit raffle list shows them',
    })
  }
  const named = await listNamed(store, text, name)
  const exact = named.filter(one => isNamed(one, name))
  const found = exact.length > 0 ? exact : await withIds(store, text, named)
  const [only, ...more] = found
  if (only === undefined) throw await describeNone(store, text, name)
  if (more.length === 0) return only.raffleId
  throw describeSeveral(text, found)
}

const isNamed = ({ name }: RaffleCandidate, folded: string): boolean =>
  name !== undefined && foldText(name) === folded

/** Raffles whose names begin with a text, full matches first; up to one more than an error lists. */
async function listNamed(store: Raffles, text: string, folded: string): Promise<readonly RaffleCandidate[]> {
  const found: RaffleCandidate[] = []
  for (let after: string | undefined, isEnd = false; !isEnd && found.length <= most;) {
    const page = await store.listSummaries({
      q: text,
      limit: pageSize,
      ...(after !== undefined && { after }),
    })
    found.push(...page.filter(({ name }) => name !== undefined && foldText(name).startsWith(folded)))
    after = page.at(-1)?.raffleId
    isEnd = page.length < pageSize
  }
  return found
}

/** Adds raffles whose ids begin with a text, without duplicates. */
async function withIds(
  store: Raffles,
  text: string,
  named: readonly RaffleCandidate[],
): Promise<readonly RaffleCandidate[]> {
  const start = readStart(text)
  if (start === undefined) return named
  // Ids that begin with a text sort directly after it.
  const page = { after: start, limit: most + 1 }
  const ids = [
    ...(await store.ceremonies.listCeremonies(page.after, page.limit)),
    ...(await store.listRaffles(page)).map(({ raffleId }) => raffleId),
  ].filter(id => id.startsWith(start))
  const known = new Set(named.map(({ raffleId }) => raffleId))
  const found = [...named]
  for (const raffleId of new Set(ids)) {
    if (known.has(raffleId)) continue
    const [summary] = await store.listSummaries({ q: raffleId, limit: 1 })
    found.push(summary?.raffleId === raffleId ? summary : { raffleId })
  }
  return found
}

/** The beginning of an id in lower case; undefined for other text. */
function readStart(text: string): string | undefined {
  const start = text.toLowerCase()
  const filled = start + '00000000-0000-0000-0000-000000000000'.slice(start.length)
  return start.length >= fewestDigits && parseUuid(filled) !== undefined ? start : undefined
}

async function describeNone(store: Raffles, text: string, folded: string): Promise<DrawauditError> {
  const names = (await store.listSummaries({ limit: pageSize })).flatMap(({ name }) => name ?? [])
  const nearest = findNearest(folded, names.map(foldText))
  const meant = names.find(name => foldText(name) === nearest)
  const list = 'drawaudit raffle list shows the existing ones'
  return new DrawauditError(
    'raffle-missing',
    `no raffle has an id or name that begins with ${JSON.stringify(text)}`,
    {
      hint: meant === undefined ? list : `did you mean ${JSON.stringify(meant)}? ${list}`,
    },
  )
}

function describeSeveral(text: string, found: readonly RaffleCandidate[]): DrawauditError {
  const lines = found
    .slice(0, most)
    .map(({ raffleId, name, state }) =>
      name === undefined ? raffleId : `${raffleId} ${JSON.stringify(name)}, ${state ?? ''}`,
    )
  const more = found.length > most ? '; and others' : ''
  return new DrawauditError(
    'usage',
    `${JSON.stringify(text)} could be several raffles: ${lines.join('; ')}${more}`,
    {
      hint: 'give more of the id: drawaudit raffle list shows them',
    },
  )
}
