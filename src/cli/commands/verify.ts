/**
 * `drawaudit verify`
 *
 * @packageDocumentation
 */
import type { Argv } from 'yargs'
import type { JsonValue } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
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
import { createFeed, feedOption, isNews, splitRequire } from '../feed.js'
import { findSources, type Source } from '../files.js'
import { readJson, spareMemory } from '../memory.js'
import { colourOption, engineOption, findEngine, pathArgument, recipeOption } from '../options.js'
import { createPrinter, reportFormatOption } from '../print.js'
import { logOption, readLog } from '../read-log.js'
import { findBuiltIn, loadRecipe } from '../recipes.js'
import { endWithReport, isAnnounced, readTargets, reportOption } from '../reports.js'
import { checkMade, readRequire, requireOption } from '../require.js'
import { readSupplies, supplyOptions } from '../supply.js'
import { createProgress, talk } from '../terminal.js'
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
    .option('log', logOption)
    .options(supplyOptions)
    .option('feed', feedOption)
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
    .example('$0 verify bundle.json --trust trust.json --log log/', 'And that the log has no other draw')
    .example('$0 verify draw.json --require winner.derived', 'Gate on one claim')
    .example('$0 verify draws --report junit=draws.xml,html=draws.html', 'Reports for CI and for people')
    .example('$0 verify draw.json --beacon round.json', 'With the round that drand signed')
    .example('$0 verify draws --feed', 'Each draw, and all of them against one another')
    .example('curl -s URL | $0 verify - --format json', 'Verify what a service answers')
}

export const verifyCommand: Command<typeof build> = {
  name: 'verify <path..>',
  describe: 'Verify audit records, published draws, bundles, fraud proofs, and what drawaudit fetch saved',
  build,
  async run({ path, recipe, require, engine, format, report, quiet, color, feed: isFeed, ...about }) {
    spareMemory()
    const captures = path.filter(isCapture)
    const sources = findSources(path.filter(one => !captures.includes(one)))
    const given = recipe === undefined ? undefined : loadRecipe(recipe)
    const required = require === undefined ? undefined : readRequire(require)
    const asked = splitRequire(required, isFeed)
    const beside = readBeside(about, path.length)
    const { log: logPlace, 'allow-private': allowPrivate } = about
    if (logPlace !== undefined && captures.length > 0) {
      throw new DrawauditError('usage', '--log goes with a bundle, and this is a folder of drawaudit fetch', {
        hint: 'name the file with the bundle in it',
      })
    }
    const supplies = await readSupplies(about, beside.trust)
    const targets = readTargets(report, [...sources.map(({ name }) => name), ...(about.beacon ?? [])])
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
      ...(asked.require && { require: asked.require }),
    }
    const { evidence, trust } = beside
    const bundle = { trust, options: { ...evidence, engine: options.engine }, now: () => options.now }
    const applied = given && { recipe: given, engine: options.engine }
    const feed = isFeed ? createFeed(path, options.findRecipe, options.engine) : undefined
    return endWithReport(targets, printer, async () => {
      const progress = createProgress(quiet || format !== 'text')
      const subjects: Subject[] = []
      let isComplete = true
      let leftOut = 0
      const print = async (subject: Subject): Promise<void> => {
        await printer.subject(subject)
        subjects.push(forgets ? outline(subject) : subject)
      }
      const add = async (subject: Subject): Promise<void> => {
        isComplete &&= !subject.claims.some(({ id }) => id === 'document.read')
        if (asked.isFeedAlone && !isNews(subject)) leftOut += 1
        else await print(subject)
      }
      try {
        const examine = async (source: Source, index: number): Promise<void> => {
          const place = `verifying ${index + 1} of ${sources.length}`
          progress.show(place)
          const document = readDocument(source, asked.require)
          if ('verdict' in document) {
            feed?.miss()
            await add(document)
            return
          }
          const { value } = document
          refuseBeside(value, beside, source.name)
          const list = findList(value, source, options.engine, about.ticket, progress)
          const supply = await supplies.findFor(value, source.name, options.findRecipe, progress)
          const reading = { trust, engine: options.engine, allowPrivate, progress }
          const log =
            logPlace === undefined ? undefined : await readLog(value, { place: logPlace, ...reading })
          await add(
            verifyDocument(value, {
              ...options,
              trust,
              beside: { ...evidence, ...(list && { list }), ...(log && { log }) },
              source: source.name,
              ...(supply && { supply }),
              onProgress: (done, total) => {
                progress.show(`${place}: ${Math.floor((100 * done) / total)} % of a hash chain`)
              },
            }),
          )
          feed?.add(value, source.name)
        }
        // Each in a function of its own, which leaves nothing of one document while the next is read.
        for (const [index, source] of sources.entries()) await examine(source, index)
        for (const folder of captures) {
          const saved = verifyCapture(folder, applied, asked.require, bundle, feed?.add)
          for await (const subject of saved) await add(subject)
        }
      } finally {
        progress.clear()
      }
      supplies.finish(isComplete)
      if (feed !== undefined) await print(feed.compare())
      if (leftOut > 0) talk(`${leftOut} not listed: nothing is asked of them, and they are not refuted\n`)
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
    return { value: readJson(source) }
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
