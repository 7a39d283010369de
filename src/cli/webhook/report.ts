/**
 * Display of endpoints and challenges.
 *
 * @packageDocumentation
 */
import { formatTime } from '../../core/time.js'
import { DrawauditError } from '../../errors.js'
import { webhookEventTypes } from '../../model/webhook-event.js'
import { escapeText } from '../../render/escape.js'
import { formatEndpointKeys, type EndpointRow } from '../../store/outbox.js'
import { describeChallenge, type ChallengeResult } from './challenge-endpoint.js'

const time = (at: number): string => formatTime(new Date(at))

/** Public keys of an endpoint; empty if unreadable, so that the rest can still be shown. */
function listKeys(row: EndpointRow): readonly string[] {
  try {
    return formatEndpointKeys(row, Date.now())
  } catch (error) {
    if (error instanceof DrawauditError) return []
    throw error
  }
}

/** An endpoint in JSON, without its path and secrets. */
export const describeEndpoint = (row: EndpointRow) => ({
  endpoint: row.id,
  origin: row.origin,
  state: row.state,
  reason: row.reason ?? null,
  events: row.events ?? webhookEventTypes,
  allow_http: row.allow.http,
  allow_any_port: row.allow.anyPort,
  allow_networks: row.allow.networks,
  created_at: time(row.createdAt),
  changed_at: time(row.changedAt),
  old_secret_until: row.oldSecret === undefined ? null : time(row.oldSecret.until),
  keys: listKeys(row),
  old_key_until: row.oldKey === undefined ? null : time(row.oldKey.until),
  not_before: row.notBefore === 0 ? null : time(row.notBefore),
})

/** The address of an endpoint without its path, which is secret. */
export const showAddress = (origin: string): string => `${escapeText(origin)}/…`

/** An endpoint as lines of text. */
export function renderEndpoint(row: EndpointRow): string {
  const { id, origin, state, reason, events, changedAt, notBefore, oldSecret } = row
  const lines = [`${id}  ${state.padEnd('unconfirmed'.length)}  ${showAddress(origin)}`]
  if (reason !== undefined) lines.push(`  since ${time(changedAt)}: ${escapeText(reason)}`)
  if (events !== undefined) lines.push(`  only ${events.join(', ')}`)
  if (notBefore > Date.now())
    lines.push(`  no attempts until ${time(notBefore)}: it failed, or asked to wait`)
  if (oldSecret !== undefined && oldSecret.until > Date.now()) {
    lines.push(`  the previous secret signs too until ${time(oldSecret.until)}`)
  }
  if (state === 'unconfirmed') lines.push(`  next: drawaudit webhook test ${id}`)
  if (state === 'disabled') lines.push(`  next: drawaudit webhook resume ${id}`)
  return `${lines.join('\n')}\n${renderEndpointKeys(row, '  ')}`
}

/** Public keys of an endpoint, for verifying without a secret. */
export function renderEndpointKeys(row: EndpointRow, indent = ''): string {
  const [key, old] = listKeys(row)
  if (key === undefined) {
    return `${indent}key: damaged; drawaudit webhook rotate ${row.id} --signing-key --grace 0 makes another\n`
  }
  const before =
    old === undefined || row.oldKey === undefined
      ? ''
      : `${indent}previous key: ${old}, which signs too until ${time(row.oldKey.until)}\n`
  return `${indent}key: ${key}\n${before}`
}

/** The result of a challenge in JSON. */
export const reportChallenge = (challenged: ChallengeResult) => ({
  challenge: {
    answered: challenged.answered,
    status: challenged.sent.attempt.status ?? null,
    code: challenged.sent.attempt.error ?? null,
    address: challenged.sent.attempt.address ?? null,
    ms: challenged.sent.attempt.duration,
  },
})

/** The result of a challenge, and its consequence for the endpoint. */
export function renderChallenge(challenged: ChallengeResult): string {
  const { id, state } = challenged.endpoint
  const says = `challenge ${escapeText(describeChallenge(challenged))}\n`
  const { status = 0 } = challenged.sent.attempt
  const secret = [400, 401, 403].includes(status)
    ? 'a receiver that verifies does not have a new secret yet: give it to the subscriber first\n'
    : ''
  const next = {
    active: 'it is notified of draws\n',
    unconfirmed: `${secret}it receives nothing until it answers one: drawaudit webhook test ${id}\n`,
    paused: `it is paused: drawaudit webhook resume ${id}\n`,
    disabled: `it is disabled: drawaudit webhook resume ${id}\n`,
  }
  return says + next[state]
}

/** A generated secret; one from a file is not repeated. */
export const renderSecret = (secret: string, file: string | undefined): string =>
  file === undefined
    ? `secret: ${secret}\n  shown only once: give it to the subscriber over a private channel\n`
    : 'secret: as given\n'
