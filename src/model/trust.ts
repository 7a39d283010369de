/**
 * The trust file: whom an auditor believes. Chosen by the auditor, never by the operator (docs/PROTOCOL.md).
 *
 * @packageDocumentation
 */
import { builtInChains, parseChainInfo, type ChainInfo } from '../core/beacon.js'
import type { BlockPin } from '../core/blocks/pins.js'
import type { ChainJson } from '../core/beacon-json.js'
import { computeKeyId } from '../core/dsse.js'
import { decodeBase64, decodeHex, encodeHex } from '../core/encoding.js'
import type { VerifierKey } from '../core/note.js'
import { parsePublicKey, type PublicKey } from '../core/signature.js'
import { parseTime } from '../core/time.js'
import { parseWebhookKey } from '../core/webhook-key.js'
import { DrawauditError } from '../errors.js'
import { describeProblems, findProblems, type Problem } from './schema.js'
import type { Quorum } from './quorum.js'
import { findVoters, readVerifierKey, type TrustedLog } from './trust-log.js'
import {
  findEd25519Key,
  findRepeatedAnchors,
  readTimestamper,
  type TimestamperJson,
  type TrustedTimestamper,
} from './trust-timestampers.js'
import { validateTrust } from './validators/trust.js'
import { parseWitnessPolicy, type WitnessPolicy } from './witness-policy.js'

/** A key of an operator. Times are nanoseconds since 1970, as {@link parseTime} gives them. */
export interface TrustedKey {
  readonly key: PublicKey
  readonly keyId: string
  /** The first moment at which it may have signed. */
  readonly validFrom: bigint
  /** The first moment at which it may not any more. */
  readonly validUntil?: bigint
  readonly revokedAt?: bigint
  readonly use: KeyUse
}

/** What a key of an operator signs: one that makes receipts lies where the shop is, and signs no statement. */
export type KeyUse = 'statements' | 'receipts'

export interface TrustedOperator {
  readonly name: string
  readonly keys: readonly TrustedKey[]
  readonly logOrigin?: string
}

export interface TrustedObserver {
  readonly name: string
  readonly key: PublicKey
  readonly keyId: string
}

/** Somebody whose recipes the auditor knows by their signature. */
export interface TrustedRecipeSigner {
  readonly name: string
  readonly key: PublicKey
  readonly keyId: string
}

/** Somebody else who signs what published draws rest on. */
export interface TrustedSigner {
  readonly name: string
  /** `id`: what the signer calls the key, where its messages name it. */
  readonly keys: readonly { readonly key: PublicKey; readonly id?: string }[]
}

export interface TrustRoot {
  readonly operators: readonly TrustedOperator[]
  readonly observers: readonly TrustedObserver[]
  readonly signers: readonly TrustedSigner[]
  readonly timestampers: readonly TrustedTimestamper[]
  /** Those that are built in, and those of the file. */
  readonly chains: readonly ChainInfo[]
  /** Blocks whose hashes the auditor has from elsewhere; those that come with drawaudit count beside them. */
  readonly blocks: readonly BlockPin[]
  readonly logs: readonly TrustedLog[]
  /** Keys of one name are of one witness, and so are several names of one key: see `findVoters`. */
  readonly witnesses: readonly VerifierKey[]
  /** Which of them have to have cosigned a checkpoint: of a list so many different witnesses, maybe more than there are. */
  readonly quorum: Quorum
  /** What services sign webhooks with: who draws and who tells of it are not the same, so they count for no claim. */
  readonly webhookKeys: readonly PublicKey[]
  readonly recipeSigners: readonly TrustedRecipeSigner[]
  /** Beside the recipes that come with drawaudit, only those that one of {@link recipeSigners} signed are used. */
  readonly onlySignedRecipes: boolean
}

/** A key of an operator as it stands in JSON. */
export interface KeyJson {
  readonly algorithm: 'ed25519'
  readonly public_key: string
  readonly valid_from: string
  readonly valid_until?: string
  readonly revoked_at?: string
  /** `statements` where it is left out. */
  readonly use?: KeyUse
}

/** A key of a signer as it stands in JSON. */
export interface SignerKeyJson {
  readonly algorithm: string
  /** base64 */
  readonly public_key: string
  readonly encoding?: 'compact' | 'der'
  readonly low_s?: boolean
  readonly id?: string
}

