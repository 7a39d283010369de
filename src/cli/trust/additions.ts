/**
 * What `drawaudit trust add` adds, and what has to be confirmed for it.
 *
 * @packageDocumentation
 */
import { parseChainInfo, type ChainInfo } from '../../core/beacon.js'
import { decodeUtf8 } from '../../core/encoding.js'
import { parseJson } from '../../core/json.js'
import { parseVerifierKey, type VerifierKey } from '../../core/note.js'
import { formatTime, parseTime } from '../../core/time.js'
import { DrawauditError } from '../../errors.js'
import {
  addBeacon,
  addLog,
  addObserver,
  addOperators,
  addSigner,
  addTimestamper,
  addWitness,
  fingerprintOf,
  setLogOrigin,
  setWitnessPolicy,
  setWitnessThreshold,
  type Changed,
  type TrustChange,
} from '../../model/trust-changes.js'
import { parseTrust, type TrustJson } from '../../model/trust.js'
import { parseWitnessPolicy } from '../../model/witness-policy.js'
import { confirmKeys, findAsk, type Ask, type Unconfirmed } from './confirm-keys.js'
import { readFile } from '../../io/files.js'
import { readObserver } from '../shared/observer-key.js'
import type { ValuesOf } from '../shared/command.js'
import { switchOption, valueOption } from '../shared/options.js'
import { clientOptions, openClient, type ClientArguments } from '../shared/remote.js'
import { readSignerKey, signerOptions } from './signer-key.js'
import { readTimestamper } from './timestamper.js'

/** What `drawaudit trust add` takes. */
export const additionOptions = {
  from: {
    ...valueOption,
    describe: 'Add the operators of a trust root: a file, or the URL of a service’s keys',
  },
  beacons: {
    ...switchOption,
    describe: 'With --from FILE: its beacon chains too (without, only where it has nothing else)',
  },
  operator: { ...valueOption, describe: 'Add a key of this operator' },
  observer: { ...valueOption, describe: 'Add an observer of this name' },
  signer: {
    ...valueOption,
    describe: 'Add a key of somebody who signs what draws rest on, by the name that recipes give',
  },
  timestamper: {
    ...valueOption,
    describe: 'Add the anchors of a time-stamping authority: NAME=FILE, with its certificates (PEM or DER)',
  },
  'public-key': {
    ...valueOption,
    describe:
      'The key: of --operator or --observer 64 hex digits (Ed25519); of --signer a file (PEM or DER), or base64',
  },
  ...signerOptions,
  'valid-from': { ...valueOption, describe: 'When the key begins to sign' },
  'valid-until': { ...valueOption, describe: 'When it ends' },
  'revoked-at': { ...valueOption, describe: 'Since when it is not believed' },
  use: {
    choices: ['statements', 'receipts'] as const,
    requiresArg: true,
    describe: 'With --operator: what the key signs (default: statements)',
  },
  'observer-key': {
    ...valueOption,
    describe: 'Add the observer whose key file this is: your own',
  },
  'chain-info': {
    ...valueOption,
    describe: 'Add a drand chain as its /info describes it: a file or a URL',
  },
  log: { ...valueOption, describe: 'Add a log by the vkey of its key' },
  origin: {
    ...valueOption,
    describe: 'With --log: the first line of its checkpoints (default: the name of the key)',
  },
  'log-origin': {
    ...valueOption,
    describe: 'With --operator: which log is that of the operator',
  },
  witness: { ...valueOption, describe: 'Add a witness by its vkey' },
  'witness-threshold': {
    ...valueOption,
    describe: 'How many witnesses have to have cosigned (default: all of them)',
  },
  'witness-policy': {
    ...valueOption,
    describe: 'Take the witnesses, their groups and the quorum from a file (C2SP tlog-policy)',
  },
  fingerprint: {
    ...valueOption,
    array: true,
    describe: 'Of a key, as you have it from elsewhere: 64 hex digits, or the first 16; of a chain, its hash',
  },
  ...clientOptions,
} as const

type AdditionArguments = ValuesOf<typeof additionOptions>

/** What came of an addition. */
export interface Addition extends Changed {
  /** What was there and is not added, and why. */
  readonly leftOut: readonly string[]
}

type Operator = NonNullable<TrustJson['operators']>[number]

const sources = [
  'from',
  'operator',
  'observer',
  'observer-key',
  'signer',
  'timestamper',
  'chain-info',
  'log',
  'witness',
  'witness-threshold',
  'witness-policy',
] as const

/**
 * Adds what the options name.
 *
 * @param ask - how to ask a person for a fingerprint; the terminal when left out.
 * @throws DrawauditError `usage`, `fingerprint-mismatch`, `trust-invalid`, and as reading files and asking services do.
 */
