/**
 * `drawaudit check`
 *
 * @packageDocumentation
 */
import { mostRequests } from '../../conformance/burst.js'
import { raffleProbes, serviceProbes } from '../../conformance/probe-names.js'
import type { Envelope } from '../../core/dsse.js'
import { parseJson } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { parseObservation } from '../../model/observation.js'
import { isRule, type Subject } from '../../model/report.js'
import { createReport } from '../../verify/verdict.js'
import {
  acceptReplacementsOption,
  observationOption,
  readBundleEvidence,
  timestampOption,
  trustOnFirstUseOption,
  trustOption,
  type GatheringEvidence,
} from '../shared/beside-bundle.js'
import { checkAll, type ServiceCheckPlan } from './check-all.js'
import { openLock } from './open-lock.js'
import {
  engineOption,
  quietOption,
  findEngine,
  recipeOption,
  switchOption,
  valueOption,
} from '../shared/options.js'
import { escapeText } from '../../render/escape.js'
import type { Beside } from '../../render/text.js'
import { quote, repeatOptions } from '../shared/next-step.js'
import { createPrinter, detailsOption, reportFormatOption } from '../shared/print.js'
import { loadRecipe } from '../shared/recipes.js'
import {
  concurrencyOption,
  openRemote,
  readConcurrency,
  readInteger,
  remoteOptions,
  urlArgument,
  type Remote,
} from '../shared/remote.js'
import { endWithReport, readTargets, reportOption } from '../shared/reports.js'
import { MadeClaims, readRequire, requireOption } from '../shared/require.js'
import { listRules, selectRules, type RuleSelection } from './rules.js'
import { gatherFromService } from './gather.js'
import { assertLogPlace } from './service-log.js'
import { createProgress, reflowFor, talk, writeResult } from '../shared/terminal.js'
import { trustOnFirstUse } from '../shared/trust-file.js'
import { defineCommand, type CommandArguments } from '../shared/command.js'

/** Number of invalid requests generated from `--seed`. */
const generatedRequests = 20

type CheckArguments = CommandArguments<typeof options>

type CheckPlan = ServiceCheckPlan & { readonly bundle: GatheringEvidence }

const options = {
  ...remoteOptions,
  rules: {
    ...valueOption,
    array: true,
    describe: 'Check only these rules: ids or their beginnings, like AUD or ERR-04',
  },
  skip: { ...valueOption, array: true, describe: 'Leave these rules out' },
  'list-rules': { ...switchOption, describe: 'Print the rules and exit' },
  require: { ...requireOption, describe: 'Ask the draws for these claims and levels too' },
  trust: trustOption,
  observation: observationOption,
  timestamp: {
    ...timestampOption,
    describe: 'A time-stamp token (RFC 3161) of a statement; may be repeated',
  },
  log: {
    ...valueOption,
    describe:
      'The operator’s log, a folder or a URL (default: that of the service, if the trust file names it)',
  },
  'accept-replacements': acceptReplacementsOption,
  'trust-on-first-use': trustOnFirstUseOption,
  recipe: { ...recipeOption, describe: 'Apply this recipe to the draws: a name, or a file' },
  engine: engineOption,
  'probe-rate-limit': {
    ...switchOption,
    describe: `Try the rate limit too, with up to ${mostRequests} requests in a row`,
  },
  seed: {
    ...valueOption,
    describe: 'Also send invalid requests generated from this number, which seeds counts of entries too',
  },
  lock: {
    ...valueOption,
    describe: 'Compare with the records in this lock file, and add new ones',
  },
  frozen: { ...switchOption, describe: 'Do not change the lock file' },
  concurrency: concurrencyOption,
  details: detailsOption,
  all: { ...switchOption, describe: 'Print every rule, the satisfied ones too' },
  format: reportFormatOption,
  report: reportOption,
  quiet: { ...quietOption, describe: 'One line for each raffle' },
} as const

