/**
 * The statements of webhooks, as SQLite understands them.
 *
 * @packageDocumentation
 */
import { attemptColumns, commonOutboxSql } from '../outbox-sql.js'

/** Queues what never was, for an endpoint that wants it. */
const anew = `INSERT INTO webhook_delivery (message, endpoint, state, attempts, due, created_at)
  SELECT webhook_message.number, webhook_endpoint.number, 'pending', 0, @now, @now
  FROM webhook_message, webhook_endpoint
  WHERE webhook_endpoint.id = @endpoint AND type <> 'endpoint.challenge'
    AND (events IS NULL OR type IN (SELECT value FROM json_each(events)))
    AND NOT EXISTS (SELECT 1 FROM webhook_delivery
                    WHERE message = webhook_message.number AND endpoint = webhook_endpoint.number)`

/** Parameters are those of `outbox-tables.ts`. */
export const outboxSql = {
  ...commonOutboxSql,
  lastAttempt: `SELECT ${attemptColumns} FROM webhook_attempt WHERE delivery = ? ORDER BY number DESC LIMIT 1`,
  addMessage: `INSERT INTO webhook_message (id, type, raffle_id, created_at, body, is_needed)
    VALUES (@id, @type, @raffleId, @createdAt, @body, 0)`,
  addDelivery: `INSERT INTO webhook_delivery (message, endpoint, state, attempts, due, created_at, settled_at)
    SELECT @message, number, @state, 0, @createdAt, @createdAt, iif(@state = 'pending', NULL, @createdAt)
    FROM webhook_endpoint WHERE id = @endpoint`,
  isAlive: 'SELECT 1 FROM webhook_worker WHERE id = ? AND alive_until > ?',
  claimable: `SELECT webhook_delivery.number, webhook_message.id AS message, body, attempts, webhook_message.created_at
    FROM webhook_delivery JOIN webhook_message ON webhook_message.number = message
    WHERE endpoint = (SELECT number FROM webhook_endpoint WHERE id = @endpoint AND state = 'active')
      AND state = 'pending' AND worker IS NULL AND due <= @now
    ORDER BY due, webhook_delivery.number LIMIT @limit`,
  claim: 'UPDATE webhook_delivery SET worker = ? WHERE number = ?',
  addAttempt: `INSERT INTO webhook_attempt (delivery, at, duration, status, error, address)
    SELECT number, @at, @duration, @status, @error, @address FROM webhook_delivery WHERE number = @number`,
  delivered: 'UPDATE webhook_endpoint SET delivered_at = max(coalesce(delivered_at, 0), ?) WHERE number = ?',
  dead: 'SELECT id FROM webhook_worker WHERE alive_until <= ?',
  freeClaims: 'UPDATE webhook_delivery SET worker = NULL WHERE worker = ?',
  removeWorker: 'DELETE FROM webhook_worker WHERE id = ?',
  anewOne: `${anew} AND webhook_message.id = @messageId`,
  anewSince: `${anew} AND webhook_message.created_at >= @since`,
  pruneAttempts: `DELETE FROM webhook_attempt WHERE number IN
    (SELECT number FROM webhook_attempt WHERE at < ? ORDER BY at LIMIT ?)`,
  pruneDeliveries: `DELETE FROM webhook_delivery WHERE number IN
    (SELECT number FROM webhook_delivery WHERE settled_at < ? ORDER BY settled_at LIMIT ?)`,
  pruneMessages: `DELETE FROM webhook_message WHERE number IN
    (SELECT number FROM webhook_message WHERE is_needed = 0 AND created_at < ? ORDER BY created_at LIMIT ?)`,
} as const
