/**
 * The statements of webhooks. None of them reads more of what was queued than it needs: a test asks SQLite for its plans.
 *
 * @packageDocumentation
 */

/** Columns of a delivery, with the names that its message and endpoint have outside. */
const delivery = `webhook_delivery.number, webhook_message.id AS message, type, raffle_id,
  webhook_endpoint.id AS endpoint, webhook_delivery.state, attempts, due, webhook_message.created_at, settled_at
  FROM webhook_delivery
  JOIN webhook_message ON webhook_message.number = message
  JOIN webhook_endpoint ON webhook_endpoint.number = endpoint`

const attempt = 'at, duration, status, error, address'

/** Queues anew what is there already. */
const again = `UPDATE webhook_delivery
  SET state = 'pending', attempts = 0, due = @now, created_at = @now, settled_at = NULL`

/** Queues what never was, for an endpoint that wants it. */
const anew = `INSERT INTO webhook_delivery (message, endpoint, state, attempts, due, created_at)
  SELECT webhook_message.number, webhook_endpoint.number, 'pending', 0, @now, @now
  FROM webhook_message, webhook_endpoint
  WHERE webhook_endpoint.id = @endpoint AND type <> 'endpoint.challenge'
    AND (events IS NULL OR type IN (SELECT value FROM json_each(events)))
    AND NOT EXISTS (SELECT 1 FROM webhook_delivery
                    WHERE message = webhook_message.number AND endpoint = webhook_endpoint.number)`

const numberOf = '(SELECT number FROM webhook_endpoint WHERE id = @endpoint)'

/** Parameters are those of `outbox-tables.ts`. */
export const outboxSql = {
  settings: 'SELECT api_url FROM webhook_setting',
  keys: 'SELECT public_key, secret, created_at, retires_at FROM webhook_key ORDER BY number',
  endpoints: 'SELECT * FROM webhook_endpoint ORDER BY number',
  endpoint: 'SELECT * FROM webhook_endpoint WHERE id = ?',
  due: `SELECT * FROM (
    SELECT id AS endpoint, (SELECT min(due) FROM webhook_delivery
                            WHERE endpoint = webhook_endpoint.number AND state = 'pending' AND worker IS NULL) AS due
    FROM webhook_endpoint WHERE state = 'active') WHERE due IS NOT NULL`,
  deliveriesIn: `SELECT ${delivery} WHERE webhook_delivery.state = @state
    ORDER BY webhook_delivery.number DESC LIMIT @limit`,
  deliveriesTo: `SELECT ${delivery} WHERE endpoint = ${numberOf} AND webhook_delivery.state = @state
    ORDER BY webhook_delivery.number DESC LIMIT @limit`,
  // As many as there are endpoints at most.
  deliveriesOf: `SELECT ${delivery}
    WHERE message = (SELECT number FROM webhook_message WHERE id = @messageId)
    ORDER BY webhook_delivery.number DESC`,
  messages: `SELECT id FROM webhook_message WHERE id >= @from AND id < @to ORDER BY id LIMIT 2`,
  lastAttempt: `SELECT ${attempt} FROM webhook_attempt WHERE delivery = ? ORDER BY number DESC LIMIT 1`,
  attempts: `SELECT ${attempt} FROM webhook_attempt WHERE delivery = ? ORDER BY number`,
  countPending: "SELECT count(*) FROM (SELECT 1 FROM webhook_delivery WHERE state = 'pending' LIMIT ?)",
  hasDead: 'SELECT 1 FROM webhook_worker WHERE alive_until <= ? LIMIT 1',
  hasDelivered: 'SELECT 1 FROM webhook_endpoint WHERE id = ? AND delivered_at >= ?',
  writeSettings: 'INSERT OR REPLACE INTO webhook_setting (id, api_url) VALUES (1, ?)',
  writeKey: `INSERT INTO webhook_key (public_key, secret, created_at, retires_at)
    VALUES (@publicKey, @secret, @createdAt, @retiresAt)
    ON CONFLICT DO UPDATE SET created_at = @createdAt, retires_at = @retiresAt`,
  removeKey: 'DELETE FROM webhook_key WHERE public_key = ?',
  writeEndpoint: `INSERT INTO webhook_endpoint (id, url, events, allow_http, allow_any_port, networks, state, reason,
      created_at, changed_at, secret, old_secret, old_secret_until, not_before)
    VALUES (@id, @url, @events, @http, @anyPort, @networks, @state, @reason,
      @createdAt, @changedAt, @secret, @oldSecret, @oldSecretUntil, @notBefore)
    ON CONFLICT DO UPDATE SET url = @url, events = @events, allow_http = @http, allow_any_port = @anyPort,
      networks = @networks, state = @state, reason = @reason, created_at = @createdAt, changed_at = @changedAt,
      secret = @secret, old_secret = @oldSecret, old_secret_until = @oldSecretUntil, not_before = @notBefore`,
  removeEndpoint: 'DELETE FROM webhook_endpoint WHERE id = ?',
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
  settle: `UPDATE webhook_delivery
    SET state = @state, attempts = attempts + 1, due = coalesce(@due, due), settled_at = @settledAt, worker = NULL
    WHERE number = @number AND worker = @worker RETURNING endpoint`,
  delivered: 'UPDATE webhook_endpoint SET delivered_at = max(coalesce(delivered_at, 0), ?) WHERE number = ?',
  beat: `INSERT INTO webhook_worker (id, alive_until) VALUES (?, ?)
    ON CONFLICT DO UPDATE SET alive_until = excluded.alive_until`,
  dead: 'SELECT id FROM webhook_worker WHERE alive_until <= ?',
  freeClaims: 'UPDATE webhook_delivery SET worker = NULL WHERE worker = ?',
  removeWorker: 'DELETE FROM webhook_worker WHERE id = ?',
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
  pruneAttempts: `DELETE FROM webhook_attempt WHERE number IN
    (SELECT number FROM webhook_attempt WHERE at < ? ORDER BY at LIMIT ?)`,
  pruneDeliveries: `DELETE FROM webhook_delivery WHERE number IN
    (SELECT number FROM webhook_delivery WHERE settled_at < ? ORDER BY settled_at LIMIT ?)`,
  pruneMessages: `DELETE FROM webhook_message WHERE number IN
    (SELECT number FROM webhook_message WHERE is_needed = 0 AND created_at < ? ORDER BY created_at LIMIT ?)`,
} as const
