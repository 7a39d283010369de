/**
 * Additions of `drawaudit trust add`, with their confirmation.
 *
 * @packageDocumentation
 */
import type { BlockPin } from '../../core/blocks/pins.js'
import { formatTime, parseTime } from '../../core/time.js'
import { DrawauditError } from '../../errors.js'
import {
  addBlock,
  addObserver,
  addRecipeSigner,
  addSigner,
  addTimestamper,
  requireSignedRecipes,
  setLogOrigin,
  setWitnessPolicy,
} from '../../model/trust-changes.js'
import { type TrustJson } from '../../model/trust.js'
import { findAsk, type Ask } from './confirm-keys.js'
import { readObserver } from '../shared/observer-key.js'
import { readSignerKey } from './signer-key.js'
import { readTimestamperOption } from './timestamper.js'
import { addFragment, addChain } from './add-fragment.js'
import { addLogged, readPolicy } from './add-logged.js'
import { type AdditionArguments, type Addition } from './addition-options.js'
import { addConfirmed, confirmChanges, refuseFingerprint, type Operator } from './confirm-changes.js'

const sources = [
  'from',
  'operator',
  'observer',
  'observer-key',
  'signer',
  'timestamper',
  'chain-info',
  'block',
  'log',
  'witness',
  'witness-threshold',
  'witness-policy',
  'recipe-signer',
  'recipe-key',
  'recipes',
] as const

/**
 * Adds what the options name.
 *
 * @param ask - asks a person for a fingerprint; default: at the terminal.
 * @throws DrawauditError `usage`, `fingerprint-mismatch`, `trust-invalid`; as reading files and asking services do.
 */
export async function addToTrust(
  trust: TrustJson,
  args: AdditionArguments,
  ask: Ask | undefined = findAsk(),
): Promise<Addition> {
  // A threshold can be combined with a witness.
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
  if (source === 'recipe-key') {
    refuseFingerprint(fingerprints, 'your own key')
    const { name, publicKey } = readObserver(args['recipe-key'] ?? '')
    return { ...addRecipeSigner(trust, name, publicKey), leftOut: [] }
  }
  if (source === 'recipes') {
    refuseFingerprint(fingerprints, 'the choice of recipes')
    return { ...requireSignedRecipes(trust), leftOut: [] }
  }
  if (source === 'timestamper') {
    const stamper = await readTimestamperOption(args)
    const from = readTime('valid-from', args['valid-from'])
    const until = readTime('valid-until', args['valid-until'])
    const added = addTimestamper(trust, stamper.name, stamper.certificates, {
      ...(from !== undefined && { valid_from: from }),
      ...(until !== undefined && { valid_until: until }),
    })
    // A certificate file from the authority counts as obtained elsewhere.
    if (fingerprints.length > 0) await confirmChanges(added.changes, fingerprints, undefined)
    return { ...added, leftOut: [] }
  }
  if (source === 'block') {
    refuseFingerprint(fingerprints, 'a block: its hash is given in full')
    return { ...addBlock(trust, readBlock(args.block ?? '')), leftOut: [] }
  }
  if (source === 'chain-info') return addChain(trust, args, ask)
  if (source === 'log' || source === 'witness' || source === 'witness-threshold')
    return addLogged(trust, args)
  if (source === 'witness-policy') {
    refuseFingerprint(fingerprints, 'a policy: its keys are given in full')
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
  const add = source === 'observer' ? addObserver : addRecipeSigner
  const changed = add(trust, name, assertKey(publicKey))
  await confirmChanges(changed.changes, fingerprints, ask)
  return { ...changed, leftOut: [] }
}

function readBlock(written: string): BlockPin {
  const [, chain = '', height = '', hash = ''] =
    /^([a-z0-9-]{1,64}):([0-9]{1,15}):(?:0x)?([0-9a-f]{64})$/i.exec(written) ?? []
  if (hash !== '') return { chain: chain.toLowerCase(), height: Number(height), hash: hash.toLowerCase() }
  throw new DrawauditError('usage', `--block takes CHAIN:HEIGHT:HASH, found ${JSON.stringify(written)}`, {
    hint: 'such as bitcoin:840000: and the 64 hex digits that explorers print',
  })
}

function refuseNeedless(source: string, args: AdditionArguments): void {
  const only = {
    'public-key': ['operator', 'observer', 'signer', 'recipe-signer'],
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
