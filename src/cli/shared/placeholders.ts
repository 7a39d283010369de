/**
 * Placeholders for values of options, in `--help` and docs/CLI.md: `FILE` in `--trust FILE`.
 *
 * @packageDocumentation
 */

/** Options by placeholder; where an option of this name takes something else, its declaration has it. */
const names: Readonly<Record<string, string>> = {
  FILE:
    'beacon beacon-file ca-file chain-info committed config embed entries file headers in-toto key key-file lock ' +
    'new-key-file new-passphrase-file observation observer-key out passphrase-file proof qr raffles-file receipt ' +
    'record recipe-key secret-file state timestamp trust trust-out witness-policy',
  FOLDER: 'backups publish save',
  'FILE|URL': 'from network witnesses',
  'FOLDER|URL': 'log',
  PLACE: 'checkpoint',
  URL: 'address api-url link public-url rate-limit-store relay source tiles-url',
  STORE: 'store',
  PATH: 'socket',
  PREFIX: 'proofs',
  'FORMAT=FILE': 'report',
  'NAME=FILE': 'timestamper',
  'NAME=VALUE': 'given',
  'CHAIN:HEIGHT:HASH': 'block',
  CHAIN: 'chain',
  KEY: 'public-key',
  VKEY: 'vkey witness',
  ORIGIN: 'log-origin origin',
  HEX: 'digest fingerprint nonce nonce-hash',
  ID: 'endpoint entry key-id lost-journal ticket winner',
  UUID: 'raffle',
  RAFFLE: 'supersedes',
  NAME: 'name observer operator prize recipe-signer result signer vendor',
  TEXT: 'reason run-by',
  RECIPE: 'recipe',
  CLAIMS: 'require',
  RULES: 'rules skip',
  TIME: 'at closes draws genesis now received revoked-at since updated-at valid-from valid-until',
  DURATION: 'in',
  SECONDS: 'deadline drain-timeout every interval max-wait period seconds timeout wait',
  HOURS: 'grace patience',
  DAYS: 'keep-days',
  NUMBER:
    'concurrency count free limit max max-connections most paid position rate rate-limit seed total webhook-rate ' +
    'winners witness-threshold',
  'NUMBER|auto': 'workers',
  HOST: 'host metrics-host',
  PORT: 'metrics-port port',
  NETWORK: 'allow-network',
  ADDRESSES: 'trusted-proxy',
  FIELD: 'header',
  TYPE: 'vendor-type',
  LEVEL: 'log-level',
  ALGORITHM: 'algorithm',
  EVENT: 'event',
  'yes|no': 'webhooks',
  COMMAND: 'publish-command',
}

const placeholders: ReadonlyMap<string, string> = new Map(
  Object.entries(names).flatMap(([placeholder, options]) =>
    options.split(' ').map((option): [string, string] => [option, placeholder]),
  ),
)

/** The placeholder for an option's value; `VALUE` for an option without one of its own. */
export const placeholderOf = (option: string): string => placeholders.get(option) ?? 'VALUE'
