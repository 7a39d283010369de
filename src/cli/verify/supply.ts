/**
 * `--beacon`, `--given` and `--online`: values that organisers did not publish, from other sources. They only fill
 * gaps, and the report names their source.
 *
 * @packageDocumentation
 */
import type { BlockHeader } from '../../core/blocks/header.js'
import { mostBlockHeaders, parseHeaders } from '../../core/blocks/headers.js'
import { encodeUtf8 } from '../../core/encoding.js'
import { parseJson, type JsonValue } from '../../core/json.js'
import { portable } from '../../core/portable.js'
import { DrawauditError } from '../../errors.js'
import type { Bundle } from '../../model/bundle.js'
import type { PublishedDraw } from '../../model/published-draw.js'
import type { TrustRoot } from '../../model/trust.js'
import { BoundExceeded, Context, defaultBudget } from '../../recipe/context.js'
import { readValue } from '../../recipe/read-value.js'
import type { Recipe } from '../../recipe/recipe.js'
import { describeInputType } from '../../model/type-words.js'
import type { Document } from '../../verify/read-document.js'
import { findOpenRounds, isOpen, type Supply, type Unreached } from '../../verify/draw/supply.js'
import { escapeText } from '../../render/escape.js'
import { findOpenRound, isOut } from './open-bundle-round.js'
import { findSource } from '../../io/files.js'
import { readGivenBeacons } from './given-beacons.js'
import type { OnlineRounds } from './online-rounds.js'
import type { ValuesOf } from '../shared/command.js'
import { switchOption, valueOption } from '../shared/options.js'
import { talk, type Progress } from '../shared/terminal.js'

const repeated = { ...valueOption, array: true as const }

export const supplyOptions = {
  beacon: {
    ...repeated,
    describe:
      'A file with rounds of drand that draws name without their signature, or of a raffle that is not drawn; may be repeated',
  },
  headers: {
    ...repeated,
    describe:
      'A file with headers of Bitcoin’s or Ethereum’s blocks, from the block of a draw on; may be repeated',
  },
  given: {
    ...repeated,
    describe: 'An unpublished value that you have from elsewhere; may be repeated',
  },
  online: {
    ...switchOption,
    describe: 'Ask the relays of drand for the rounds that draws and bundles name without their signature',
  },
  relay: {
    ...valueOption,
    array: true as const,
    describe: 'With --online: ask this relay instead; may be repeated',
  },
  'allow-private': {
    ...switchOption,
    describe: 'With --relay or --log: also a private address',
  },
}

/** The options, as parsed by yargs. */
export interface SupplyArguments extends ValuesOf<typeof supplyOptions> {
  /** Value of `--log`, which may be a URL too. */
  readonly log?: string | undefined
}

/** Values from elsewhere. */
export interface Supplies {
  /**
   * The values for one document; asks relays if allowed.
   *
   * @throws DrawauditError `usage` for a value that was published, or does not fit the recipe; as asking relays
   * does.
   */
  readonly findFor: (
    document: Document,
    source: string,
    findRecipe: (name: string) => Recipe | undefined,
    progress: Progress,
  ) => Promise<Supply | undefined>
  /**
   * Reports unused values, after all documents.
   *
   * @param isComplete - whether every document could be read.
   * @throws DrawauditError `usage` for a value that no draw uses, `beacon-invalid` for a round of an unknown chain.
   */
  readonly finish: (isComplete: boolean) => void
}

/** @throws DrawauditError `usage`, `beacon-invalid`, `headers-invalid`; as reading a file does. */
export async function readSupplies(args: SupplyArguments, trust: TrustRoot): Promise<Supplies> {
  refuseNeedless(args)
  const given = readGiven(args.given ?? [])
  const beacons = readGivenBeacons(args.beacon ?? [], trust.chains)
  const headers = readHeaders(args.headers ?? [])
  const online = args.online ? await openOnline(args) : undefined
  const taken = new Set<string>()
  const leftOut = new Set<string>()

  async function findForBundle(bundle: Bundle, progress: Progress): Promise<Supply | undefined> {
    const open = findOpenRound(bundle, trust)
    if (open === undefined) return undefined
    const asked = isOut(open, new Date()) ? online : undefined
    const supplied = beacons.find(open) ?? (await asked?.fetch(open, progress))
    if (supplied === undefined) return undefined
    if ('beacon' in supplied) return { beacons: [supplied] }
    talk(`not available: round ${supplied.round}: ${escapeText(supplied.message)}\n`)
    return undefined
  }

  return {
    async findFor(document, source, findRecipe, progress) {
      if (document.kind === 'bundle') return findForBundle(document.bundle, progress)
      if (document.kind !== 'published-draw') return undefined
      const { draw } = document
      const recipe = findUsable(draw.recipe, findRecipe)
      if (recipe === undefined) return undefined
      for (const name of recipe.inputs.keys()) {
        const isPublished = Object.hasOwn(draw.published, name)
        if (!isPublished) leftOut.add(name)
        if (given.has(name)) taken.add(name)
        if (given.has(name) && isPublished) throw explainPublished(name, source, recipe, draw)
      }
      const values = valuesFor(recipe, given)
      refuseUnread(recipe, values)
      const found: NonNullable<Supply['beacons']>[number][] = []
      const unreached: Unreached[] = []
      for (const open of findOpenRounds(recipe, draw.published, values)) {
        const supplied = beacons.find(open) ?? (await online?.fetch(open, progress))
        if (supplied === undefined) continue
        if ('beacon' in supplied) found.push(supplied)
        else unreached.push(supplied)
      }
      return { beacons: found, given: values, unreached, headers }
    },
    finish(isComplete) {
      for (const line of beacons.finish()) talk(`${line}\n`)
      const [needless] = [...given.keys()].filter(name => !taken.has(name))
      if (needless === undefined) return
      if (isComplete) throw explainNeedless(needless, [...leftOut])
      talk(`not needed: --given ${needless}, which no readable draw uses\n`)
    },
  }
}