/** A trust file as it stands in JSON: its form is that of schemas/trust.json. */
export interface TrustJson {
  readonly trust: 'drawaudit/v1'
  readonly operators?: readonly {
    readonly name: string
    readonly log_origin?: string
    readonly keys: readonly KeyJson[]
  }[]
  readonly observers?: readonly { readonly name: string; readonly public_key: string }[]
  readonly signers?: readonly { readonly name: string; readonly keys: readonly SignerKeyJson[] }[]
  readonly timestampers?: readonly TimestamperJson[]
  readonly beacons?: readonly ChainJson[]
  readonly blocks?: readonly BlockPin[]
  readonly logs?: readonly { readonly origin: string; readonly vkey: string }[]
  readonly witnesses?: readonly string[]
  readonly witness_threshold?: number
  /** The text of a policy, in place of the two. */
  readonly witness_policy?: string
  /** `whpk_` and base64. */
  readonly webhook_keys?: readonly string[]
  readonly recipe_signers?: readonly { readonly name: string; readonly public_key: string }[]
  /** `signed`: only those of `recipe_signers`, and those that come with drawaudit. */
  readonly recipes?: 'signed'
}

/** Believes nobody; knows the chains that are built in. */
export const emptyTrust: TrustRoot = {
  operators: [],
  observers: [],
  signers: [],
  timestampers: [],
  chains: Object.values(builtInChains),
  blocks: [],
  logs: [],
  witnesses: [],
  quorum: { threshold: 1, members: [] },
  webhookKeys: [],
  recipeSigners: [],
  onlySignedRecipes: false,
}

/**
 * Reads a trust file.
 *
 * @throws DrawauditError `trust-invalid` with what {@link findTrustProblems} finds.
 *
 * @example
 * ```js
 * parseTrust(read('trust.json')).operators[0].name // Example Raffles
 * ```
 */
export function parseTrust(value: unknown): TrustRoot {
  const { problems, trust } = readTrust(value)
  if (problems.length === 0) return trust
  throw new DrawauditError('trust-invalid', `not a trust file: ${describeProblems(problems)}`, {
    where: { pointer: problems[0]?.pointer ?? '' },
    hint: 'drawaudit trust check says all that is wrong with it',
  })
}

/**
 * Everything that makes a value no trust file: what its schema (schemas/trust.json) refuses; where that is nothing, a
 * name, key or chain that stands twice, a key in two roles, a key that is none or is weak, a key that is valid until before it is valid,
 * a chain whose hash is not that of its description, a key of a log or witness of another type than theirs, and a
 * witness policy that is none, or stands beside a list. The keys of webhooks may be those of others: nobody is believed for them.
 */
export function findTrustProblems(value: unknown): readonly Problem[] {
  return readTrust(value).problems
}

