/**
 * Sends challenges, which confirm that an endpoint wants events, and test it.
 *
 * @packageDocumentation
 */
import { native } from '../../native/engine.js'
import { createMessageId } from '../../operator/announce.js'
import type { Desk } from '../../operator/desk.js'
import { confirmEndpoint } from '../../operator/webhooks.js'
import { escapeText } from '../../render/escape.js'
import type { EndpointRow } from '../../store/outbox.js'
import { answersChallenge, formatChallenge } from '../../webhook/challenge.js'
import { isSuccess } from '../../webhook/record.js'
import { createSender, type Sent } from '../../webhook/send.js'
import { Signers } from '../../webhook/sign.js'

/** The result of a challenge. */
export interface ChallengeResult {
  readonly sent: Sent
  /** Whether it answered 2xx with the challenge in the body. */
  readonly answered: boolean
  /** Its state after the challenge. */
  readonly endpoint: EndpointRow
}

/**
 * Sends a challenge to an endpoint; an unconfirmed one that answers becomes active.
 *
 * @throws DrawauditError `secret-locked`; as the store does; never for the endpoint's answer.
 */
export async function challengeEndpoint(desk: Desk, endpoint: EndpointRow): Promise<ChallengeResult> {
  const { decrypt } = await desk.openSecrets()
  const { challenge, body } = formatChallenge(desk.random, desk.now())
  const id = createMessageId(desk.random)
  const signers = new Signers(decrypt, native)
  const headers = signers.headers(endpoint, { id, body }, desk.now().getTime())
  const sender = createSender()
  try {
    const { allow } = endpoint
    const sent = await sender.send({ url: signers.url(endpoint), allow, headers, body })
    const answered = isSuccess(sent.attempt) && answersChallenge(sent.answer, challenge)
    return { sent, answered, endpoint: answered ? await confirmEndpoint(desk, endpoint.id) : endpoint }
  } finally {
    sender.close()
  }
}

/** The result of a challenge in words. */
export function describeChallenge({ sent, answered }: ChallengeResult): string {
  const { status, duration, address } = sent.attempt
  if (status === undefined) return `not answered: ${sent.message ?? 'no answer'}`
  const how = `${status} after ${duration} ms${address === undefined ? '' : `, from ${escapeText(address)}`}`
  if (answered) return `answered: ${how}`
  return isSuccess(sent.attempt)
    ? `not answered: ${how}, without the challenge in the body`
    : `not answered: ${how}`
}