export const checkCommand = defineCommand({
  name: 'check [url]',
  describe: 'Check a remote service against the interface specification, and its draws',
  arguments: { url: urlArgument },
  options,
  examples: [
    ['$0 check https://raffles.example/api/v1 --raffle UUID', 'The service, and one raffle of it'],
    ['$0 check URL --raffle UUID --require unsteerable', 'Require a level of the draws too'],
    ['$0 check URL --raffle UUID --lock drawaudit.lock.json', 'Detect changes since the last check'],
    ['$0 check URL --raffle UUID --report junit=check.xml,html=check.html', 'Reports for CI'],
    ['$0 check --list-rules', 'What is checked'],
  ],
  exits: {
    0: 'no must is broken, the records agree with themselves, and what --require names is proven',
    1: 'a must is broken, or a claim is refuted',
    3: 'something that was asked for cannot be shown: a rule is kept now and then, a level is not reached, the trust file does not have the key that signed',
    4: 'nothing but the network or the service kept it from being decided: no connection, something in front of it, or answers of 500 and above',
  },
  async print(options) {
    const selection = selectRules(options.rules, options.skip)
    if (options['list-rules']) {
      await writeResult(reflowFor(process.stdout, listRules(selection.chosen)))
      return 0
    }
    const { url } = options
    if (url === undefined) {
      throw new DrawauditError('usage', 'the base URL is missing', {
        hint: 'drawaudit check https://raffles.example/api/v1 --raffle UUID',
      })
    }
    const plan = await readPlan(options, selection)
    const targets = readTargets(options.report, options.lock === undefined ? [] : [options.lock])
    const printer = createPrinter(options, subject => describeNext(subject, { ...options, url }))
    return endWithReport(targets, printer, async () => {
      const lock = options.lock === undefined ? undefined : openLock(options.lock, options.frozen)
      const subjects: Subject[] = []
      const progress = createProgress(options.quiet || options.format !== 'text')
      let raffles = 0
      const remote = await openRemote({ ...options, url }, undefined, sent => {
        progress.show(`${sent} requests; ${subjects.length} of ${raffles + 1} checked`)
      })
      raffles = remote.raffles.length
      try {
        announceTime(remote, plan)
        tellOtherRaffles(remote, plan.bundle.options.observations)
        if (options['trust-on-first-use'] && options.trust !== undefined) {
          await takeKeys(remote, options.trust)
        }
        try {
          const { log, engine } = options
          const { concurrency } = plan
          const bundle = await gatherFromService(remote, plan.bundle, { log, engine, progress, concurrency })
          for await (const subject of checkAll(remote, { ...plan, bundle }, lock)) {
            subjects.push(subject)
            await printer.subject(subject)
          }
        } finally {
          progress.clear()
        }
        if (plan.require !== undefined) {
          const made = new MadeClaims()
          for (const subject of subjects) made.add(subject)
          made.check(plan.require)
        }
        lock?.save()
        adviseIntercepted(remote)
        const { rules, skip } = selection
        return createReport(inOrder(subjects, remote), {
          ...(plan.require && { require: plan.require }),
          ...(rules && { rules }),
          ...(skip && { skip }),
          ...(plan.generate && { seed: plan.generate.seed }),
        })
      } finally {
        remote.client.close()
      }
    })
  },
})

/** The next step, printed below a subject. */
function describeNext(
  subject: Subject,
  { url, trust, lock, raffle }: Pick<CheckArguments, 'trust' | 'lock' | 'raffle'> & { readonly url: string },
): Beside {
  const { kind, verdict, source, claims } = subject
  const named = kind === 'raffle' ? source.slice(source.lastIndexOf('/') + 1) : (raffle?.[0] ?? 'UUID')
  const again = (...more: readonly string[]): string =>
    ['drawaudit', 'check', url, '--raffle', named, ...repeatOptions({ trust }), ...more].map(quote).join(' ')
  const broken = claims.find(claim => claim.status === 'refuted' && isRule(claim))
  if (broken !== undefined) {
    return { next: { says: 'once it is fixed, try that rule alone', command: again('--rules', broken.id) } }
  }
  if (verdict === 'refuted') {
    return {
      next: {
        says: 'save what the service shows now',
        command: `drawaudit fetch ${quote(url)} --raffle ${named}`,
      },
    }
  }
  if (kind === 'raffle' && trust === undefined && claims.some(({ code }) => code === 'operator-unknown')) {
    const command = `drawaudit trust init && drawaudit trust add trust.json --from ${quote(url)}/keys --fingerprint FINGERPRINT`
    return {
      next: {
        says: 'add the operator’s key, with its fingerprint from a separate channel, and check again with --trust trust.json',
        command,
      },
    }
  }
  if (claims.some(({ id }) => id === 'document.read')) {
    return { next: { says: 'check again when the service answers', command: again() } }
  }
  if (kind === 'service' || lock !== undefined) return {}
  return {
    next: {
      says: 'save what was seen, so that later changes show',
      command: again('--lock', 'drawaudit.lock.json'),
    },
  }
}

