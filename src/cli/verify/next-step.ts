/**
 * The next step after a verdict: a sentence, and a command if there is one.
 *
 * @packageDocumentation
 */
import type { Claim, Subject } from '../../model/report.js'
import type { Beside } from '../../render/text.js'
import { quote } from '../shared/next-step.js'

type Step = NonNullable<Beside['next']>

/** The call that verified a document. */
export interface VerifyCall {
  /** Options that affect verification, for repeating the call. */
  readonly options: readonly string[]
  readonly trust?: string
}

/** The next step after a verdict; undefined if there is none. */
export function findNext(subject: Subject, call: VerifyCall): Step | undefined {
  const { source, kind, verdict, claims } = subject
  // A document within a list or on a line has no path of its own.
  const isFile = source !== '-' && !/#\/|:\d+$/.test(source)
  const again = (...more: readonly string[]): string =>
    ['drawaudit', 'verify', ...(isFile ? [source] : ['FILE']), ...call.options, ...more].map(quote).join(' ')
  const unread = claims.find(({ id }) => id === 'document.read')
  if (unread !== undefined) return afterUnread(unread, isFile ? source : 'FILE')
  if (verdict === 'refuted') return afterRefuted(subject, isFile ? source : 'FILE', call, again)
  const has = (code: Claim['code']): Claim | undefined => claims.find(claim => claim.code === code)
  if (has('operator-unknown') !== undefined && call.trust === undefined) {
    return {
      says: 'add the operator’s key, with its fingerprint from a separate channel, and verify again with --trust trust.json',
      command:
        'drawaudit trust init && drawaudit trust add trust.json --from URL/keys --fingerprint FINGERPRINT',
    }
  }
  if (has('key-unknown') !== undefined || has('operator-unknown') !== undefined) {
    return {
      says: 'the trust file does not have the key that signed; see which keys it has',
      command: `drawaudit trust show ${quote(call.trust ?? 'trust.json')}`,
    }
  }
  const step = afterOpen(subject, call, again)
  if (step !== undefined) return step
  if (kind === 'published-draw')
    return { says: 'redo the draw by hand', command: explain(source, isFile, call) }
  if (kind === 'bundle' && !call.options.includes('--ticket')) {
    return { says: 'see whether a ticket was in the draw', command: again('--ticket', 'TICKET') }
  }
  return undefined
}

function afterUnread({ code }: Claim, file: string): Step {
  switch (code) {
    case 'document-unknown':
      return {
        says: 'if these are the values of a draw, search for its rule',
        command: `drawaudit recipe find ${quote(file)} -o recipe.json`,
      }
    case 'recipe-unknown':
      return {
        says: 'see which recipes there are, or name a file with --recipe',
        command: 'drawaudit recipe list',
      }
    default:
      return {
        says: `get the document again from where it was published; what ${code} means`,
        command: `drawaudit help ${code}`,
      }
  }
}

/** Claims that `explain` shows step by step. */
const computed = /^(?:seed|draw|winner|randomness|entries|prizes|rule)\./

function afterRefuted(
  { kind, claims }: Subject,
  file: string,
  call: VerifyCall,
  again: (...more: readonly string[]) => string,
): Step {
  const refuted = claims.find(({ status }) => status === 'refuted')
  if ((kind === 'published-draw' || kind === 'bundle') && computed.test(refuted?.id ?? '')) {
    return { says: 'see the step that fails, and redo it by hand', command: explain(file, true, call) }
  }
  return {
    says: 'keep the file as it is, and a report to show others',
    command: again('--report', 'html=report.html'),
  }
}

function explain(file: string, isFile: boolean, { options }: VerifyCall): string {
  const at = options.indexOf('--recipe')
  const recipe = at === -1 ? [] : options.slice(at, at + 2)
  return ['drawaudit', 'explain', isFile ? file : 'FILE', ...recipe].map(quote).join(' ')
}

/** The step that would prove more of a draw that is not refuted. */
function afterOpen(
  { kind, claims, findings, level = 0 }: Subject,
  { options }: VerifyCall,
  again: (...more: readonly string[]) => string,
): Step | undefined {
  const isOpen = (id: string, ...codes: readonly Claim['code'][]): boolean =>
    claims.some(claim => claim.id === id && claim.status === 'not-provable' && codes.includes(claim.code))
  if (!options.includes('--online') && isOpen('beacon.genuine', 'beacon-signature-missing')) {
    return { says: 'ask drand for the signature that was not published', command: again('--online') }
  }
  const missing = claims.find(({ code }) => code === 'value-missing')
  if (missing !== undefined && !options.includes('--given')) {
    return {
      says: 'give a value that was not published, if you have it from elsewhere',
      command: again('--given', 'NAME=VALUE'),
    }
  }
  if (kind === 'bundle' && level > 0 && findings.some(({ code }) => code === 'log-unread')) {
    return { says: 'read the entries of the operator’s log too', command: again('--log', 'URL') }
  }
  if (isOpen('evidence.timely', 'evidence-missing') && kind === 'bundle') {
    return {
      says: 'give what an observer signed before the draw, if there is one',
      command: again('--observation', 'FILE'),
    }
  }
  return undefined
}
