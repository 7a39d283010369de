/**
 * The statements of webhooks that every database understands. None of them reads more of what was queued than it
 * needs: a test asks each database for its plans.
 *
 * @packageDocumentation
 */

/** Columns of a delivery, with the names that its message and endpoint have outside. */
const delivery = `webhook_delivery.number, webhook_message.id AS message, type, raffle_id,
  webhook_endpoint.id AS endpoint, webhook_delivery.state, attempts, due, webhook_message.created_at, settled_at
  FROM webhook_delivery
  JOIN webhook_message ON webhook_message.number = message
  JOIN webhook_endpoint ON webhook_endpoint.number = endpoint`

export const attemptColumns = 'at, duration, status, error, address'

/** Queues anew what is there already. */
const again = `UPDATE webhook_delivery
  SET state = 'pending', attempts = 0, due = @now, created_at = @now, settled_at = NULL`

const numberOf = '(SELECT number FROM webhook_endpoint WHERE id = @endpoint)'

/** Parameters are those of the stores' `outbox-tables.ts`. */
export const commonOutboxSql = {
  settings: 'SELECT api_url FROM webhook_setting',
  keys: 'SELECT public_key, secret, created_at, retires_at FROM webhook_key ORDER BY number',
  endpoints: 'SELECT * FROM webhook_endpoint ORDER BY number',
  endpoint: 'SELECT * FROM webhook_endpoint WHERE id = ?',
  due: `SELECT * FROM (
    SELECT id AS endpoint, (SELECT min(due) FROM webhook_delivery
                            WHERE endpoint = webhook_endpoint.number AND state = 'pending' AND worker IS NULL) AS due
    FROM webhook_endpoint WHERE state = 'active') AS active WHERE due IS NOT NULL`,
  deliveriesIn: `SELECT ${delivery} WHERE webhook_delivery.state = @state
    ORDER BY webhook_delivery.number DESC LIMIT @limit`,
  deliveriesTo: `SELECT ${delivery} WHERE endpoint = ${numberOf} AND webhook_delivery.state = @state
    ORDER BY webhook_delivery.number DESC LIMIT @limit`,
  // As many as there are endpoints at most.
  deliveriesOf: `SELECT ${delivery}
    WHERE message = (SELECT number FROM webhook_message WHERE id = @messageId)
    ORDER BY webhook_delivery.number DESC`,
  messages: `SELECT id FROM webhook_message WHERE id >= @from AND id < @to ORDER BY id LIMIT 2`,
  attempts: `SELECT ${attemptColumns} FROM webhook_attempt WHERE delivery = ? ORDER BY number`,
  countPending: `SELECT count(*) AS count
    FROM (SELECT 1 FROM webhook_delivery WHERE state = 'pending' LIMIT ?) AS pending`,
  hasDead: 'SELECT 1 FROM webhook_worker WHERE alive_until <= ? LIMIT 1',
  hasDelivered: 'SELECT 1 FROM webhook_endpoint WHERE id = ? AND delivered_at >= ?',
  writeSettings: `INSERT INTO webhook_setting (id, api_url) VALUES (1, ?)
    ON CONFLICT (id) DO UPDATE SET api_url = excluded.api_url`,
  writeKey: `INSERT INTO webhook_key (public_key, secret, created_at, retires_at)
    VALUES (@publicKey, @secret, @createdAt, @retiresAt)
    ON CONFLICT (public_key) DO UPDATE SET created_at = @createdAt, retires_at = @retiresAt`,
  removeKey: 'DELETE FROM webhook_key WHERE public_key = ?',
  writeEndpoint: `INSERT INTO webhook_endpoint (id, url, events, allow_http, allow_any_port, networks, state, reason,
      created_at, changed_at, secret, old_secret, old_secret_until, not_before)
    VALUES (@id, @url, @events, @http, @anyPort, @networks, @state, @reason,
      @createdAt, @changedAt, @secret, @oldSecret, @oldSecretUntil, @notBefore)
    ON CONFLICT (id) DO UPDATE SET url = @url, events = @events, allow_http = @http, allow_any_port = @anyPort,
      networks = @networks, state = @state, reason = @reason, created_at = @createdAt, changed_at = @changedAt,
      secret = @secret, old_secret = @oldSecret, old_secret_until = @oldSecretUntil, not_before = @notBefore`,
  removeEndpoint: 'DELETE FROM webhook_endpoint WHERE id = ?',
  settle: `UPDATE webhook_delivery
    SET state = @state, attempts = attempts + 1, due = coalesce(@due, due), settled_at = @settledAt, worker = NULL
    WHERE number = @number AND worker = @worker RETURNING endpoint`,
  beat: `INSERT INTO webhook_worker (id, alive_until) VALUES (?, ?)
    ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until`,
  giveUp: `UPDATE webhook_delivery SET state = 'failed', settled_at = @now, worker = NULL
    WHERE endpoint = ${numberOf} AND state = 'pending'`,
  againOne: `${again}
    WHERE message = (SELECT number FROM webhook_message WHERE id = @messageId) AND endpoint = ${numberOf}
      AND worker IS NULL`,
  againSince: `${again}
    WHERE endpoint = ${numberOf} AND state IN ('failed', 'held', 'pending') AND worker IS NULL
      AND (SELECT created_at FROM webhook_message WHERE number = message) >= @since`,
} as const