/** Adds the keys of the service to the trust file. This does not verify who signed, so the current run ignores them. */
async function takeKeys({ baseUrl, client }: Remote, file: string): Promise<void> {
  const { status, body } = await client.request(`${baseUrl}/keys`, {
    headers: [['Accept', 'application/json']],
  })
  if (status !== 200) {
    talk(
      `the service shows no keys at ${baseUrl}/keys (status ${status}): nothing was added to ${escapeText(file)}\n`,
    )
    return
  }
  const { changes } = trustOnFirstUse(file, parseJson(body))
  for (const { outcome, name, fingerprint } of changes) {
    talk(`${escapeText(file)}: ${outcome} the key ${fingerprint} of ${escapeText(name)}\n`)
  }
  talk(
    changes.length === 0
      ? `nothing was added to ${escapeText(file)}: it has these operators already\n`
      : 'the keys were added on first use, without a separate channel: compare their fingerprints; this run does not use them\n',
  )
}

/** Parses the options, before any request is sent. */
async function readPlan(options: CheckArguments, { chosen }: RuleSelection): Promise<CheckPlan> {
  const { require, recipe, seed, log } = options
  if (log !== undefined) await assertLogPlace(log)
  const bundle = await readBundleEvidence(options, findEngine(options.engine))
  return {
    rules: chosen,
    require: require === undefined ? undefined : readRequire(require),
    recipe:
      recipe === undefined
        ? undefined
        : { recipe: loadRecipe(recipe, bundle.trust), engine: findEngine(options.engine) },
    generate: seed === undefined ? undefined : await readSeed(seed),
    probeLimit: options['probe-rate-limit'],
    bundle,
    concurrency: readConcurrency(options.concurrency),
  }
}

/** The generator is slow to load, and rarely used. */
async function readSeed(text: string): Promise<ServiceCheckPlan['generate']> {
  const seed = readInteger('seed', text, -(2 ** 31), 2 ** 31 - 1)
  const { generateRequests } = await import('../../conformance/generate.js')
  return { seed, requests: raffle => generateRequests(raffle, seed, generatedRequests) }
}

/** Announces a long run: a service answers 60 requests a minute. */
function announceTime({ raffles, longestWait }: Remote, { probeLimit, generate }: ServiceCheckPlan): void {
  const requests =
    raffles.length * raffleProbes.length + serviceProbes.length + (generate ? generatedRequests : 0)
  const minutes = Math.floor(requests / 60)
  if (minutes > 0) {
    talk(
      `about ${requests} requests: at 60 a minute they take ${minutes === 1 ? 'a minute' : `${minutes} minutes`} or more\n`,
    )
  }
  if (probeLimit) {
    talk(
      `trying the rate limit: up to ${mostRequests} requests in a row, then a wait of a minute or so, ${longestWait} s at most\n`,
    )
  }
}

/** Warns of observations of other raffles: probably the wrong files. */
function tellOtherRaffles({ raffles }: Remote, observations: readonly Envelope[] = []): void {
  const others = observations.flatMap(({ payload }) => {
    try {
      const { raffle_id: raffle } = parseObservation(payload)
      return raffles.includes(raffle) ? [] : [raffle]
    } catch (error) {
      // Malformed, or an observation of an address: verification reports these.
      if (error instanceof DrawauditError) return []
      throw error
    }
  })
  for (const raffle of new Set(others)) {
    talk(
      `note: an observation is of raffle ${escapeText(raffle)}, which is not checked here: it proves nothing\n`,
    )
  }
}

/** Prints once the advice that every undecided claim would repeat. */
function adviseIntercepted({ session: { intercepted } }: Remote): void {
  if (intercepted?.hint === undefined) return
  talk(`note: ${escapeText(intercepted.message)}; ${intercepted.hint}\n`)
}

/** Raffles in the order of the options, then the service. */
function inOrder(subjects: readonly Subject[], { baseUrl, raffles }: Remote): readonly Subject[] {
  const place = ({ kind, source }: Subject): number =>
    kind === 'service' ? raffles.length : raffles.indexOf(source.slice(`${baseUrl}/raffles/`.length))
  return subjects.toSorted((a, b) => place(a) - place(b))
}
