/**
 * Verifies a capture, as saved by `drawaudit fetch`, offline.
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
import { describeDraw } from '../../verify/headline.js'
import { decideSubject, type Examination } from '../../verify/verdict.js'
import { readCapture } from '../shared/captures.js'

/** Probes whose answers are judged. Drift needs a lock. */
const probes: readonly ProbeName[] = ['audit', 'stats', 'odds', 'bundle']

/** Probes whose answers describe the draws. */
const documents: readonly ProbeName[] = ['audit', 'bundle']

/**
 * Yields two subjects per raffle: the rules, as far as the answers show them, and the draw, judged like its record
 * or bundle alone. A single violation counts, since each answer was recorded once.
 *
 * @param require - required rules apply to the answers, everything else to the draw.
 * @param onDocument - called with each readable record and bundle.
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
  // Imports the network modules, so loaded only when needed.
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
    const { rules: conformance, evidence } = await examineRaffle({
      baseUrl: manifest.base_url,
      vendorType: manifest.vendor_type,
      raffle,
      rules,
      probes,
      confirmations: 1,
      send: probe => Promise.resolve(answers.get(probe) ?? { probe, fault: missing() }),
      ...(recipe && { recipe }),
      // Captures by earlier versions have no bundles.
      ...(answers.has('bundle') && {
        bundle: summary ? { ...bundle, options: { ...options, log: summary } } : bundle,
      }),
    })
    const own = [...altered.filter(({ file }) => file.startsWith(`${raffle}/`)), ...(log?.altered ?? [])]
    const claims = [checkCapture(own), ...conformance.claims]
    yield decideSubject({
      source: join(folder, raffle),
      kind: 'raffle',
      title: `raffle ${raffle} of ${manifest.base_url}, as fetched ${manifest.captured_at}`,
      claims,
      findings: conformance.findings,
      who_could_choose: evidence.who_could_choose,
    })
    const asked = require?.filter(id => !claims.some(claim => claim.id === id))
    const isAsked = asked === undefined || asked.length > 0
    if (isAsked || evidence.claims.some(({ status }) => status === 'refuted')) {
      yield decideSubject(describeDrawn(evidence, join(folder, raffle)), asked)
    }
  }
}

/** The draw as a subject of its own, named after the file of its record or bundle. */
function describeDrawn(evidence: Examination, folder: string): Examination {
  const isBundle = evidence.kind === 'bundle'
  const { level = 0, headline = describeDraw(level) } = evidence
  return {
    ...evidence,
    source: join(folder, isBundle ? 'bundle.json' : 'audit.json'),
    kind: isBundle ? 'bundle' : 'audit-record',
    headline,
  }
}

/** The recorded bundles by raffle id. */
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
