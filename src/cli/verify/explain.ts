/**
 * `drawaudit explain`
 *
 * @packageDocumentation
 */
import type { Engine } from '../../core/engine.js'
import { InclusionProofs } from '../../core/inclusion-proof.js'
import type { JsonValue } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { isBundle } from '../../model/bundle.js'
import { isPublishedDraw, parsePublishedDraw, type PublishedDraw } from '../../model/published-draw.js'
import type { TrustRoot } from '../../model/trust.js'
import type { Recipe } from '../../recipe/recipe.js'
import { renderExplanation } from '../../render/explanation.js'
import { readEntryList } from '../../verify/bundle/entry-list.js'
import { explainBundle } from '../../explain/explain-bundle.js'
import { explainPublished, type Explanation } from '../../explain/explain-draw.js'
import {
  openListFile,
  proofOption,
  readBeside,
  ticketOption,
  trustOption,
  type BesideArguments,
} from '../shared/beside-bundle.js'
import { DocumentError, isDocumentFault } from '../shared/exit-codes.js'
import { findSource, type DocumentSource } from '../../io/files.js'
import { readList, type ListFile } from '../shared/list-threads.js'
import { readJson, spareMemory } from '../shared/memory.js'
import {
  engineOption,
  findEngine,
  recipeOption,
  requiredArgument,
  switchOption,
  valueOption,
  type EngineName,
} from '../shared/options.js'
import { findNamed as findNamedRecipe, loadRecipe } from '../shared/recipes.js'
import { readTrust } from '../shared/trust-file.js'
import { readSupplies, supplyOptions, type SupplyArguments } from './supply.js'
import { createProgress, proseWidth } from '../shared/terminal.js'
import { readDocument } from '../../verify/read-document.js'
import { defineCommand } from '../shared/command.js'

export const explainCommand = defineCommand({
  name: 'explain <file>',
  describe: 'Show a published draw or a bundle step by step, with the bytes',
  arguments: {
    file: {
      ...requiredArgument,
      describe: 'A published draw or a bundle, or - for standard input',
    },
  },
  options: {
    recipe: recipeOption,
    trust: trustOption,
    ticket: { ...ticketOption, describe: 'Show the path of this entry to the root of the list' },
    proof: proofOption,
    ...supplyOptions,
    position: {
      ...valueOption,
      describe: 'Show the draw of one prize only, from 1',
    },
    all: { ...switchOption, describe: 'Show every step, and all of long ones' },
    engine: engineOption,
  },
  examples: [
    ['$0 explain draw.json', 'Every step, with commands to redo the hashes'],
    ['$0 explain bundle.json --ticket 10042', 'A bundle, with the path of one entry'],
  ],
  exits: {
    0: 'the draw is explained, whether it was fair or not',
    3: 'the document cannot be read',
    4: 'a relay failed',
  },
  async run({ file, recipe, engine, position, ...beside }) {
    spareMemory()
    const source = findSource(file)
    const given = recipe === undefined ? undefined : loadRecipe(recipe, readTrust(beside.trust))
    const about: ExplainArguments = { ...beside, position: readPosition(position), engine }
    const value = inDocument(file, () => readJson(source))
    return typeof value === 'object' && value !== null && isBundle(value)
      ? explainOneBundle(value, source, given, about)
      : explainDraw(value, source, given, about)
  },
  verbatim: true,
  text(explanation, { all }, { colour }) {
    const most = all ? Infinity : 40
    const width = proseWidth(process.stdout)
    return renderExplanation(explanation, { colour, width, operations: most, steps: most })
  },
  // Independent of the claims: the explanation was requested, and given.
  exitCode: ({ claims }) => (claims.some(({ id }) => id === 'document.read') ? 3 : 0),
})

interface ExplainArguments extends Pick<BesideArguments, 'trust' | 'ticket' | 'proof'>, SupplyArguments {
  readonly position: number | undefined
  readonly engine: EngineName
}

