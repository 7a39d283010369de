/**
 * The statements of webhooks. None of them reads more of what was queued than it needs: a test asks each database for
 * its plans.
 *
 * Where the database lets several write at once, workers carry them out beside each other and beside the one
 * transaction of all others that write, and never wait for each other in a circle:
 *
 * - whoever settles deliveries or queues them anew locks their endpoint first, several in the order of their ids;
 * - what takes, gives back or prunes passes over what another one has locked;
 * - one at a time removes deliveries or queues them anew, so that what is said of messages stays right: `clear`.
 *
 * @packageDocumentation
 */
import type { Dialect } from './sql.js'

export type OutboxSql = ReturnType<typeof createOutboxSql>

const numberOf = '(SELECT number FROM webhook_endpoint WHERE id = @endpoint)'

/** Deliveries with the names that their messages and endpoints have outside, each with its last attempt. */
const deliveries = `SELECT webhook_delivery.number, webhook_message.id AS message, type, raffle_id,
    webhook_endpoint.id AS endpoint, webhook_delivery.state, attempts, due, webhook_message.created_at, settled_at,
    at, duration, status, error, address
  FROM webhook_delivery
  JOIN webhook_message ON webhook_message.number = message
  JOIN webhook_endpoint ON webhook_endpoint.number = endpoint
  LEFT JOIN webhook_attempt ON webhook_attempt.number =
    (SELECT max(number) FROM webhook_attempt WHERE delivery = webhook_delivery.number)`

/** What an endpoint can be sent now. */
const isClaimable = `endpoint = (SELECT number FROM webhook_endpoint WHERE id = @endpoint AND state = 'active')
  AND state = 'pending' AND worker IS NULL AND due <= @now`

/** Who does not say any more that it lives, or said so by a clock that was ahead, or before the machine started. */
const isDead = '(alive_until <= @now OR alive_until > @latest)'

/** Queues anew what is there already. */
const again = `UPDATE webhook_delivery
  SET state = 'pending', attempts = 0, due = @now, created_at = @now, settled_at = NULL`

/** The row stands for the right to do it, until the transaction ends. */
const clear = 'SELECT 1 FROM drawaudit_store FOR NO KEY UPDATE'

/** What is said where others write at the same time. */
export const sharedOutboxSql = {
  // The three of a claim at once. Who is not alive takes nothing: it would never come back.
  claim: `WITH
    alive AS MATERIALIZED (
      SELECT id FROM webhook_worker WHERE id = @worker AND alive_until > @shared FOR KEY SHARE),
    taken AS MATERIALIZED (
      SELECT number FROM webhook_delivery WHERE ${isClaimable}
      ORDER BY due, number LIMIT @limit FOR UPDATE SKIP LOCKED)
    UPDATE webhook_delivery SET worker = alive.id FROM alive, taken, webhook_message
    WHERE webhook_delivery.number = taken.number AND webhook_message.number = message
    RETURNING webhook_delivery.number, attempts, due, webhook_message.id AS message, body, webhook_message.created_at`,
  clear,
  tryToClear: `${clear} SKIP LOCKED`,
  endpointOf: `SELECT 1 FROM webhook_endpoint
    WHERE number = (SELECT endpoint FROM webhook_delivery WHERE number = ?) FOR NO KEY UPDATE`,
} as const

