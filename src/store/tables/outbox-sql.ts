/**
 * The SQL of webhooks. No statement scans more of the queue than it needs: a test checks the query plans of
 * each database.
 *
 * If the database allows concurrent writes, workers run them concurrently, also with the single transaction
 * of other writers, without deadlocks:
 *
 * - settling or requeuing deliveries locks their endpoints first, in the order of their ids;
 * - claiming, releasing and pruning skip locked rows;
 * - removing and requeuing deliveries are serialized, so that the state of messages stays right: `clear`.
 *
 * @packageDocumentation
 */
import type { Dialect } from './sql.js'

export type OutboxSql = ReturnType<typeof createOutboxSql>

const numberOf = '(SELECT number FROM webhook_endpoint WHERE id = @endpoint)'

/** Deliveries with the public ids of their messages and endpoints, each with its last attempt. */
const deliveries = `SELECT webhook_delivery.number, webhook_message.id AS message, type, raffle_id,
    webhook_endpoint.id AS endpoint, webhook_delivery.state, attempts, due, webhook_message.created_at, settled_at,
    at, duration, status, error, address
  FROM webhook_delivery
  JOIN webhook_message ON webhook_message.number = message
  JOIN webhook_endpoint ON webhook_endpoint.number = endpoint
  LEFT JOIN webhook_attempt ON webhook_attempt.number =
    (SELECT max(number) FROM webhook_attempt WHERE delivery = webhook_delivery.number)`

/** Deliveries that can be sent to an endpoint now. */
const isClaimable = `endpoint = (SELECT number FROM webhook_endpoint WHERE id = @endpoint AND state = 'active')
  AND state = 'pending' AND worker IS NULL AND due <= @now`

/** Workers whose lease has ended, or was set by a clock that was ahead, or before the machine started. */
const isDead = '(alive_until <= @now OR alive_until > @latest)'

/** Requeues existing deliveries. */
const again = `UPDATE webhook_delivery
  SET state = 'pending', attempts = 0, due = @now, created_at = @now, settled_at = NULL`

/** Locks a row that represents this right, until the end of the transaction. */
const clear = 'SELECT 1 FROM drawaudit_store FOR NO KEY UPDATE'

/** Statements for databases with concurrent writes. */
export const sharedOutboxSql = {
  // The three steps of a claim in one. A dead worker claims nothing: it would never be released.
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

/** Parameters are named in `outbox-tables.ts`. */
export function createOutboxSql(dialect: Dialect) {
  const isAmong = (column: string, query: string): string => dialect.isAmong(column, query)
  const lock = (clause: string): string => (dialect.hasOneWriter ? '' : clause)
  /** Queues messages that never were, for an endpoint that subscribes to them. */
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
    // At most as many as there are endpoints.
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
    // A worker with locked claims stays, and is found dead later.
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