async function explainDraw(
  value: JsonValue,
  source: DocumentSource,
  given: Recipe | undefined,
  { trust: trustFile, ticket, proof, position, engine, ...supplied }: ExplainArguments,
): Promise<Explanation> {
  const file = source.name
  const draw = inDocument(file, () => readDraw(value, given))
  const named = Object.entries({ ticket, proof, position }).find(([, one]) => one !== undefined)
  if (named !== undefined) {
    throw new DrawauditError('usage', `--${named[0]} goes with a bundle, and this is not one`, {
      where: { file },
    })
  }
  const { trust } = readBeside({ trust: trustFile }, 1)
  const recipe = given ?? inDocument(file, () => findNamed(draw.recipe, trust))
  const supplies = await readSupplies(supplied, trust)
  const progress = createProgress(false)
  try {
    const supply = await supplies.findFor({ kind: 'published-draw', draw }, file, () => recipe, progress)
    const explanation = explainPublished(draw, recipe, {
      source: file,
      engine: findEngine(engine),
      trust,
      ...(supply && { supply }),
      onProgress: (done, total) => {
        progress.show(`${Math.floor((100 * done) / total)} % of a hash chain`)
      },
    })
    progress.clear()
    supplies.finish(true)
    return explanation
  } finally {
    progress.clear()
  }
}

async function explainOneBundle(
  value: JsonValue,
  source: DocumentSource,
  given: Recipe | undefined,
  { position, engine, beacon, given: values, online, ...paths }: ExplainArguments,
): Promise<Explanation> {
  const named = Object.entries({ beacon, given: values, online: online || undefined })
  const needless = named.find(([, one]) => one !== undefined)
  if (needless !== undefined) {
    throw new DrawauditError('usage', `--${needless[0]} goes with a published draw, and this is a bundle`, {
      where: { file: source.name },
    })
  }
  if (given !== undefined) {
    throw new DrawauditError('usage', '--recipe goes with a published draw, and this is a bundle', {
      where: { file: source.name },
    })
  }
  const { trust, evidence } = readBeside(paths, 1)
  const progress = createProgress(false)
  try {
    const document = readDocument(value)
    const file = document.kind === 'bundle' ? openListFile(document.bundle, source.name, progress) : undefined
    const find = paths.ticket
    const list = file && (await readList(file, { engine, ...(find !== undefined && { find }) }))
    return explainBundle(value, {
      source: source.name,
      now: new Date(),
      trust,
      engine: findEngine(engine),
      ...(position !== undefined && { position }),
      ...(evidence.ticket && { ticket: evidence.ticket }),
      ...(list && { list, findPath: index => findPath(index, list.count, file, findEngine(engine)) }),
    })
  } finally {
    progress.clear()
  }
}

/** Reads the list a second time: the position of the entry is known only after the first. */
function findPath(index: number, count: number, { pieces }: ListFile, engine: Engine): readonly Uint8Array[] {
  const proofs = new InclusionProofs([index], count, engine)
  readEntryList(pieces, { engine, onNode: proofs.add })
  return proofs.proof(index)
}

/** @throws DrawauditError `usage`. */
function readPosition(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text)
  throw new DrawauditError('usage', `--position takes a whole number from 1, found ${JSON.stringify(text)}`)
}

function readDraw(value: JsonValue, recipe: Recipe | undefined): PublishedDraw {
  const document = readDocument(value, recipe)
  if (document.kind === 'published-draw') return document.draw
  if (typeof value === 'object' && value !== null && isPublishedDraw(value)) return parsePublishedDraw(value)
  throw new DrawauditError(
    'document-unknown',
    'expected a published draw or a bundle, found another document',
    { hint: 'drawaudit verify says what it is' },
  )
}

/** The recipe named by a draw, built in or installed; only auditors choose files. */
function findNamed(name: string, trust: TrustRoot): Recipe {
  const recipe = findNamedRecipe(name, trust)
  if (recipe !== undefined) return recipe
  throw new DrawauditError('recipe-unknown', `there is no recipe ${JSON.stringify(name)}`, {
    hint: 'give one with --recipe',
  })
}

/** Turns faults of the document into {@link DocumentError}, with the file name. */
function inDocument<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!isDocumentFault(error)) throw error
    throw new DocumentError(error.code, error.message, {
      ...(error.hint !== undefined && { hint: error.hint }),
      where: { ...error.where, file },
      cause: error,
    })
  }
}
