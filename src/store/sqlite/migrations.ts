/**
 * The tables, as the steps that lead to them. A step that was released never changes; a change is a new step.
 *
 * @packageDocumentation
 */

/** `PRAGMA application_id` of our files: `draw` in ASCII. */
export const applicationId = 0x64726177

/** Step n brings a store from version n to version n + 1 (`PRAGMA user_version`). */
export const migrations: readonly string[] = [
  `
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
    name TEXT NOT NULL CHECK (name IN ('audit', 'audit-history', 'statistics')),
    body BLOB NOT NULL,
    etag TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    PRIMARY KEY (raffle_id, name)
  ) STRICT;
  `,
  `
  -- The same table, with the views of a ceremony among the names.
  CREATE TABLE new_view (
    raffle_id TEXT NOT NULL REFERENCES raffle,
    name TEXT NOT NULL CHECK (name IN ('audit', 'audit-history', 'statistics', 'statements', 'bundle')),
    body BLOB NOT NULL,
    etag TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    PRIMARY KEY (raffle_id, name)
  ) STRICT;
  INSERT INTO new_view SELECT raffle_id, name, body, etag, sha256 FROM view;
  DROP TABLE view;
  ALTER TABLE new_view RENAME TO view;

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
    secret BLOB NOT NULL
  ) STRICT;

  -- A raffle that is drawn by the protocol; what is public of it is in raffle and view.
  CREATE TABLE ceremony (
    number INTEGER PRIMARY KEY,
    raffle_id TEXT NOT NULL UNIQUE,
    chain TEXT,
    paid_entries INTEGER NOT NULL,
    free_entries INTEGER NOT NULL
  ) STRICT;

  -- Without a signature it is only noted.
  CREATE TABLE statement (
    ceremony INTEGER NOT NULL REFERENCES ceremony,
    sequence INTEGER NOT NULL,
    digest TEXT NOT NULL,
    payload BLOB NOT NULL,
    key_id TEXT NOT NULL REFERENCES signing_key,
    signature BLOB,
    PRIMARY KEY (ceremony, sequence)
  ) STRICT;

  CREATE TABLE seed (
    ceremony INTEGER NOT NULL REFERENCES ceremony,
    position INTEGER NOT NULL,
    secret BLOB NOT NULL,
    PRIMARY KEY (ceremony, position)
  ) STRICT;

  CREATE TABLE beacon (
    ceremony INTEGER PRIMARY KEY REFERENCES ceremony,
    round INTEGER NOT NULL,
    signature BLOB NOT NULL,
    previous_signature BLOB
  ) STRICT;

  CREATE TABLE entry (
    ceremony INTEGER NOT NULL REFERENCES ceremony,
    place INTEGER NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('paid', 'free')),
    PRIMARY KEY (ceremony, place)
  ) STRICT, WITHOUT ROWID;

  -- A table and no index of entry, so that an import fills both in their own order.
  CREATE TABLE entry_place (
    ceremony INTEGER NOT NULL REFERENCES ceremony,
    id TEXT NOT NULL,
    place INTEGER NOT NULL,
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
  `,
  `
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
    url TEXT PRIMARY KEY,
    vkey TEXT NOT NULL
  ) STRICT;
  `,
]