/** Parameters are those of `outbox-tables.ts`. */
export function createOutboxSql(dialect: Dialect) {
  const isAmong = (column: string, query: string): string => dialect.isAmong(column, query)
  const lock = (clause: string): string => (dialect.hasOneWriter ? '' : clause)
  /** Queues what never was, for an endpoint that wants it. */
  const anew = `INSERT INTO webhook_delivery (message, endpoint, state, attempts, due, created_at)
    SELECT webhook_message.number, webhook_endpoint.number, 'pending', 0, @now, @now
    FROM webhook_message, webhook_endpoint
    WHERE webhook_endpoint.id = @endpoint AND type <> 'endpoint.challenge'
      AND (events IS NULL OR ${isAmong('type', dialect.listed('@events', 'text'))})
      AND NOT EXISTS (SELECT 1 FROM webhook_delivery
                      WHERE message = webhook_message.number AND endpoint = webhook_endpoint.number)`
  return {
    settings: 'SELECT api_url FROM webhook_setting',
    steadyClock: 'SELECT clock_at, clock_elapsed FROM webhook_setting',
    endpoints: 'SELECT * FROM webhook_endpoint ORDER BY number',
    endpoint: 'SELECT * FROM webhook_endpoint WHERE id = ?',
    lockedEndpoint: `SELECT * FROM webhook_endpoint WHERE id = ? ${lock('FOR NO KEY UPDATE')}`,
    due: `SELECT * FROM (
      SELECT id AS endpoint, (SELECT min(due) FROM webhook_delivery
                              WHERE endpoint = webhook_endpoint.number AND state = 'pending' AND worker IS NULL) AS due
      FROM webhook_endpoint WHERE state = 'active') AS active WHERE due IS NOT NULL`,
    deliveriesIn: `${deliveries} WHERE webhook_delivery.state = @state
      ORDER BY webhook_delivery.number DESC LIMIT @limit`,
    deliveriesTo: `${deliveries} WHERE endpoint = ${numberOf} AND webhook_delivery.state = @state
      ORDER BY webhook_delivery.number DESC LIMIT @limit`,
    // As many as there are endpoints at most.
    deliveriesOf: `${deliveries}
      WHERE message = (SELECT number FROM webhook_message WHERE id = @messageId)
      ORDER BY webhook_delivery.number DESC`,
    messages: 'SELECT id FROM webhook_message WHERE id >= @from AND id < @to ORDER BY id LIMIT 2',
    attempts: `SELECT at, duration, status, error, address FROM webhook_attempt
      WHERE delivery = ? ORDER BY number`,
    countPending: `SELECT count(*) AS count
      FROM (SELECT 1 FROM webhook_delivery WHERE state = 'pending' LIMIT ?) AS pending`,
    hasDead: `SELECT 1 FROM webhook_worker WHERE ${isDead} LIMIT 1`,
    hasDelivered: 'SELECT 1 FROM webhook_endpoint WHERE id = ? AND delivered_at >= ?',

    writeSettings: `INSERT INTO webhook_setting (id, api_url, api_url_digest) VALUES (1, ?, ?)
      ON CONFLICT (id) DO UPDATE SET api_url = excluded.api_url, api_url_digest = excluded.api_url_digest`,
    writeSteadyClock: 'UPDATE webhook_setting SET clock_at = @at, clock_elapsed = @elapsed',
    writeEndpoint: `INSERT INTO webhook_endpoint (id, origin, path, events, allow_http, allow_any_port, networks, state, reason,
        created_at, changed_at, secret, old_secret, old_secret_until, public_key, private_key, old_public_key,
        old_private_key, old_key_until, not_before)
      VALUES (@id, @origin, @path, @events, @http, @anyPort, @networks, @state, @reason,
        @createdAt, @changedAt, @secret, @oldSecret, @oldSecretUntil, @publicKey, @privateKey, @oldPublicKey,
        @oldPrivateKey, @oldKeyUntil, @notBefore)
      ON CONFLICT (id) DO UPDATE SET origin = @origin, path = @path, events = @events, allow_http = @http, allow_any_port = @anyPort,
        networks = @networks, state = @state, reason = @reason, created_at = @createdAt, changed_at = @changedAt,
        secret = @secret, old_secret = @oldSecret, old_secret_until = @oldSecretUntil,
        public_key = @publicKey, private_key = @privateKey, old_public_key = @oldPublicKey,
        old_private_key = @oldPrivateKey, old_key_until = @oldKeyUntil, not_before = @notBefore`,
    removeEndpoint: 'DELETE FROM webhook_endpoint WHERE id = ?',
    addMessage: `INSERT INTO webhook_message (id, type, raffle_id, created_at, body, digest, is_needed)
      VALUES (@id, @type, @raffleId, @createdAt, @body, @digest, 0) RETURNING number`,
    numbers: `SELECT id, number FROM webhook_endpoint WHERE ${isAmong('id', dialect.listed('@ids', 'text'))}`,

    isAlive: 'SELECT 1 FROM webhook_worker WHERE id = ? AND alive_until > ?',
    claimable: `SELECT webhook_delivery.number, attempts, due, webhook_message.id AS message, body,
        webhook_message.created_at
      FROM webhook_delivery JOIN webhook_message ON webhook_message.number = message
      WHERE ${isClaimable} ORDER BY due, webhook_delivery.number LIMIT @limit`,
    claimOne: 'UPDATE webhook_delivery SET worker = ? WHERE number = ?',
    addAttempt: `INSERT INTO webhook_attempt (delivery, at, duration, status, error, address)
      SELECT number, @at, @duration, @status, @error, @address FROM webhook_delivery WHERE number = @number
      ${lock('FOR KEY SHARE')}`,
    hasten: `UPDATE webhook_delivery SET due = @now WHERE ${isAmong(
      'number',
      `SELECT number FROM webhook_delivery
       WHERE ${isAmong('endpoint', 'SELECT number FROM webhook_endpoint')} AND state = 'pending' AND worker IS NULL
         AND due > @soon AND (attempts = 0 OR due > @latest) ${lock('FOR UPDATE SKIP LOCKED')}`,
    )}`,
    settle: `UPDATE webhook_delivery
      SET state = @state, attempts = attempts + 1, due = coalesce(@due, due), settled_at = @settledAt, worker = NULL
      WHERE number = @number AND worker = @worker RETURNING endpoint`,
    delivered: `UPDATE webhook_endpoint
      SET delivered_at = CASE WHEN delivered_at > @at THEN delivered_at ELSE @at END WHERE number = @number`,
    beat: `INSERT INTO webhook_worker (id, alive_until) VALUES (?, ?)
      ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until`,
    dead: `SELECT id FROM webhook_worker WHERE id <> @worker AND ${isDead} ORDER BY id ${lock('FOR UPDATE SKIP LOCKED')}`,
    freeClaims: `UPDATE webhook_delivery SET worker = NULL WHERE ${isAmong(
      'number',
      `SELECT number FROM webhook_delivery WHERE worker = ? ${lock('FOR UPDATE SKIP LOCKED')}`,
    )}`,
    // It stays while another one has locked what it has, and is found dead later.
    removeWorker: `DELETE FROM webhook_worker
      WHERE id = ? AND NOT EXISTS (SELECT 1 FROM webhook_delivery WHERE worker = webhook_worker.id)`,
    giveUp: `UPDATE webhook_delivery SET state = 'failed', settled_at = @now, worker = NULL
      WHERE endpoint = ${numberOf} AND state = 'pending'`,
    againOne: `${again}
      WHERE message = (SELECT number FROM webhook_message WHERE id = @messageId) AND endpoint = ${numberOf}
        AND worker IS NULL`,
    againSince: `${again}
      WHERE endpoint = ${numberOf} AND state IN ('failed', 'held', 'pending') AND worker IS NULL
        AND (SELECT created_at FROM webhook_message WHERE number = message) >= @since`,
    anewOne: `${anew} AND webhook_message.id = @messageId`,
    anewSince: `${anew} AND webhook_message.created_at >= @since`,
    pruneAttempts: `DELETE FROM webhook_attempt WHERE ${isAmong(
      'number',
      'SELECT number FROM webhook_attempt WHERE at < ? ORDER BY at LIMIT ?',
    )}`,
    pruneDeliveries: `DELETE FROM webhook_delivery WHERE ${isAmong(
      'number',
      `SELECT number FROM webhook_delivery WHERE settled_at < ? ORDER BY settled_at LIMIT ?
       ${lock('FOR UPDATE SKIP LOCKED')}`,
    )}`,
    pruneMessages: `DELETE FROM webhook_message WHERE ${isAmong(
      'number',
      'SELECT number FROM webhook_message WHERE is_needed = 0 AND created_at < ? ORDER BY created_at LIMIT ?',
    )}`,
  }
}