/** The report of the draw says why a recipe cannot be used. */
function findUsable(name: string, findRecipe: (name: string) => Recipe | undefined): Recipe | undefined {
  try {
    return findRecipe(name)
  } catch (error) {
    if (!(error instanceof DrawauditError) || error.code === 'internal') throw error
    return undefined
  }
}

/** @throws DrawauditError `headers-invalid`, as reading a file does, each with the file name. */
function readHeaders(files: readonly string[]): readonly BlockHeader[] {
  const headers = files.flatMap(file =>
    DrawauditError.within({ file }, () => parseHeaders(findSource(file).read())),
  )
  if (headers.length <= mostBlockHeaders) return headers
  throw new DrawauditError(
    'usage',
    `--headers gives ${headers.length} headers, more than ${mostBlockHeaders}`,
    {
      hint: 'give those that the report asks for',
    },
  )
}

/** Loaded only when needed, with the network modules. */
async function openOnline(args: SupplyArguments): Promise<OnlineRounds> {
  const { createOnlineRounds } = await import('./online-rounds.js')
  return createOnlineRounds({ relays: args.relay, allowPrivate: args['allow-private'] })
}

function refuseNeedless({ online, relay, 'allow-private': isPrivate, log }: SupplyArguments): void {
  const isNeedless = isPrivate && log === undefined
  const name = relay !== undefined ? 'relay' : isNeedless ? 'allow-private' : undefined
  if (online || name === undefined) return
  throw new DrawauditError('usage', `--${name} goes with --online`, {
    hint: 'nothing asks the network without it',
  })
}

interface GivenValue {
  readonly text: string
  /** The text parsed as a JSON number, list or object; absent for other text. */
  readonly json?: JsonValue
}

function readGiven(texts: readonly string[]): ReadonlyMap<string, GivenValue> {
  const given = new Map<string, GivenValue>()
  for (const one of texts) {
    const [, name = '', text = ''] = /^([a-z][a-z0-9_]{0,63})=(.*)$/s.exec(one) ?? []
    if (name === '') {
      throw new DrawauditError('usage', `--given takes NAME=VALUE, found ${JSON.stringify(one)}`, {
        hint: 'NAME is what the recipe calls the value: drawaudit recipe show prints it',
      })
    }
    if (given.has(name)) throw new DrawauditError('usage', `--given ${name} is given twice`)
    const json = readJson(text)
    given.set(name, { text, ...(json !== undefined && { json }) })
  }
  return given
}

function readJson(text: string): JsonValue | undefined {
  try {
    const value = parseJson(encodeUtf8(text))
    return typeof value === 'number' || (typeof value === 'object' && value !== null) ? value : undefined
  } catch (error) {
    if (error instanceof DrawauditError && error.code !== 'internal') return undefined
    throw error
  }
}

/** Recipe types that take text: a hash may consist of digits only. */
const writtenAsText: readonly string[] = ['bytes', 'sha256', 'text', 'time']

function valuesFor(recipe: Recipe, given: ReadonlyMap<string, GivenValue>): NonNullable<Supply['given']> {
  const values = new Map<string, { value: JsonValue; from: string }>()
  for (const [name, { text, json = text }] of given) {
    const type = recipe.inputs.get(name)?.declared.type
    if (type === undefined) continue
    values.set(name, { value: writtenAsText.includes(type) ? text : json, from: '--given' })
  }
  return values
}

/** An invalid value is a usage error, not a fault of the draw. */
function refuseUnread(recipe: Recipe, values: NonNullable<Supply['given']>): void {
  for (const [name, { value }] of values) {
    const declared = recipe.inputs.get(name)?.declared
    if (declared === undefined) continue
    try {
      readValue(declared, value, [], new Context(portable, defaultBudget))
    } catch (error) {
      // The draw's own report covers exceeded limits.
      if (error instanceof BoundExceeded) continue
      if (!(error instanceof DrawauditError) || error.code !== 'draw-value') throw error
      const { pointer = '' } = error.where
      const place = pointer === '' ? '' : `, at ${pointer}`
      throw new DrawauditError('usage', `--given ${name}${place}: ${error.message}`, {
        hint: `the recipe ${recipe.name} declares it as ${describeInputType(declared)}`,
      })
    }
  }
}

function explainPublished(name: string, file: string, recipe: Recipe, draw: PublishedDraw): DrawauditError {
  const chain = recipe.inputs.get(name)?.chain
  const value = draw.published[name]
  if (chain !== undefined && value !== undefined && isOpen(value, chain)) {
    return new DrawauditError('usage', `--given ${name}: the draw has part of that value`, {
      where: { file },
      hint: 'give the round as drand serves it, in a file, with --beacon FILE',
    })
  }
  return new DrawauditError('usage', `--given ${name}: the draw has that value`, {
    where: { file },
    hint: 'what was published is never replaced: leave the option out, or change a copy of the draw',
  })
}

function explainNeedless(name: string, leftOut: readonly string[]): DrawauditError {
  return new DrawauditError('usage', `--given ${name}: no draw uses such a value`, {
    hint:
      leftOut.length === 0
        ? 'no value of the recipes is missing from the draws'
        : `the draws leave out ${leftOut.join(', ')}`,
  })
}
