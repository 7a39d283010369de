/**
 * The statements of webhooks, as PostgreSQL understands them. Workers carry them out beside each other and beside the
 * one transaction of all others that write, and never wait for each other in a circle:
 *
 * - whoever settles deliveries or queues them anew locks their endpoint first, several in the order of their ids;
 * - what takes, gives back or prunes passes over what another one has locked;
 * - one at a time removes deliveries or queues them anew, so that what is said of messages stays right: `clear`.
 *
 * @packageDocumentation
 */
import { attemptColumns, commonOutboxSql } from '../outbox-sql.js'

/** Queues what never was, for an endpoint that wants it. */
const anew = `INSERT INTO webhook_delivery (message, endpoint, state, attempts, due, created_at)
  SELECT webhook_message.number, webhook_endpoint.number, 'pending', 0, @now, @now
  FROM webhook_message, webhook_endpoint
  WHERE webhook_endpoint.id = @endpoint AND type <> 'endpoint.challenge'
    AND (events IS NULL OR type IN (SELECT jsonb_array_elements_text(events::jsonb)))
    AND NOT EXISTS (SELECT 1 FROM webhook_delivery
                    WHERE message = webhook_message.number AND endpoint = webhook_endpoint.number)`

/** The row stands for the right to do it, until the transaction ends. */
const clear = 'SELECT 1 FROM drawaudit_store FOR NO KEY UPDATE'

/** Parameters are those of `outbox-tables.ts`. */
export const outboxSql = {
  ...commonOutboxSql,
  clear,
  tryToClear: `${clear} SKIP LOCKED`,
  lockEndpoint: 'SELECT * FROM webhook_endpoint WHERE id = ? FOR NO KEY UPDATE',
  lockEndpointOf: `SELECT 1 FROM webhook_endpoint
    WHERE number = (SELECT endpoint FROM webhook_delivery WHERE number = ?) FOR NO KEY UPDATE`,
  lastAttempts: `SELECT DISTINCT ON (delivery) delivery, ${attemptColumns}
    FROM webhook_attempt WHERE delivery = ANY (?::bigint[]) ORDER BY delivery, number DESC`,
  addMessage: `INSERT INTO webhook_message (id, type, raffle_id, created_at, body, is_needed)
    VALUES (@id, @type, @raffleId, @createdAt, @body, 0) RETURNING number`,
  addDeliveries: `INSERT INTO webhook_delivery (message, endpoint, state, attempts, due, created_at, settled_at)
    SELECT @message::bigint, webhook_endpoint.number, delivery.state, 0, @createdAt::bigint, @createdAt,
      CASE delivery.state WHEN 'pending' THEN NULL ELSE @createdAt END
    FROM unnest(@endpoints::text[], @states::text[]) WITH ORDINALITY AS delivery (endpoint, state, place)
    JOIN webhook_endpoint ON webhook_endpoint.id = delivery.endpoint
    ORDER BY place`,
  // Who is not alive takes nothing: it would never come back.
  claim: `WITH
    alive AS MATERIALIZED (
      SELECT id FROM webhook_worker WHERE id = @worker AND alive_until > @now FOR KEY SHARE),
    taken AS MATERIALIZED (
      SELECT number FROM webhook_delivery
      WHERE endpoint = (SELECT number FROM webhook_endpoint WHERE id = @endpoint AND state = 'active')
        AND state = 'pending' AND worker IS NULL AND due <= @now
      ORDER BY due, number LIMIT @limit FOR UPDATE SKIP LOCKED)
    UPDATE webhook_delivery SET worker = alive.id
    FROM alive, taken, webhook_message
    WHERE webhook_delivery.number = taken.number AND webhook_message.number = message
    RETURNING webhook_delivery.number, webhook_message.id AS message, body, attempts, due, webhook_message.created_at`,
  addAttempt: `INSERT INTO webhook_attempt (delivery, at, duration, status, error, address)
    SELECT number, @at, @duration, @status, @error, @address FROM webhook_delivery WHERE number = @number
    FOR KEY SHARE`,
  delivered: 'UPDATE webhook_endpoint SET delivered_at = greatest(delivered_at, ?) WHERE number = ?',
  dead: 'SELECT id FROM webhook_worker WHERE alive_until <= ? ORDER BY id FOR UPDATE SKIP LOCKED',
  freeClaims: `UPDATE webhook_delivery SET worker = NULL WHERE number = ANY (ARRAY(
    SELECT number FROM webhook_delivery WHERE worker = ? FOR UPDATE SKIP LOCKED))`,
  // It stays while another one has locked what it has, and is found dead later.
  removeWorker: `DELETE FROM webhook_worker
    WHERE id = ? AND NOT EXISTS (SELECT 1 FROM webhook_delivery WHERE worker = webhook_worker.id)`,
  anewOne: `${anew} AND webhook_message.id = @messageId`,
  anewSince: `${anew} AND webhook_message.created_at >= @since`,
  pruneAttempts: `DELETE FROM webhook_attempt WHERE number = ANY (ARRAY(
    SELECT number FROM webhook_attempt WHERE at < ? ORDER BY at LIMIT ?))`,
  pruneDeliveries: `DELETE FROM webhook_delivery WHERE number = ANY (ARRAY(
    SELECT number FROM webhook_delivery WHERE settled_at < ? ORDER BY settled_at LIMIT ? FOR UPDATE SKIP LOCKED))`,
  pruneMessages: `DELETE FROM webhook_message WHERE number = ANY (ARRAY(
    SELECT number FROM webhook_message WHERE is_needed = 0 AND created_at < ? ORDER BY created_at LIMIT ?))`,
} as const