export async function addToTrust(
  trust: TrustJson,
  args: AdditionArguments,
  ask: Ask | undefined = findAsk(),
): Promise<Addition> {
  // A threshold goes with a witness too.
  const given = sources.filter(name => args[name] !== undefined)
  const [source, ...more] = given.includes('witness')
    ? given.filter(name => name !== 'witness-threshold')
    : given
  if (source === undefined || more.length > 0) {
    throw new DrawauditError('usage', `expected one of ${sources.map(name => `--${name}`).join(', ')}`, {
      hint: 'drawaudit trust add --help shows how to call it',
    })
  }
  refuseNeedless(source, args)
  const fingerprints = args.fingerprint ?? []
  if (source === 'from') return addFragment(trust, args, ask)
  if (source === 'observer-key') {
    refuseFingerprint(fingerprints, 'your own key')
    const { name, publicKey } = readObserver(args['observer-key'] ?? '')
    return { ...addObserver(trust, name, publicKey), leftOut: [] }
  }
  if (source === 'timestamper') {
    const stamper = await readTimestamper(args)
    const from = readTime('valid-from', args['valid-from'])
    const until = readTime('valid-until', args['valid-until'])
    const added = addTimestamper(trust, stamper.name, stamper.certificates, {
      ...(from !== undefined && { valid_from: from }),
      ...(until !== undefined && { valid_until: until }),
    })
    // A file that one has from an authority is what one has from elsewhere.
    if (fingerprints.length > 0) await confirmChanges(added.changes, fingerprints, undefined)
    return { ...added, leftOut: [] }
  }
  if (source === 'chain-info') return addChain(trust, args, ask)
  if (source === 'log' || source === 'witness' || source === 'witness-threshold')
    return addLogged(trust, args)
  if (source === 'witness-policy') {
    refuseFingerprint(fingerprints, 'a policy: its keys stand there whole')
    return { ...setWitnessPolicy(trust, readPolicy(args['witness-policy'] ?? '')), leftOut: [] }
  }
  const originOnly =
    source === 'operator' && args['log-origin'] !== undefined && args['public-key'] === undefined
  if (originOnly) {
    refuseFingerprint(fingerprints, 'the origin of a log')
    return { ...setLogOrigin(trust, args.operator ?? '', args['log-origin'] ?? ''), leftOut: [] }
  }
  if (source === 'signer') {
    const signed = addSigner(trust, args.signer ?? '', readSignerKey(args))
    await confirmChanges(signed.changes, fingerprints, ask)
    return { ...signed, leftOut: [] }
  }
  const name = args[source] ?? ''
  const publicKey = (args['public-key'] ?? '').toLowerCase()
  if (publicKey === '') throw new DrawauditError('usage', `--${source} needs --public-key HEX`)
  if (source === 'operator') {
    const added = await addConfirmed(trust, [readOperator(name, publicKey, args)], fingerprints, ask, [])
    if (args['log-origin'] === undefined) return added
    const { trust: changed, changes } = setLogOrigin(added.trust, name, args['log-origin'])
    return { ...added, trust: changed, changes: [...added.changes, ...changes] }
  }
  const changed = addObserver(trust, name, assertKey(publicKey))
  await confirmChanges(changed.changes, fingerprints, ask)
  return { ...changed, leftOut: [] }
}

/** The key of a log or a witness is what one has from elsewhere, whole: a vkey. So no fingerprint is asked for. */
async function addLogged(trust: TrustJson, args: AdditionArguments): Promise<Addition> {
  const { log, witness, 'witness-threshold': threshold, fingerprint = [] } = args
  const added: Changed[] = []
  let current = trust
  const add = (changed: Changed): void => {
    added.push(changed)
    current = changed.trust
  }
  if (log !== undefined) add(addLog(current, args.origin ?? readVkey('log', log).name, log))
  if (witness !== undefined) {
    readVkey('witness', witness)
    add(addWitness(current, witness))
  }
  const keys = added.flatMap(({ changes }) => changes)
  if (keys.length === 0) refuseFingerprint(fingerprint, 'a threshold')
  if (fingerprint.length > 0) await confirmChanges(keys, fingerprint, undefined)
  if (threshold !== undefined) add(setWitnessThreshold(current, readThreshold(threshold)))
  return { trust: current, changes: added.flatMap(({ changes }) => changes), leftOut: [] }
}

function readVkey(option: string, vkey: string): VerifierKey {
  try {
    return parseVerifierKey(vkey)
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw new DrawauditError('usage', `--${option} takes a vkey: ${error.message}`, {
      hint: 'such as name+1a2b3c4d+base64, as whoever has the key publishes it',
    })
  }
}

