/**
 * `drawaudit observe --recipe`: observes a platform's commitment to one draw, at the address given by the recipe.
 *
 * @packageDocumentation
 */
import { verifyEnvelope } from '../../core/dsse.js'
import { decodeHex } from '../../core/encoding.js'
import { parsePublicKey } from '../../core/signature.js'
import { equalBytes } from '../../core/digest.js'
import { formatTime, parseTime } from '../../core/time.js'
import { findRoundTime } from '../../core/timetable.js'
import { DrawauditError } from '../../errors.js'
import type { Publication } from '../../model/observation.js'
import { native } from '../../native/engine.js'
import { createPublication, fetchPublication } from '../../observe/fetch-publication.js'
import { describeClockError } from '../../observe/clock.js'
import { inputName } from '../../recipe/claims.js'
import { isAddress, isSame, readCommitted, type RecipeCommitment } from '../../recipe/commitment.js'
import { Context, defaultBudget } from '../../recipe/context.js'
import type { Recipe } from '../../recipe/recipe.js'
import { printValue, type Value } from '../../recipe/value.js'
import type { Client } from '../../remote/client.js'
import { parseRemoteUrl } from '../../remote/url.js'
import { escapeText } from '../../render/escape.js'
import { margin } from '../../verify/observer.js'
import type { ObserverKey } from '../shared/observer-key.js'
import { appendPublication, readPublicationFile } from './observation-file.js'

export interface AddressOptions {
  readonly url: string
  readonly recipe: Recipe
  readonly file: string
  readonly key: ObserverKey
  readonly client: Pick<Client, 'request'>
  readonly signal: AbortSignal
  /** Prints messages that are not results. */
  readonly say: (text: string) => void
}

/** The result of an observation. */
export interface AddressResult {
  readonly file: string
  readonly url: string
  /** Number of observations in the file. */
  readonly observations: number
  readonly observed_at_utc: string
  /** Committed values by their names in the recipe. */
  readonly values: Readonly<Record<string, string>>
  /** Latest time to see the commitment, RFC 3339; absent unless it names a drand round. */
  readonly deadline?: string
  readonly in_time?: boolean
  /** Contradictions that an honest organiser does not produce. */
  readonly alarms: readonly string[]
}

/**
 * The commitment of a recipe, and the normalised URL.
 *
 * @throws DrawauditError `usage` for a recipe without a commitment, and for a URL that does not fit it;
 * `url-invalid`.
 */
export function readPlace(
  url: string,
  { name, commitment }: Recipe,
): { commitment: RecipeCommitment; url: string } {
  if (commitment === undefined) {
    throw new DrawauditError('usage', `the recipe ${name} has no address for commitments`, {
      hint: 'docs/RECIPES.md shows how a recipe names it: "commitment"',
    })
  }
  const { href } = parseRemoteUrl(url)
  if (isAddress(commitment, href)) return { commitment, url: href }
  throw new DrawauditError('usage', `${href} is not an address of the recipe ${name}`, {
    hint: `such an address is ${commitment.at}`,
  })
}

/**
 * Observes the address once; signs the content if it differs from this observer's last observation.
 *
 * @throws DrawauditError `remote-error` if there is no commitment yet; as {@link readPlace}, {@link
 * fetchPublication}, and reading and writing the file do.
 */
export async function observeAddress(options: AddressOptions): Promise<AddressResult> {
  const { recipe, file, key, client, signal, say } = options
  const { commitment, url } = readPlace(options.url, recipe)
  const seen = await fetchPublication(client, url, signal)
  const values = readAll(commitment, seen)
  const clock = describeClockError(seen.clockAhead)
  if (clock !== undefined) say(`warning: ${clock}\n`)
  for (const { name, title } of commitment.values) {
    const value = values.get(name)
    if (value !== undefined) say(`saw the ${title}: ${escapeText(printValue(value), 100)}\n`)
  }
  const publicKey = parsePublicKey('ed25519', decodeHex(key.publicKey))
  const before = readPublicationFile(file).filter(one => one.url === url)
  const own = before.filter(({ signed }) => verifyEnvelope(signed, publicKey))
  const last = own.at(-1)
  const isNews = last === undefined || !equalBytes(last.content, seen.content)
  if (!isNews) say('nothing is new since the last observation\n')
  const observations = isNews
    ? appendPublication(file, createPublication(seen, key.secretKey))
    : readPublicationFile(file).length
  const first = isNews ? seen : (own.find(({ content }) => equalBytes(content, seen.content)) ?? seen)
  const timing = judgeTiming(recipe, values, first.observed_at_utc)
  if (timing.deadline !== undefined) {
    const words = timing.in_time === true ? 'in time' : 'TOO LATE'
    say(`seen at ${first.observed_at_utc}, ${words}: it had to be seen by ${timing.deadline}\n`)
  }
  const alarms = before.flatMap(one => describeChanges(commitment, one, values))
  for (const alarm of alarms) say(`ALARM: ${escapeText(alarm)}\n`)
  return {
    ...{ file, url, observations, observed_at_utc: seen.observed_at_utc },
    values: Object.fromEntries([...values].map(([name, value]) => [name, printValue(value)])),
    ...timing,
    alarms,
  }
}

const newContext = (): Context => new Context(native, defaultBudget)

/** All committed values. */
function readAll(commitment: RecipeCommitment, { content }: Publication): ReadonlyMap<string, Value> {
  let values: ReadonlyMap<string, Value>
  try {
    values = readCommitted(commitment, content, newContext)
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw new DrawauditError('remote-error', `the content cannot be read: ${error.message}`, {
      hint: 'a commitment is a JSON document',
    })
  }
  const missing = commitment.values.find(({ name }) => !values.has(name))
  if (missing === undefined) return values
  const message = `the ${missing.title} is not there, at ${missing.pointer}`
  throw new DrawauditError('remote-error', message, {
    hint: 'there is nothing to sign yet; try again when it is published',
  })
}

function judgeTiming(
  { inputs }: Recipe,
  values: ReadonlyMap<string, Value>,
  seenAt: string,
): Pick<AddressResult, 'deadline' | 'in_time'> {
  const times = [...values].flatMap(([name, value]) => {
    const chain = inputs.get(inputName(name))?.chain
    if (chain === undefined || value.kind !== 'integer') return []
    return findRoundTime(chain, Number(value.integer)) ?? []
  })
  const first = Math.min(...times)
  if (first > lastSecond) return {}
  const deadline = BigInt(first) * 1_000_000_000n - margin
  return {
    deadline: formatTime(new Date(Number(deadline / 1_000_000n))),
    in_time: parseTime(seenAt) <= deadline,
  }
}

/** End of year 9999 in seconds since 1970, the latest time in RFC 3339. */
const lastSecond = 253_402_300_799

/** Committed values that differ from an earlier observation. */
function describeChanges(
  commitment: RecipeCommitment,
  { content, observed_at_utc: at }: Publication,
  values: ReadonlyMap<string, Value>,
): readonly string[] {
  const before = tryReadCommitted(commitment, content)
  return commitment.values.flatMap(({ name, title }) => {
    const [was, is] = [before?.get(name), values.get(name)]
    if (was === undefined || is === undefined || isSame(was, is)) return []
    return [`the ${title} was ${printValue(was)} at ${at}, and is ${printValue(is)} now`]
  })
}

function tryReadCommitted(
  commitment: RecipeCommitment,
  content: Uint8Array,
): ReadonlyMap<string, Value> | undefined {
  try {
    return readCommitted(commitment, content, newContext)
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}
