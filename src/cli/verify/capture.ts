/**
 * A folder that `drawaudit fetch` saved, verified offline.
 *
 * @packageDocumentation
 */
import { join } from 'node:path'
import { readAnswer, type Answer } from '../../conformance/answer.js'
import type { BundleEvidence } from '../../conformance/evidence.js'
import { examineRaffle } from '../../conformance/examine-raffle.js'
import type { ProbeName } from '../../conformance/probe-names.js'
import { rules } from '../../conformance/rules/index.js'
import { parseJson, type JsonValue } from '../../core/json.js'
import { portable } from '../../core/portable.js'
import { DrawauditError } from '../../errors.js'
import type { CapturedExchange } from '../../model/capture.js'
import type { Exchange } from '../../model/exchange.js'
import type { Subject } from '../../model/report.js'
import { checkCapture } from '../../verify/capture.js'
import type { AppliedRecipe } from '../../verify/record-by-recipe.js'
import { decideSubject } from '../../verify/verdict.js'
import { readCapture } from '../shared/captures.js'

/** The answers that are judged; what drift was is for whoever has a lock. */
const probes: readonly ProbeName[] = ['audit', 'stats', 'odds', 'bundle']

/** The answers that are about the draws themselves. */
const documents: readonly ProbeName[] = ['audit', 'bundle']

/**
 * Each raffle of a capture: the rules as far as its answers show them, and its record. One answer is all there ever is,
 * so one that breaks a rule is enough.
 *
 * @param onDocument - told each record and bundle that can be read.
 * @throws DrawauditError as `readCapture` does.
 */
export async function* verifyCapture(
  folder: string,
  recipe: AppliedRecipe | undefined,
  require: readonly string[] | undefined,
  bundle: BundleEvidence,
  onDocument?: (value: JsonValue, source: string) => void,
): AsyncGenerator<Subject> {
  const { manifest, exchanges, altered } = readCapture(folder)
  const { trust, options } = bundle
  // It takes the network's modules along.
  const log =
    manifest.log &&
    (await import('./captured-log.js')).readCapturedLog(folder, manifest.log, readBundles(exchanges), {
      trust,
      engine: options.engine ?? portable,
    })
  for (const raffle of manifest.raffles) {
    const answers = new Map<ProbeName, Answer>()
    for (const { probe, exchange, raffle: about } of exchanges) {
      const [, requestId] = exchange.sent.find(([name]) => name.toLowerCase() === 'x-request-id') ?? []
      const asked = { ...(probe === 'odds' && { entries: 1 }), ...(requestId !== undefined && { requestId }) }
      if (about !== raffle) continue
      answers.set(probe, readAnswer(probe, exchange, asked))
      const document = documents.includes(probe) ? readDocument(exchange) : undefined
      if (document !== undefined) onDocument?.(document, join(folder, raffle, probe))
    }
    const summary = log?.summaries.get(raffle)
    const { examination } = await examineRaffle({
      baseUrl: manifest.base_url,
      vendorType: manifest.vendor_type,
      raffle,
      rules,
      probes,
      confirmations: 1,
      send: probe => Promise.resolve(answers.get(probe) ?? { probe, fault: missing() }),
      ...(recipe && { recipe }),
      // A capture of earlier versions has none.
      ...(answers.has('bundle') && {
        bundle: summary ? { ...bundle, options: { ...options, log: summary } } : bundle,
      }),
    })
    const own = [...altered.filter(({ file }) => file.startsWith(`${raffle}/`)), ...(log?.altered ?? [])]
    const { title = '', claims } = examination
    const saved = { ...examination, source: join(folder, raffle), claims: [checkCapture(own), ...claims] }
    yield decideSubject(
      { ...saved, title: `${title} of ${manifest.base_url}, as fetched ${manifest.captured_at}` },
      require,
    )
  }
}

/** The bundles that were served, by raffle. */
function readBundles(exchanges: readonly CapturedExchange[]): ReadonlyMap<string, JsonValue> {
  const bundles = new Map<string, JsonValue>()
  for (const { probe, raffle, exchange } of exchanges) {
    const document = probe === 'bundle' && raffle !== null ? readDocument(exchange) : undefined
    if (raffle !== null && document !== undefined) bundles.set(raffle, document)
  }
  return bundles
}

function readDocument({ status, body }: Exchange): JsonValue | undefined {
  try {
    return status === 200 ? parseJson(body) : undefined
  } catch (error) {
    if (error instanceof DrawauditError && error.code !== 'internal') return undefined
    throw error
  }
}

function missing(): DrawauditError {
  return new DrawauditError('capture-altered', 'the answer was not saved, or its file was altered')
}
