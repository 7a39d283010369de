/**
 * The next step after a verdict, and its command.
 *
 * @packageDocumentation
 */
import type { Claim, Subject } from '../../model/report.js'
import type { nextSteps } from '../../page/catalogue/en/terminal.js'
import { quote } from '../shared/next-step.js'

/** A next step by its name, which catalogues have texts for, and its command. */
export interface Step {
  readonly step: keyof typeof nextSteps
  readonly command: string
}

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
      step: 'addKey',
      command:
        'drawaudit trust init && drawaudit trust add trust.json --from URL/keys --fingerprint FINGERPRINT',
    }
  }
  if (has('key-unknown') !== undefined || has('operator-unknown') !== undefined) {
    return {
      step: 'seeKeys',
      command: `drawaudit trust show ${quote(call.trust ?? 'trust.json')}`,
    }
  }
  const step = afterOpen(subject, call, again)
  if (step !== undefined) return step
  if (kind === 'published-draw') return { step: 'seeSteps', command: explain(source, isFile, call) }
  if (kind === 'bundle' && !call.options.includes('--ticket')) {
    return { step: 'findTicket', command: again('--ticket', 'TICKET') }
  }
  return undefined
}

function afterUnread({ code }: Claim, file: string): Step {
  switch (code) {
    case 'document-unknown':
      return {
        step: 'findRule',
        command: `drawaudit recipe find ${quote(file)} -o recipe.json`,
      }
    case 'recipe-unknown':
      return {
        step: 'seeRecipes',
        command: 'drawaudit recipe list',
      }
    default:
      return {
        step: 'getAgain',
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
    return { step: 'seeFailure', command: explain(file, true, call) }
  }
  return {
    step: 'keep',
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
    return { step: 'askDrand', command: again('--online') }
  }
  const missing = claims.find(({ code }) => code === 'value-missing')
  if (missing !== undefined && !options.includes('--given')) {
    return {
      step: 'giveValue',
      command: again('--given', 'NAME=VALUE'),
    }
  }
  if (kind === 'bundle' && level > 0 && findings.some(({ code }) => code === 'log-unread')) {
    return { step: 'readLog', command: again('--log', 'URL') }
  }
  if (isOpen('evidence.timely', 'evidence-missing') && kind === 'bundle') {
    return {
      step: 'giveObservation',
      command: again('--observation', 'FILE'),
    }
  }
  return undefined
}
