/**
 * The migrations of the tables, for both databases. A released step never changes; a change is a new step,
 * with a store of the previous version in the fixtures.
 *
 * @packageDocumentation
 */

/** Migrates a store from one version to the next. */
export interface Migration {
  /** In SQLite's SQL; the dialect's `declare` translates it for PostgreSQL. */
  readonly both: string
  /** Then the statements that differ between the databases. */
  readonly sqlite: string
  readonly postgres: string
}

/** Step n migrates a store from version n to n + 1. */
export const migrationSteps: readonly Migration[] = [
  {
    both: `
  CREATE TABLE raffle (
    raffle_id TEXT PRIMARY KEY,
    total_draws INTEGER NOT NULL,
    total_entries INTEGER,
    changed_at TEXT NOT NULL
  ) STRICT;

  -- Every audit record that was published, the last one being the current: nothing is ever taken out.
  CREATE TABLE audit_version (
    raffle_id TEXT NOT NULL REFERENCES raffle,
    version INTEGER NOT NULL,
    record TEXT NOT NULL,
    published_at TEXT NOT NULL,
    reason TEXT,
    PRIMARY KEY (raffle_id, version)
  ) STRICT;

  -- Bodies as they are served.
  CREATE TABLE view (
    raffle_id TEXT NOT NULL REFERENCES raffle,
    name TEXT NOT NULL CHECK (name IN ('audit', 'audit-history', 'statistics', 'statements', 'bundle')),
    body BLOB NOT NULL,
    etag TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    PRIMARY KEY (raffle_id, name)
  ) STRICT;

  -- How the key is made that encrypts secrets; without salt it is in a file.
  CREATE TABLE secret_box (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    cost INTEGER,
    block_size INTEGER,
    parallelization INTEGER,
    salt BLOB,
    proof BLOB NOT NULL
  ) STRICT;

  CREATE TABLE signing_key (
    key_id TEXT PRIMARY KEY,
    operator TEXT NOT NULL,
    public_key BLOB NOT NULL,
    valid_from TEXT NOT NULL,
    valid_until TEXT,
    revoked_at TEXT,
    secret BLOB NOT NULL,
    -- What it signs.
    use TEXT NOT NULL CHECK (use IN ('statements', 'receipts'))
  ) STRICT;

  -- A raffle that is drawn by the protocol; what is public of it is in raffle and view.
  CREATE TABLE ceremony (
    number INTEGER PRIMARY KEY,
    raffle_id TEXT NOT NULL UNIQUE,
    chain TEXT,
    paid_entries INTEGER NOT NULL,
    free_entries INTEGER NOT NULL,
    -- How many were ever issued.
    receipts INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  -- By which each chain is found once, however many raffles draw with it.
  CREATE INDEX ceremony_chain ON ceremony (chain, number);

  -- Without a signature it is only noted.
  CREATE TABLE statement (
    ceremony INTEGER NOT NULL REFERENCES ceremony,
    sequence INTEGER NOT NULL,
    -- As the payload has it.
    issued_at TEXT NOT NULL,
    digest TEXT NOT NULL,
    payload BLOB NOT NULL,
    key_id TEXT NOT NULL REFERENCES signing_key,
    signature BLOB,
    -- Its place among all that were signed, from 1 and without a gap: by it is found what was signed since.
    signing INTEGER UNIQUE,
    PRIMARY KEY (ceremony, sequence)
  ) STRICT;
  -- The last date that was signed, at each signing.
  CREATE INDEX statement_signed ON statement (issued_at) WHERE signature IS NOT NULL;

  CREATE TABLE seed (
    ceremony INTEGER NOT NULL REFERENCES ceremony,
    position INTEGER NOT NULL,
    secret BLOB NOT NULL,
    PRIMARY KEY (ceremony, position)
  ) STRICT;

  CREATE TABLE statement_token (
    ceremony INTEGER NOT NULL REFERENCES ceremony,
    sequence INTEGER NOT NULL,
    -- Whom it was asked for: a URL.
    authority TEXT NOT NULL,
    token BLOB NOT NULL,
    PRIMARY KEY (ceremony, sequence, authority)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE beacon (
    ceremony INTEGER PRIMARY KEY REFERENCES ceremony,
    round INTEGER NOT NULL,
    signature BLOB NOT NULL,
    previous_signature BLOB
  ) STRICT;

  -- Without a reference, and so the next one: to look it up for each of millions takes long.
  CREATE TABLE entry (
    ceremony INTEGER NOT NULL,
    place INTEGER NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('paid', 'free')),
    -- Of the nonce of its buyer, where there is one.
    nonce_hash BLOB CHECK (length(nonce_hash) = 32),
    PRIMARY KEY (ceremony, place)
  ) STRICT, WITHOUT ROWID;

  -- A table and no index of entry, so that an import fills both in their own order.
  CREATE TABLE entry_place (
    ceremony INTEGER NOT NULL,
    id TEXT NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (ceremony, id)
  ) STRICT, WITHOUT ROWID;

  -- Receipts as they were issued, one for each entry that has one: nothing is ever taken out.
  CREATE TABLE receipt (
    ceremony INTEGER NOT NULL REFERENCES ceremony,
    id TEXT NOT NULL,
    issued_at TEXT NOT NULL,
    payload BLOB NOT NULL,
    key_id TEXT NOT NULL REFERENCES signing_key,
    signature BLOB NOT NULL,
    PRIMARY KEY (ceremony, id)
  ) STRICT;

  -- Ids that were taken back, and are never used again: whole without the receipts.
  CREATE TABLE withdrawal (
    ceremony INTEGER NOT NULL REFERENCES ceremony,
    id TEXT NOT NULL,
    withdrawn_at TEXT NOT NULL,
    reason TEXT NOT NULL,
    -- Of the receipt's payload, in hex, where there was one.
    digest TEXT,
    -- Of the buyer, where it was handed over.
    nonce BLOB,
    PRIMARY KEY (ceremony, id)
  ) STRICT, WITHOUT ROWID;

  -- Levels 8, 16, 24, … of the tree over a sealed list: all that proofs need beside the entries.
  CREATE TABLE tree_node (
    ceremony INTEGER NOT NULL REFERENCES ceremony,
    level INTEGER NOT NULL,
    place INTEGER NOT NULL,
    hash BLOB NOT NULL,
    PRIMARY KEY (ceremony, level, place)
  ) STRICT, WITHOUT ROWID;

  -- The transparency log of the operator. Heads and entries are never taken out of a log.
  CREATE TABLE log (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    origin TEXT NOT NULL,
    public_key BLOB NOT NULL,
    secret BLOB NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE log_entry (
    place INTEGER PRIMARY KEY,
    raffle_id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    data BLOB NOT NULL,
    hash BLOB NOT NULL,
    UNIQUE (raffle_id, sequence)
  ) STRICT;

  -- Tiles as far as a signed head covers them: up to 256 hashes, each of 256^level leaves.
  CREATE TABLE log_tile (
    level INTEGER NOT NULL,
    place INTEGER NOT NULL,
    hashes BLOB NOT NULL,
    PRIMARY KEY (level, place)
  ) STRICT;

  CREATE TABLE log_head (
    size INTEGER PRIMARY KEY,
    root BLOB NOT NULL,
    signed_at TEXT NOT NULL,
    key_id TEXT NOT NULL,
    signature BLOB NOT NULL
  ) STRICT;

  CREATE TABLE log_cosignature (
    number INTEGER PRIMARY KEY,
    size INTEGER NOT NULL REFERENCES log_head,
    name TEXT NOT NULL,
    key_id TEXT NOT NULL,
    signature BLOB NOT NULL,
    UNIQUE (size, name, key_id)
  ) STRICT;
  CREATE INDEX log_cosignature_of ON log_cosignature (name, key_id, size);

  CREATE TABLE log_witness (
    url TEXT NOT NULL,
    -- Of each type of key a witness has one.
    type TEXT NOT NULL,
    vkey TEXT NOT NULL,
    PRIMARY KEY (url, type)
  ) STRICT;

  -- Who is told of what, and what became of it. Times are milliseconds since 1970.
  CREATE TABLE webhook_setting (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    api_url TEXT NOT NULL,
    -- SHA-256 in hex: nothing else vouches for what subscribers are told.
    api_url_digest TEXT NOT NULL,
    -- Since when the clock of the machine goes as time does, by it and by one that nobody sets.
    clock_at INTEGER,
    clock_elapsed INTEGER
  ) STRICT;

  CREATE TABLE webhook_endpoint (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    origin TEXT NOT NULL,
    -- Encrypted: what comes after the origin.
    path BLOB NOT NULL,
    -- A JSON array; all of them when null.
    events TEXT,
    allow_http INTEGER NOT NULL CHECK (allow_http IN (0, 1)),
    allow_any_port INTEGER NOT NULL CHECK (allow_any_port IN (0, 1)),
    -- A JSON array.
    networks TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('unconfirmed', 'active', 'paused', 'disabled')),
    reason TEXT,
    created_at INTEGER NOT NULL,
    changed_at INTEGER NOT NULL,
    secret BLOB NOT NULL,
    old_secret BLOB,
    old_secret_until INTEGER,
    -- Ed25519: what signs beside the secrets, for whoever verifies without one.
    public_key BLOB NOT NULL UNIQUE,
    private_key BLOB NOT NULL,
    old_public_key BLOB,
    old_private_key BLOB,
    old_key_until INTEGER,
    not_before INTEGER NOT NULL,
    -- When something was last delivered to it.
    delivered_at INTEGER
  ) STRICT;

  CREATE TABLE webhook_message (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    raffle_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    body BLOB NOT NULL,
    -- SHA-256 in hex.
    digest TEXT NOT NULL,
    -- 1 while it has rows of webhook_delivery: triggers say so, and write each message once.
    is_needed INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX webhook_message_time ON webhook_message (created_at);
  CREATE INDEX webhook_message_free ON webhook_message (created_at) WHERE is_needed = 0;

  CREATE TABLE webhook_worker (
    id TEXT PRIMARY KEY,
    alive_until INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE webhook_delivery (
    number INTEGER PRIMARY KEY,
    message INTEGER NOT NULL REFERENCES webhook_message,
    endpoint INTEGER NOT NULL REFERENCES webhook_endpoint ON DELETE CASCADE,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'held')),
    attempts INTEGER NOT NULL,
    due INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    -- When it was delivered, given up or held.
    settled_at INTEGER,
    -- Who has it.
    worker TEXT REFERENCES webhook_worker,
    UNIQUE (message, endpoint),
    CHECK ((state = 'pending') = (settled_at IS NULL)),
    CHECK (worker IS NULL OR state = 'pending')
  ) STRICT;
  CREATE INDEX webhook_delivery_claim ON webhook_delivery (worker) WHERE worker IS NOT NULL;
  CREATE INDEX webhook_delivery_settled ON webhook_delivery (settled_at) WHERE settled_at IS NOT NULL;

  CREATE TABLE webhook_attempt (
    number INTEGER PRIMARY KEY,
    delivery INTEGER NOT NULL REFERENCES webhook_delivery ON DELETE CASCADE,
    at INTEGER NOT NULL,
    duration INTEGER NOT NULL,
    status INTEGER,
    error TEXT,
    address TEXT
  ) STRICT;
  CREATE INDEX webhook_attempt_time ON webhook_attempt (at);

  -- Who may use the desk: of each token only its hash.
  CREATE TABLE desk_token (
    name TEXT PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    -- Separated by spaces.
    scopes TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;

  -- What was carried out under which idempotency key. Its token may have been removed since.
  CREATE TABLE desk_request (
    token TEXT NOT NULL,
    key TEXT NOT NULL,
    digest TEXT NOT NULL,
    -- JSON, without the receipts: they are in a table of their own.
    answer TEXT NOT NULL,
    PRIMARY KEY (token, key)
  ) STRICT, WITHOUT ROWID;

  -- What a list shows of each raffle.
  CREATE TABLE raffle_summary (
    -- In the order in which they were first published.
    number INTEGER PRIMARY KEY,
    raffle_id TEXT NOT NULL UNIQUE REFERENCES raffle,
    name TEXT,
    operator TEXT,
    state TEXT NOT NULL CHECK (state IN ('open', 'sealed', 'drawn', 'cancelled', 'unsigned')),
    level INTEGER,
    -- When entries close, and when the draw is due, was made or cancelled.
    closes_at TEXT,
    draw_at TEXT,
    -- The random number is of no source that everybody knows.
    is_rehearsal INTEGER,
    -- A JSON array.
    prizes TEXT NOT NULL,
    -- The first winners by the current record, a JSON array.
    winners TEXT NOT NULL,
    -- The key of its name and operator, as far as an index takes it.
    place_key TEXT,
    -- What a search looks at.
    sought TEXT NOT NULL,
    CHECK ((state = 'unsigned') = (name IS NULL)),
    CHECK ((state = 'unsigned') = (operator IS NULL)),
    CHECK ((state = 'unsigned') = (place_key IS NULL)),
    CHECK ((state = 'unsigned') = (closes_at IS NULL)),
    CHECK ((state = 'unsigned') = (draw_at IS NULL)),
    CHECK ((state = 'unsigned') = (is_rehearsal IS NULL))
  ) STRICT;
  CREATE INDEX raffle_summary_place ON raffle_summary (place_key);
  CREATE INDEX raffle_summary_state ON raffle_summary (state, number);
  `,
    sqlite: `
  -- Whatever is equal in an index has the order of its numbers.
  CREATE INDEX webhook_delivery_state ON webhook_delivery (state);
  CREATE INDEX webhook_delivery_of ON webhook_delivery (endpoint, state);
  CREATE INDEX webhook_delivery_due ON webhook_delivery (endpoint, due) WHERE state = 'pending' AND worker IS NULL;
  CREATE INDEX webhook_attempt_of ON webhook_attempt (delivery);

  CREATE TRIGGER webhook_delivery_added AFTER INSERT ON webhook_delivery BEGIN
    UPDATE webhook_message SET is_needed = 1 WHERE number = new.message AND is_needed = 0;
  END;
  CREATE TRIGGER webhook_delivery_removed AFTER DELETE ON webhook_delivery BEGIN
    UPDATE webhook_message SET is_needed = 0
    WHERE number = old.message AND NOT EXISTS (SELECT 1 FROM webhook_delivery WHERE message = old.message);
  END;
  -- All that a search looks at.
  CREATE INDEX raffle_summary_sought ON raffle_summary (number, sought, raffle_id, state);
  `,
    postgres: `
  CREATE TABLE drawaudit_store (
    id integer PRIMARY KEY CHECK (id = 1),
    application_id text NOT NULL,
    version integer NOT NULL,
    -- Its own name, which a dump takes along.
    store_id uuid NOT NULL DEFAULT gen_random_uuid()
  );

  -- The journals that sign from here.
  CREATE TABLE drawaudit_console (
    journal uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    place text NOT NULL,
    database text
  );

  CREATE TABLE drawaudit_given_up (
    kind text NOT NULL CHECK (kind IN ('raffle', 'log')),
    name text NOT NULL,
    PRIMARY KEY (kind, name)
  );

  CREATE TABLE drawaudit_last_signed (
    id integer PRIMARY KEY CHECK (id = 1),
    number bigint NOT NULL,
    digest text NOT NULL
  );
  INSERT INTO drawaudit_last_signed (id, number, digest) VALUES (1, 0, '');

  CREATE FUNCTION webhook_delivery_added() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE webhook_message SET is_needed = 1 WHERE number = new.message AND is_needed = 0;
    RETURN NULL;
  END $$;
  -- Its lock waits for whoever adds a delivery of the message, and is what that one waits for.
  CREATE FUNCTION webhook_delivery_removed() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM 1 FROM webhook_message WHERE number = old.message FOR UPDATE;
    UPDATE webhook_message SET is_needed = 0
    WHERE number = old.message AND NOT EXISTS (SELECT 1 FROM webhook_delivery WHERE message = old.message);
    RETURN NULL;
  END $$;
  CREATE TRIGGER webhook_delivery_added AFTER INSERT ON webhook_delivery
    FOR EACH ROW EXECUTE FUNCTION webhook_delivery_added();
  CREATE TRIGGER webhook_delivery_removed AFTER DELETE ON webhook_delivery
    FOR EACH ROW EXECUTE FUNCTION webhook_delivery_removed();

  CREATE INDEX webhook_delivery_state ON webhook_delivery (state, number);
  CREATE INDEX webhook_delivery_of ON webhook_delivery (endpoint, state, number);
  CREATE INDEX webhook_delivery_due ON webhook_delivery (endpoint, due, number)
    WHERE state = 'pending' AND worker IS NULL;
  CREATE INDEX webhook_attempt_of ON webhook_attempt (delivery, number);
  `,
  },
]

/** The version after all steps. */
export const currentVersion = migrationSteps.length