/** A trust file, as far as there are no problems with it. */
function readTrust(value: unknown): { readonly trust: TrustRoot; readonly problems: readonly Problem[] } {
  const ofSchema = findProblems(validateTrust, value)
  if (ofSchema.length > 0) return { trust: emptyTrust, problems: ofSchema }
  const {
    operators = [],
    observers = [],
    signers = [],
    timestampers = [],
    beacons = [],
    blocks = [],
    logs = [],
    witnesses = [],
    witness_threshold,
    witness_policy,
    webhook_keys = [],
    recipe_signers = [],
    recipes,
  } = value as TrustJson
  // One key under two names could bear witness for itself; under two roles, too (findTwoRoles).
  const operatorKeys = operators.flatMap((operator, at) =>
    operator.keys.map(({ public_key }, index) => ({ public_key, at: `/operators/${at}/keys/${index}` })),
  )
  const problems = [
    ...findRepeated(
      operators,
      ({ name }) => name,
      index => `/operators/${index}/name`,
      'operator',
    ),
    ...findRepeated(
      observers,
      ({ name }) => name,
      index => `/observers/${index}/name`,
      'observer',
    ),
    ...findRepeated(
      signers,
      ({ name }) => name,
      index => `/signers/${index}/name`,
      'signer',
    ),
    ...findRepeatedAnchors(timestampers),
    ...findRepeated(
      blocks,
      ({ chain, height }) => `${chain} ${height}`,
      index => `/blocks/${index}/height`,
      'block',
    ),
    ...findRepeated(
      logs,
      ({ origin }) => origin,
      index => `/logs/${index}/origin`,
      'log',
    ),
    ...findRepeated(
      witnesses,
      vkey => vkey,
      index => `/witnesses/${index}`,
      'witness',
    ),
    ...findRepeated(
      webhook_keys,
      key => key,
      index => `/webhook_keys/${index}`,
      'webhook key',
    ),
    ...findRepeated(
      operatorKeys,
      ({ public_key }) => public_key,
      index => `${operatorKeys[index]?.at ?? ''}/public_key`,
      'key',
    ),
    ...findRepeated(
      observers,
      ({ public_key }) => public_key,
      index => `/observers/${index}/public_key`,
      'key',
    ),
    ...findRepeated(
      recipe_signers,
      ({ name }) => name,
      index => `/recipe_signers/${index}/name`,
      'recipe signer',
    ),
    ...findRepeated(
      recipe_signers,
      ({ public_key }) => public_key,
      index => `/recipe_signers/${index}/public_key`,
      'key',
    ),
  ]
  /** What could be read; what could not is a problem instead. */
  const collect = <T, R>(items: readonly T[], pointer: string, read: (item: T, pointer: string) => R): R[] =>
    items.flatMap((item, index) => {
      try {
        return [read(item, `${pointer}/${index}`)]
      } catch (error) {
        if (!(error instanceof DrawauditError)) throw error
        const { pointer: inner } = error.where
        problems.push({ pointer: inner ?? `${pointer}/${index}`, message: error.message })
        return []
      }
    })
  const chains = [...emptyTrust.chains]
  collect(beacons, '/beacons', (beacon, pointer) => {
    const chain = within(pointer, () => parseChainInfo(beacon))
    if (chains.some(({ chainHash }) => chainHash === chain.chainHash)) {
      throw wrong('the chain is built in or stands twice', `${pointer}/chain_hash`)
    }
    chains.push(chain)
  })
  const trustedLogs = collect(logs, '/logs', ({ origin, vkey }, pointer) => ({
    origin,
    key: within(`${pointer}/vkey`, () => readVerifierKey(vkey, 'log')),
  }))
  const listed = collect(witnesses, '/witnesses', (vkey, pointer) =>
    within(pointer, () => readVerifierKey(vkey, 'witness')),
  )
  const policy = witness_policy === undefined ? undefined : readPolicy(witness_policy, problems)
  for (const name of ['witnesses', 'witness_threshold'] as const) {
    if (witness_policy === undefined || (value as TrustJson)[name] === undefined) continue
    problems.push({ pointer: `/${name}`, message: 'witness_policy says it: one of them has to go' })
  }
  const witnessKeys = policy?.witnesses.map(({ key }) => key) ?? listed
  const atWitness = (index: number): string =>
    policy === undefined ? `/witnesses/${index}` : '/witness_policy'
  if (new Set(witnessKeys.map(({ name, keyId }) => `${name} ${keyId}`)).size < witnessKeys.length) {
    // No signature would say which of them it is of.
    const pointer = policy === undefined ? '/witnesses' : '/witness_policy'
    problems.push({ pointer, message: 'two keys have the same name and key id' })
  }
  const trustedTimestampers = collect(timestampers, '/timestampers', readTimestamper)
  problems.push(
    ...findTwoRoles([
      ...operators.flatMap(({ name, keys: own }, at) =>
        own.map(({ public_key }, index) => ({
          key: public_key,
          role: `the operator ${JSON.stringify(name)}`,
          pointer: `/operators/${at}/keys/${index}/public_key`,
        })),
      ),
      ...observers.map(({ name, public_key }, at) => ({
        key: public_key,
        role: `the observer ${JSON.stringify(name)}`,
        pointer: `/observers/${at}/public_key`,
      })),
      ...trustedLogs.map(({ origin, key }, at) => ({
        key: encodeHex(key.key.bytes),
        role: `the log ${JSON.stringify(origin)}`,
        pointer: `/logs/${at}/vkey`,
      })),
      ...witnessKeys.map(({ key }, at) => ({
        key: encodeHex(key.bytes),
        role:
          policy === undefined ? 'a witness' : `the witness ${JSON.stringify(policy.witnesses[at]?.name)}`,
        pointer: atWitness(at),
      })),
      // An observer may sign recipes too: what it saw is apart from what it computes by, and so are the signatures.
      ...recipe_signers.flatMap(({ name, public_key }, at) => {
        const isObserver = observers.some(one => one.name === name && one.public_key === public_key)
        const role = `the recipe signer ${JSON.stringify(name)}`
        return isObserver ? [] : [{ key: public_key, role, pointer: `/recipe_signers/${at}/public_key` }]
      }),
      ...trustedTimestampers.flatMap(({ name, certificates }, at) =>
        certificates.flatMap((certificate, index) => {
          const key = findEd25519Key(certificate)
          const role = `the time-stamper ${JSON.stringify(name)}`
          return key === undefined
            ? []
            : [{ key, role, pointer: `/timestampers/${at}/certificates/${index}` }]
        }),
      ),
    ]),
  )
  const trust = {
    operators: operators.map(({ name, keys, log_origin }, at) => ({
      name,
      keys: collect(keys, `/operators/${at}/keys`, readKey),
      ...(log_origin !== undefined && { logOrigin: log_origin }),
    })),
    observers: collect(observers, '/observers', ({ name, public_key }, pointer) => ({
      name,
      ...readPublicKey(public_key, `${pointer}/public_key`),
    })),
    signers: signers.map(({ name, keys }, at) => ({
      name,
      keys: collect(keys, `/signers/${at}/keys`, readSignerKey),
    })),
    timestampers: trustedTimestampers,
    chains,
    blocks: blocks.map(({ chain, height, hash }) => ({ chain, height, hash })),
    logs: trustedLogs,
    witnesses: witnessKeys,
    quorum: policy?.quorum ?? countWitnesses(listed, witness_threshold),
    webhookKeys: collect(webhook_keys, '/webhook_keys', (key, pointer) =>
      within(pointer, () => readWebhookKey(key)),
    ),
    recipeSigners: collect(recipe_signers, '/recipe_signers', ({ name, public_key }, pointer) => ({
      name,
      ...readPublicKey(public_key, `${pointer}/public_key`),
    })),
    onlySignedRecipes: recipes === 'signed',
  }
  return { trust, problems }
}

