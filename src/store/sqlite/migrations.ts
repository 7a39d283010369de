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
]
