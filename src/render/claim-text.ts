/**
 * Words a claim by how it ended. A claim's sentence says what holds, so beside "refuted" or "not provable" it
 * would say the opposite of what was found.
 *
 * @packageDocumentation
 */
import { isRule, type Claim } from '../model/report.js'

/** Sentences that begin the message of a claim even if it is refuted, and the failure to say instead. */
export const failures: readonly (readonly [holds: string, fails: string])[] = [
  ['every draw that was seen before still says what it said', 'a draw no longer says what it said'],
  [
    'the service’s history shows every record that was seen',
    'the service’s history lacks a record that was seen',
  ],
  ['the answer has the form of', 'the answer does not have the form of'],
  ['the log’s key signed the checkpoint', 'the log’s key did not sign the checkpoint'],
  ['the log goes on from what was seen before', 'the log contradicts what was seen before'],
  [
    'every entry is a statement that a known key signed',
    'an entry is no statement, or not signed by the key it names',
  ],
  [
    'the statements of every raffle follow one another by the rules',
    'the statements of a raffle break the rules',
  ],
  ['no raffle has two statements in one place', 'a raffle has two statements in one place'],
  [
    'every raffle is sealed and drawn when it has to be',
    'a raffle was not sealed or drawn when it had to be',
  ],
  ['others were shown the same log', 'others were shown another log'],
]

/** Message of a claim; for a refuted or not provable one, worded as a failure. Not escaped. */
export function describeClaim(claim: Claim): string {
  const { id, status, code, message } = claim
  if (id === 'document.read')
    return message.replace(/^([^:"]*(?:"[^"]*")?) can be (read|used)\b/, '$1 cannot be $2')
  if (code === 'claim-not-made') return message
  if (status === 'not-provable') {
    return code === 'rule-not-probed' ? `not tried: ${message}` : `not shown that ${message}`
  }
  if (status !== 'refuted') return message
  if (isRule(claim)) return `this rule is broken: ${message}`
  // All other claims word their failures themselves.
  const [holds, fails] = failures.find(([sentence]) => message.startsWith(sentence)) ?? []
  return holds === undefined || fails === undefined ? message : `${fails}${message.slice(holds.length)}`
}