/** Who holds a key in two roles bears witness for itself. */
function findTwoRoles(
  keys: readonly { readonly key: string; readonly role: string; readonly pointer: string }[],
): readonly Problem[] {
  const roles = new Map<string, string>()
  return keys.flatMap(({ key, role, pointer }) => {
    const first = roles.get(key) ?? role
    roles.set(key, first)
    // The same role twice is another mistake, or none.
    return first === role || first.split(' ')[1] === role.split(' ')[1]
      ? []
      : [{ pointer, message: `is the key of ${first} too: nobody bears witness for itself` }]
  })
}

/** A policy; what is wrong with it is a problem instead. */
function readPolicy(text: string, problems: Problem[]): WitnessPolicy | undefined {
  try {
    return parseWitnessPolicy(text)
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    problems.push({ pointer: '/witness_policy', message: error.message })
    return undefined
  }
}

/** A list as a group: each witness once, all of them where no threshold is said. */
function countWitnesses(witnesses: readonly VerifierKey[], threshold: number | undefined): Quorum {
  const members = [...new Set(findVoters(witnesses))].map(key => ({ key }))
  return { threshold: threshold ?? Math.max(1, members.length), members }
}

/** The chain of a hash, when the trust file has it. */
export function findChain(trust: TrustRoot, chainHash: string): ChainInfo | undefined {
  return trust.chains.find(chain => chain.chainHash === chainHash)
}

function readKey(
  { public_key, valid_from, valid_until, revoked_at, use = 'statements' }: KeyJson,
  pointer: string,
): TrustedKey {
  const validFrom = parseTime(valid_from)
  const validUntil = valid_until === undefined ? undefined : parseTime(valid_until)
  const key = readPublicKey(public_key, `${pointer}/public_key`)
  if (validUntil !== undefined && validUntil <= validFrom) {
    throw wrong('expected a time after valid_from', `${pointer}/valid_until`)
  }
  return {
    ...key,
    validFrom,
    ...(validUntil !== undefined && { validUntil }),
    ...(revoked_at !== undefined && { revokedAt: parseTime(revoked_at) }),
    use,
  }
}

function readPublicKey(hex: string, pointer: string): { readonly key: PublicKey; readonly keyId: string } {
  const key = within(pointer, () => parsePublicKey('ed25519', decodeHex(hex)))
  return { key, keyId: computeKeyId(key) }
}

function readWebhookKey(text: string): PublicKey {
  const found = parseWebhookKey(text)
  if (found.kind === 'public') return found.key
  throw new DrawauditError('trust-invalid', 'expected a public key')
}

function readSignerKey(
  { algorithm, public_key, encoding, low_s, id }: SignerKeyJson,
  pointer: string,
): TrustedSigner['keys'][number] {
  const form = { ...(encoding && { encoding }), ...(low_s !== undefined && { lowS: low_s }) }
  const bytes = within(`${pointer}/public_key`, () => decodeBase64(public_key))
  const key = within(pointer, () => parsePublicKey(algorithm, bytes, form))
  return { key, ...(id !== undefined && { id }) }
}

/** The keys of a signer, or the one that it calls `id`; none when the trust file does not know them. */
export function findSignerKeys(trust: TrustRoot, name: string, id?: string): readonly PublicKey[] {
  const keys = trust.signers.find(signer => signer.name === name)?.keys ?? []
  return keys.filter(key => id === undefined || key.id === id).map(({ key }) => key)
}

/** What a signer calls its keys. */
export function findSignerIds(trust: TrustRoot, name: string): readonly string[] {
  const keys = trust.signers.find(signer => signer.name === name)?.keys ?? []
  return keys.flatMap(({ id }) => id ?? [])
}

function findRepeated<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  pointer: (index: number) => string,
  what: string,
): Problem[] {
  const seen = new Set<string>()
  return items.flatMap((item, index) => {
    const key = keyOf(item)
    if (seen.has(key)) return [{ pointer: pointer(index), message: `the ${what} stands twice` }]
    seen.add(key)
    return []
  })
}

function within<T>(pointer: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw wrong(error.message, pointer + (error.where.pointer ?? ''))
  }
}

function wrong(message: string, pointer: string): DrawauditError {
  return new DrawauditError('trust-invalid', message, { where: { pointer } })
}