/** @throws DrawauditError as `parseWitnessPolicy` does, `utf8-invalid`, or as reading any file does. */
function readPolicy(path: string): string {
  const bytes = readFile(path)
  return DrawauditError.within({ file: path }, () => {
    const text = decodeUtf8(bytes)
    parseWitnessPolicy(text)
    return text
  })
}

function readThreshold(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= 1000) return Number(text)
  throw new DrawauditError(
    'usage',
    `--witness-threshold takes a number from 1 to 1000, found ${JSON.stringify(text)}`,
  )
}

function refuseNeedless(source: string, args: AdditionArguments): void {
  const only = {
    'public-key': ['operator', 'observer', 'signer'],
    algorithm: ['signer'],
    encoding: ['signer'],
    'low-s': ['signer'],
    'key-id': ['signer'],
    'valid-from': ['operator', 'timestamper'],
    'valid-until': ['operator', 'timestamper'],
    'revoked-at': ['operator'],
    use: ['operator'],
    beacons: ['from'],
    origin: ['log'],
    'log-origin': ['operator'],
  } as const
  for (const [name, fitting] of Object.entries(only) as [keyof typeof only, readonly string[]][]) {
    const isGiven = args[name] !== undefined && (args[name] !== false || name === 'low-s')
    if (isGiven && !fitting.includes(source)) {
      throw new DrawauditError('usage', `--${name} does not go with --${source}`)
    }
  }
}

function refuseFingerprint(given: readonly string[], what: string): void {
  if (given.length === 0) return
  throw new DrawauditError('usage', `--fingerprint is not asked for ${what}`, { hint: 'leave it out' })
}

function readOperator(name: string, publicKey: string, args: AdditionArguments): Operator {
  if (args['valid-from'] === undefined) {
    throw new DrawauditError('usage', '--operator needs --valid-from TIME', {
      hint: 'the operator says since when the key signs; statements from before do not count',
    })
  }
  const until = readTime('valid-until', args['valid-until'])
  const revoked = readTime('revoked-at', args['revoked-at'])
  const key = {
    algorithm: 'ed25519' as const,
    public_key: assertKey(publicKey),
    valid_from: readTime('valid-from', args['valid-from']) ?? '',
    ...(until !== undefined && { valid_until: until }),
    ...(revoked !== undefined && { revoked_at: revoked }),
    ...(args.use === 'receipts' && { use: args.use }),
  }
  return { name, keys: [key] }
}

/** Adds operators from a file or a service, and beacon chains from a file. */
async function addFragment(
  trust: TrustJson,
  args: AdditionArguments,
  ask: Ask | undefined,
): Promise<Addition> {
  const source = args.from ?? ''
  const isRemote = isUrl(source)
  if (isRemote && args.beacons) {
    throw new DrawauditError(
      'usage',
      '--beacons is for files: a service cannot say which beacons to believe',
      {
        hint: 'add a chain with --chain-info, and compare its hash',
      },
    )
  }
  const fragment = await readSource(source, args, value => {
    parseTrust(value)
    return value as TrustJson
  })
  const { operators = [], beacons = [], observers = [], signers = [], logs = [], witnesses = [] } = fragment
  const { webhook_keys: webhookKeys = [] } = fragment
  const others =
    fragment.witness_policy === undefined &&
    [operators, observers, signers, logs, witnesses].every(list => list.length === 0)
  const takesBeacons = !isRemote && (args.beacons || others)
  const why = isRemote ? 'a service cannot say whom to believe beside its operator' : 'add them by hand'
  const leftOut = [
    ...(takesBeacons || beacons.length === 0
      ? []
      : [`beacon chains (${isRemote ? why : '--beacons takes them too'})`]),
    ...Object.entries({ observers, signers, logs, witnesses }).flatMap(([name, list]) =>
      list.length === 0 ? [] : [`${name} (${why})`],
    ),
    ...(fragment.witness_policy === undefined ? [] : [`witness policy (${why})`]),
    // Whoever receives webhooks needs them, and no one who verifies a draw.
    ...(webhookKeys.length === 0 ? [] : ['webhook keys (they prove nothing about a draw)']),
  ]
  if (operators.length === 0 && (!takesBeacons || beacons.length === 0)) {
    throw new DrawauditError('usage', `there is nothing to add in ${source}`, {
      hint:
        leftOut.length === 0
          ? 'name the keys view of a service, or a trust root'
          : `left out: ${leftOut.join(', ')}`,
    })
  }
  const withBeacons = takesBeacons ? beacons.map(beacon => parseChainInfo(beacon)) : []
  const added = addBeacons(trust, withBeacons)
  if (operators.length === 0) {
    refuseFingerprint(args.fingerprint ?? [], 'the beacon chains of a file')
    return { ...added, leftOut }
  }
  const rest = await addConfirmed(added.trust, operators, args.fingerprint ?? [], ask, leftOut)
  return { ...rest, changes: [...rest.changes, ...added.changes] }
}

