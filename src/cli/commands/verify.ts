/**
 * `drawaudit verify`
 *
 * @packageDocumentation
 */
import type { Argv } from 'yargs'
import { parseJson, type JsonValue } from '../../core/json.js'
import type { Subject } from '../../model/report.js'
import type { Recipe } from '../../recipe/recipe.js'
import { createReport } from '../../verify/verdict.js'
import { describeUnreadable, verifyDocument } from '../../verify/verify-document.js'
import {
  acceptReplacementsOption,
  findList,
  observationOption,
  proofOption,
  raffleOption,
  readBeside,
  recordOption,
  refuseBeside,
  ticketOption,
  trustOption,
} from '../beside-bundle.js'
import { isCapture } from '../captures.js'
import { isDocumentFault } from '../exit-codes.js'
import { findSources, type Source } from '../files.js'
import { colourOption, engineOption, findEngine, pathArgument, recipeOption } from '../options.js'
import { createPrinter, reportFormatOption } from '../print.js'
import { findBuiltIn, loadRecipe } from '../recipes.js'
import { endWithReport, isAnnounced, readTargets, reportOption } from '../reports.js'
import { checkMade, readRequire, requireOption } from '../require.js'
import { createProgress } from '../terminal.js'
import { verifyCapture } from '../verify-capture.js'
import type { Command } from './command.js'

function build(yargs: Argv) {
  return yargs
    .positional('path', pathArgument)
    .option('recipe', recipeOption)
    .option('trust', trustOption)
    .option('record', recordOption)
    .option('observation', observationOption)
    .option('raffle', raffleOption)
    .option('ticket', ticketOption)
    .option('proof', proofOption)
    .option('accept-replacements', acceptReplacementsOption)
    .option('require', requireOption)
    .option('engine', engineOption)
    .option('format', reportFormatOption)
    .option('report', reportOption)
    .option('quiet', { type: 'boolean', alias: 'q', default: false, describe: 'One line for each document' })
    .option('color', colourOption)
    .example('$0 verify fixtures/draws', 'Verify every draw in a folder')
    .example('$0 verify draw.json --recipe my-platform.json', 'By a recipe of your own')
    .example('$0 verify bundle.json --trust trust.json --record audit.json', 'A bundle, with its record')
    .example('$0 verify bundle.json --trust trust.json --ticket 10042', 'Whether an entry was in')
    .example('$0 verify draw.json --require winner.derived', 'Gate on one claim')
    .example('$0 verify draws --report junit=draws.xml,html=draws.html', 'Reports for CI and for people')
    .example('curl -s URL | $0 verify - --format json', 'Verify what a service answers')
}

export const verifyCommand: Command<typeof build> = {
  name: 'verify <path..>',
  describe: 'Verify audit records, published draws, bundles, and what drawaudit fetch saved',
  build,
  async run({ path, recipe, require, engine, format, report, quiet, color, ...about }) {
    const captures = path.filter(isCapture)
    const sources = findSources(path.filter(one => !captures.includes(one)))
    const given = recipe === undefined ? undefined : loadRecipe(recipe)
    const required = require === undefined ? undefined : readRequire(require)
    const beside = readBeside(about, path.length)
    const targets = readTargets(
      report,
      sources.map(({ name }) => name),
    )
    const printer = createPrinter({ format, color, quiet })
    const forgets = printer.streams && targets.length === 0 && !isAnnounced()
    const recipes = new Map<string, Recipe | undefined>()
    const options = {
      engine: findEngine(engine),
      now: new Date(),
      findRecipe: (name: string): Recipe | undefined => {
        if (given !== undefined) return given
        if (!recipes.has(name)) recipes.set(name, findBuiltIn(name))
        return recipes.get(name)
      },
      ...(given && { recipe: given }),
      ...(required && { require: required }),
    }
    const { evidence, trust } = beside
    const bundle = { trust, options: { ...evidence, engine: options.engine }, now: () => options.now }
    const applied = given && { recipe: given, engine: options.engine }
    return endWithReport(targets, printer, async () => {
      const progress = createProgress(quiet || format !== 'text')
      const subjects: Subject[] = []
      const add = async (subject: Subject): Promise<void> => {
        await printer.subject(subject)
        subjects.push(forgets ? outline(subject) : subject)
      }
      try {
        for (const [index, source] of sources.entries()) {
          progress.show(`verifying ${index + 1} of ${sources.length}`)
          const document = readDocument(source, required)
          if ('verdict' in document) await add(document)
          else {
            const list = findList(document.value, source, options.engine, about.ticket, progress)
            const evidence = { ...beside.evidence, ...(list && { list }) }
            const one = { ...options, trust: beside.trust, beside: evidence, source: source.name }
            refuseBeside(document.value, beside, source.name)
            await add(verifyDocument(document.value, one))
          }
        }
        for (const folder of captures) {
          for await (const subject of verifyCapture(folder, applied, required, bundle)) await add(subject)
        }
      } finally {
        progress.clear()
      }
      if (required !== undefined) checkMade(required, subjects)
      return createReport(subjects, required && { require: required })
    })
  },
}

/** The document, or the subject that says why it cannot be read. */
function readDocument(
  source: Source,
  require: readonly string[] | undefined,
): { readonly value: JsonValue } | Subject {
  try {
    return { value: parseJson(source.read()) }
  } catch (error) {
    if (!isDocumentFault(error)) throw error
    return describeUnreadable(source.name, error, require)
  }
}

/** What the verdict on all needs of one: memory does not grow with what the documents say. */
function outline(subject: Subject): Subject {
  return {
    ...subject,
    title: '',
    who_could_choose: '',
    findings: [],
    claims: subject.claims.map(({ id, status, code, asked }) => ({
      id,
      status,
      code,
      message: '',
      ...(asked === false && { asked }),
    })),
  }
}
