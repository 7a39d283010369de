/**
 * `drawaudit verify`
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import type { ListSummary } from '../../verify/bundle/entry-list.js'
import { findSought } from '../../verify/bundle/gather-evidence.js'
import { readFacts } from '../../verify/feed-facts.js'
import { readDocument, type Document } from '../../verify/read-document.js'
import { Tally } from '../../verify/verdict.js'
import {
  acceptReplacementsOption,
  committedOption,
  openListFile,
  observationOption,
  nonceOption,
  proofOption,
  operatorOption,
  raffleOption,
  readBeside,
  receiptOption,
  recordOption,
  refuseBeside,
  refuseLogKeys,
  ticketOption,
  timestampOption,
  trustOption,
  vkeyOption,
} from '../shared/beside-bundle.js'
import { isCapture } from '../shared/captures.js'
import { readLogKeys } from '../shared/log-keys.js'
import { nameDocument, type JsonDocument } from '../shared/documents.js'
import { createFeed, feedOption, isNews, splitRequire } from './feed.js'
import { findSources } from '../../io/files.js'
import { languageTags } from '../../page/languages.js'
import type { ListFile } from '../shared/list-threads.js'
import { spareMemory } from '../shared/memory.js'
import { engineOption, pathArgument, quietOption, recipeOption, type EngineName } from '../shared/options.js'
import { createStream, detailsOption, readRendering, reportFormatOption } from '../shared/print.js'
import { logOption, readBundleLog } from './read-log.js'
import { locateRecipe } from '../shared/recipes.js'
import { endWithReport, isAnnounced, readTargets, reportOption } from '../shared/reports.js'
import { MadeClaims, readRequire, requireOption } from '../shared/require.js'
import { readSupplies, supplyOptions } from './supply.js'
import { SubjectSpool } from '../shared/subject-spool.js'
import { checkStamps, gatherStamps, readStampOptions, readTokens } from '../shared/stamps.js'
import { createProgress, startClock, talk } from '../shared/terminal.js'
import { findWantedPlaces } from './open-bundle-round.js'
import { verifyAll } from './all.js'
import { findCompanions } from './companions.js'
import { verifyCapture } from './capture.js'
import {
  DocumentVerifier,
  findTranslation,
  isRead,
  type DocumentEvidence,
  type DocumentRules,
  type VerifiedDocument,
} from './one.js'
import { defineCommand } from '../shared/command.js'
import { verdictExits } from '../shared/exit-codes.js'
import { repeatOptions } from '../shared/next-step.js'

export const verifyCommand = defineCommand({
  name: 'verify <path..>',
  describe: 'Verify audit records, published draws, bundles, fraud proofs, and what drawaudit fetch saved',
  arguments: { path: pathArgument },
  options: {
    recipe: recipeOption,
    trust: trustOption,
    record: recordOption,
    observation: observationOption,
    timestamp: timestampOption,
    committed: committedOption,
    raffle: raffleOption,
    operator: operatorOption,
    ticket: ticketOption,
    proof: proofOption,
    receipt: receiptOption,
    nonce: nonceOption,
    'accept-replacements': acceptReplacementsOption,
    log: logOption,
    vkey: vkeyOption,
    ...supplyOptions,
    feed: feedOption,
    require: requireOption,
    details: detailsOption,
    lang: {
      choices: languageTags,
      requiresArg: true,
      describe: 'Language of the headline, the claims and who could have chosen, in text',
    },
    engine: engineOption,
    format: reportFormatOption,
    report: reportOption,
    quiet: { ...quietOption, describe: 'One line for each document' },
  },
  examples: [
    ['$0 verify fixtures/draws', 'Verify every draw in a folder'],
    ['$0 verify draw.json --details', 'Every claim and finding, and what each rests on'],
    ['$0 verify bundle.json --trust trust.json --lang de', 'A bundle, told in German'],
    ['$0 verify draw.json --recipe my-platform.json', 'By a recipe of your own'],
    ['$0 verify bundle.json --trust trust.json --record audit.json', 'A bundle, with its record'],
    ['$0 verify bundle.json --trust trust.json --ticket 10042', 'Whether an entry was in'],
    ['$0 verify bundle.json --trust trust.json --receipt receipt.json', 'Whether a receipt was honoured'],
    ['$0 verify bundle.json --trust trust.json --log log/', 'And that the log has no other draw'],
    ['$0 verify log.state.fork-7-9-1f2e3d4c.json --vkey ORIGIN+KEY', 'A fraud proof saved by monitor'],
    ['$0 verify draw.json --timestamp file.tsr --committed file.json', 'A commitment that was time-stamped'],
    ['$0 verify draw.json --require winner.derived', 'Gate on one claim'],
    ['$0 verify draws --report junit=draws.xml,html=draws.html', 'Reports for CI and for people'],
    ['$0 verify draw.json --beacon round.json', 'With the round that drand signed'],
    ['$0 verify sealed.json --trust trust.json --online', 'The winners of a raffle that is not drawn yet'],
    ['export-draws | $0 verify - -q', 'One document on each line, however many'],
    ['$0 verify draws --feed', 'Each draw, and all of them against one another'],
    ['curl -s URL | $0 verify - --format json', 'Verify what a service answers'],
  ],
  exits: verdictExits,
  async print({
    path,
    recipe,
    require,
    details,
    engine,
    format,
    report,
    quiet,
    color,
    feed: isFeed,
    lang: language,
    ...about
  }) {
    spareMemory()
    const captures = path.filter(isCapture)
    const sources = findSources(path.filter(one => !captures.includes(one)))
    const given = recipe === undefined ? undefined : locateRecipe(recipe)
    const required = require === undefined ? undefined : readRequire(require)
    const asked = splitRequire(required, isFeed)
    const beside = readBeside(about, path.length)
    const { log: logPlace, 'allow-private': allowPrivate } = about
    const logs = readLogKeys(about.vkey)
    if (logs.length > 0 && captures.length > 0) {
      throw new DrawauditError(
        'usage',
        '--vkey goes with a fraud proof, and not with a folder of drawaudit fetch',
      )
    }
    if (beside.named.length > 0 && captures.length > 0) {
      const names = beside.named.map(name => `--${name}`).join(' and ')
      throw new DrawauditError(
        'usage',
        `${names} goes with a bundle, and this is a folder of drawaudit fetch`,
        {
          hint: 'name the file with the bundle in it',
        },
      )
    }
    const supplies = await readSupplies(about, beside.trust)
    const targets = readTargets(report, [...sources.map(({ name }) => name), ...(about.beacon ?? [])])
    const rendering = readRendering({ format, color, quiet, details }, required)
    const { evidence, trust, trustJson } = beside
    const stamps = readStampOptions(about)
    const rules: DocumentRules = {
      ...(given && { recipe: given }),
      ...(trustJson && { trust: trustJson }),
      observations: evidence.observations ?? [],
      companions: findCompanions(sources),
      acceptReplacements: evidence.acceptReplacements ?? false,
      ...(asked.require && { require: asked.require }),
      engine,
      now: new Date(),
      rendering,
      ...(language && { language }),
      call: {
        options: repeatOptions({ recipe, ...about, require, lang: language === 'en' ? undefined : language }),
        ...(about.trust !== undefined && { trust: about.trust }),
      },
      isWhole: format === 'json' || targets.length > 0 || isAnnounced(),
      isFeed,
    }
    const translation = await findTranslation(rules)
    const stream = createStream(rendering, translation?.texts.totals)
    const verifier = new DocumentVerifier(rules, translation, trust)
    const isPlain =
      beside.named.length === 0 &&
      logs.length === 0 &&
      stamps.files.length === 0 &&
      !about.online &&
      about.beacon === undefined &&
      about.headers === undefined &&
      about.given === undefined
    const { options } = verifier
    const feed = isFeed ? createFeed(path) : undefined
    const subjects = new SubjectSpool()
    return endWithReport(targets, stream, async () => {
      const progress = createProgress(quiet || format !== 'text')
      const stopClock = startClock(quiet || format !== 'text')
      const tally = new Tally()
      const made = new MadeClaims()
      let isComplete = true
      let leftOut = 0
      const print = ({ subject, text }: VerifiedDocument): void => {
        stream.add(text, subject)
        tally.add(subject)
        made.add(subject)
        if (rules.isWhole) subjects.add(subject)
      }
      const add = async (batch: readonly VerifiedDocument[]): Promise<void> => {
        for (const verified of batch) {
          isComplete &&= isRead(verified)
          if (asked.isFeedAlone && !isNews(verified.subject)) leftOut += 1
          else print(verified)
        }
        progress.clear()
        await stream.flush()
      }
      const findExtras = async (
        document: Document,
        from: JsonDocument,
        place: string,
      ): Promise<DocumentEvidence> => {
        refuseBeside(document, beside, from)
        if (logs.length > 0) refuseLogKeys(document, from)
        const bundle = document.kind === 'bundle' ? document.bundle : undefined
        const list = bundle && openListFile(bundle, from.source.name, progress)
        const supply = await supplies.findFor(document, nameDocument(from), options.findRecipe, progress)
        const reading = { trust, engine: options.engine, allowPrivate, progress }
        const log =
          bundle && logPlace !== undefined && (await readBundleLog(bundle, { place: logPlace, ...reading }))
        const timestamps = await checkStamps(document, stamps, trust, rules.now)
        return {
          ...evidence,
          ...(timestamps && { timestamps, committed: stamps.committed }),
          ...(list && {
            list: await readList(list, engine, findSought(evidence), findWantedPlaces(bundle, supply)),
          }),
          ...(log && { log }),
          ...(logs.length > 0 && { logs }),
          ...(supply && { supply }),
          onProgress: (done, total) => {
            progress.show(`${place}: ${Math.floor((100 * done) / total)} % of a hash chain`)
          },
        }
      }
      try {
        for await (const batch of verifyAll({ sources, rules, verifier, isPlain, findExtras, progress })) {
          if (feed !== undefined) for (const { facts } of batch) feed.note(facts)
          await add(batch)
        }
        const note =
          feed &&
          ((value: JsonValue, source: string): void => {
            feed.note(readFacts(readDocument(value), source, options.findRecipe, options.engine))
          })
        const tokens = captures.length > 0 ? await readTokens(stamps.files) : []
        const bundle = {
          trust,
          options: { ...evidence, engine: options.engine },
          now: () => rules.now,
          gather: gatherStamps(tokens, trust, () => rules.now),
        }
        const applied = options.recipe && { recipe: options.recipe, engine: options.engine }
        for (const folder of captures) {
          const saved = verifyCapture(folder, applied, asked.require, bundle, note)
          for await (const subject of saved) await add([verifier.finish(subject)])
        }
      } finally {
        stopClock()
        progress.clear()
      }
      supplies.finish(isComplete)
      if (feed !== undefined) print(verifier.finish(feed.compare()))
      if (leftOut > 0) talk(`${leftOut} not listed: nothing is required of them, and they are not refuted\n`)
      if (required !== undefined) made.check(required)
      return tally.report(subjects, required && { require: required })
    }).finally(() => {
      subjects.close()
    })
  },
})

/** Loaded only when needed: few draws have a list file. */
async function readList(
  file: ListFile,
  engine: EngineName,
  find: string | undefined,
  at: readonly number[],
): Promise<ListSummary> {
  const threads = await import('../shared/list-threads.js')
  return threads.readList(file, { engine, at, ...(find !== undefined && { find }) })
}