function addBeacons(trust: TrustJson, chains: readonly ChainInfo[]): Changed {
  let changed: Changed = { trust, changes: [] }
  for (const chain of chains) {
    const next = addBeacon(changed.trust, chain)
    changed = { trust: next.trust, changes: [...changed.changes, ...next.changes] }
  }
  return changed
}

async function addChain(trust: TrustJson, args: AdditionArguments, ask: Ask | undefined): Promise<Addition> {
  const source = args['chain-info'] ?? ''
  const changed = addBeacon(trust, await readSource(source, args, value => parseChainInfo(value)))
  const given = args.fingerprint ?? []
  if (isUrl(source) || given.length > 0) await confirmChanges(changed.changes, given, ask)
  return { ...changed, leftOut: [] }
}

/** Adds those keys that are confirmed; what the trust root has already needs no word. */
async function addConfirmed(
  trust: TrustJson,
  operators: readonly Operator[],
  given: readonly string[],
  ask: Ask | undefined,
  leftOut: readonly string[],
): Promise<Addition> {
  const wished = addOperators(trust, operators)
  const confirmed = await confirmChanges(wished.changes, given, ask)
  const taken = operators
    .map(operator => ({
      ...operator,
      keys: operator.keys.filter(({ public_key }) => confirmed.has(fingerprintOf(public_key))),
    }))
    .filter(({ keys }) => keys.length > 0)
  const unconfirmed = wished.changes
    .filter(({ fingerprint }) => !confirmed.has(fingerprint))
    .map(change => `${describe(change)} (no fingerprint was given for it)`)
  return { ...addOperators(trust, taken), leftOut: [...unconfirmed, ...leftOut] }
}

/** @returns the fingerprints of what may be added, and of what changes nothing. */
async function confirmChanges(
  changes: readonly TrustChange[],
  given: readonly string[],
  ask: Ask | undefined,
): Promise<ReadonlySet<string>> {
  const asUnconfirmed = (change: TrustChange): Unconfirmed => ({
    what: describe(change),
    fingerprint: change.fingerprint,
  })
  const known = changes.filter(({ outcome }) => outcome === 'unchanged').map(({ fingerprint }) => fingerprint)
  const open = changes.filter(({ outcome }) => outcome !== 'unchanged')
  // A fingerprint that is given is compared even where nothing would change.
  if (open.length === 0 && given.length === 0) return new Set(known)
  const confirmed = await confirmKeys(
    (given.length > 0 ? changes : open).map(asUnconfirmed),
    given,
    open.length > 0 ? ask : undefined,
  )
  return new Set([...known, ...confirmed])
}

const describe = ({ what, name }: TrustChange): string =>
  what === 'beacon'
    ? `the beacon chain ${JSON.stringify(name)}`
    : `the key of ${what} ${JSON.stringify(name)}`

const isUrl = (source: string): boolean => /^https?:\/\//i.test(source)

/** So many bytes are enough for the keys of any operator. */
const mostBytes = 1024 * 1024

async function readSource<T>(
  source: string,
  args: ClientArguments,
  parse: (value: unknown) => T,
): Promise<T> {
  return DrawauditError.within({ file: source }, async () => {
    return parse(isUrl(source) ? await fetchDocument(source, args) : parseBytes(readFile(source)))
  })
}

const parseBytes = (bytes: Uint8Array): unknown => parseJson(bytes, { limits: { bytes: mostBytes } })

async function fetchDocument(url: string, args: ClientArguments): Promise<unknown> {
  const client = openClient(args)
  try {
    const { status, body } = await client.request(url, { headers: [['accept', 'application/json']] })
    if (status !== 200) {
      throw new DrawauditError('remote-error', `the service answered with status ${status}`)
    }
    try {
      return parseBytes(body)
    } catch (error) {
      if (!(error instanceof DrawauditError)) throw error
      throw new DrawauditError('remote-error', `the service did not answer with JSON: ${error.message}`, {
        cause: error,
      })
    }
  } finally {
    client.close()
  }
}

function assertKey(publicKey: string): string {
  if (/^[0-9a-f]{64}$/.test(publicKey)) return publicKey
  throw new DrawauditError('usage', `--public-key takes 64 hex digits, found ${JSON.stringify(publicKey)}`, {
    hint: 'the key itself, not its fingerprint',
  })
}

function readTime(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  try {
    return formatTime(new Date(Number(parseTime(text) / 1_000_000n)))
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw new DrawauditError('usage', `--${name}: ${error.message}, found ${JSON.stringify(text)}`)
  }
}
