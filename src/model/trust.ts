/**
 * The trust file: the parties an auditor trusts. Chosen by the auditor, never by the operator
 * (docs/PROTOCOL.md).
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

/** An operator's key. Times are nanoseconds since 1970, as from {@link parseTime}. */
export interface TrustedKey {
  /** The public key. */
  readonly key: PublicKey
  /** Id of the key, from {@link computeKeyId}. */
  readonly keyId: string
  /** Start of validity, inclusive. */
  readonly validFrom: bigint
  /** End of validity, exclusive. */
  readonly validUntil?: bigint
  /** From then on the key may be in other hands: only signatures shown to be older count. */
  readonly revokedAt?: bigint
  /** What it may sign. */
  readonly use: KeyUse
}

/** The use of an operator's key: one for receipts is kept at the shop, and signs no statements. */
export type KeyUse = 'statements' | 'receipts'

/** An operator of raffles. */
export interface TrustedOperator {
  /** Name, as in its statements. */
  readonly name: string
  /** Current and former keys. */
  readonly keys: readonly TrustedKey[]
  /** Origin of its log; absent: unknown, so that nothing is proven by a log. */
  readonly logOrigin?: string
}

/** An observer, whose attestations count as evidence of time. */
export interface TrustedObserver {
  /** Name, as in the trust file. */
  readonly name: string
  /** Its Ed25519 key. */
  readonly key: PublicKey
  /** Id of the key, from {@link computeKeyId}. */
  readonly keyId: string
}

/** A recipe signer known to the auditor. */
export interface TrustedRecipeSigner {
  /** Name, as in the trust file. */
  readonly name: string
  /** Its Ed25519 key. */
  readonly key: PublicKey
  /** Id of the key, from {@link computeKeyId}. */
  readonly keyId: string
}

/** A third party that signs values of published draws. */
export interface TrustedSigner {
  /** Name, as recipes refer to it. */
  readonly name: string
  /** Current and former keys. */
  readonly keys: readonly {
    /** The public key. */
    readonly key: PublicKey
    /** The signer's own name for the key, if its messages use one. */
    readonly id?: string
  }[]
}

/** The parsed trust file: whom and what the auditor trusts; schemas/trust.json. */
export interface TrustRoot {
  /** Operators of raffles, with their keys. */
  readonly operators: readonly TrustedOperator[]
  /** Observers, whose attestations count as evidence of time. */
  readonly observers: readonly TrustedObserver[]
  /** Signers of values in draws, with their keys. */
  readonly signers: readonly TrustedSigner[]
  /** RFC 3161 time-stamping authorities, with their anchors. */
  readonly timestampers: readonly TrustedTimestamper[]
  /** The built-in ones, and those of the file. */
  readonly chains: readonly ChainInfo[]
  /** Blocks whose hashes the auditor knows, beside those shipped with drawaudit. */
  readonly blocks: readonly BlockPin[]
  /** Transparency logs, with their keys. */
  readonly logs: readonly TrustedLog[]
  /** Keys with one name belong to one witness, and so do names with one key: see `findVoters`. */
  readonly witnesses: readonly VerifierKey[]
  /** The quorum that must cosign a checkpoint; the threshold of a list may exceed its length. */
  readonly quorum: Quorum
  /**
   * Webhook signing keys of services, which count for no claim: drawing and notifying are different roles.
   */
  readonly webhookKeys: readonly PublicKey[]
  /** Authors whose signed recipes are used. */
  readonly recipeSigners: readonly TrustedRecipeSigner[]
  /** Only shipped recipes, and those signed by one of {@link recipeSigners}, are used. */
  readonly onlySignedRecipes: boolean
}

/** An operator's key in JSON. */
export interface KeyJson {
  readonly algorithm: 'ed25519'
  readonly public_key: string
  readonly valid_from: string
  readonly valid_until?: string
  readonly revoked_at?: string
  /** `statements` by default. */
  readonly use?: KeyUse
}

/** A signer's key in JSON. */
export interface SignerKeyJson {
  readonly algorithm: string
  /** base64 */
  readonly public_key: string
  readonly encoding?: 'compact' | 'der'
  readonly low_s?: boolean
  readonly id?: string
}

/** A trust file in JSON, as schemas/trust.json defines it. */
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
  /** The text of a policy, instead of `witnesses` and `witness_threshold`. */
  readonly witness_policy?: string
  /** `whpk_` and base64. */
  readonly webhook_keys?: readonly string[]
  readonly recipe_signers?: readonly { readonly name: string; readonly public_key: string }[]
  /** `signed`: only those of `recipe_signers`, and those shipped with drawaudit. */
  readonly recipes?: 'signed'
}

/** Trusts nobody; has the built-in chains. */
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
 * @param value - the content of a trust file, from {@link parseJson}.
 * @throws DrawauditError `trust-invalid` with everything that its schema (schemas/trust.json) and rules refuse.
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
 * All problems of a trust file: what its schema (schemas/trust.json) refuses; if that is nothing, duplicate
 * names, keys and chains, a key in two roles, an invalid or weak key, a validity that ends before it begins,
 * a chain hash that does not match its description, a key of the wrong type for a log or witness, and a
 * witness policy that is invalid or beside a list. Webhook keys may also belong to others: they are not
 * trusted for anything.
 */
export function findTrustProblems(value: unknown): readonly Problem[] {
  return readTrust(value).problems
}

/** The valid part of a trust file, and its problems. */
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
  // One key under two names could corroborate itself, and so could one in two roles (findTwoRoles).
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
  /** Collects readable items; the others become problems. */
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
      throw wrong('the chain is built in or a duplicate', `${pointer}/chain_hash`)
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
    problems.push({ pointer: `/${name}`, message: 'witness_policy sets it too: remove one of the two' })
  }
  const witnessKeys = policy?.witnesses.map(({ key }) => key) ?? listed
  const atWitness = (index: number): string =>
    policy === undefined ? `/witnesses/${index}` : '/witness_policy'
  if (new Set(witnessKeys.map(({ name, keyId }) => `${name} ${keyId}`)).size < witnessKeys.length) {
    // A signature would not tell which of them it is by.
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
      // An observer may sign recipes too: what it saw is independent of what it computes with, and so are the
      // signatures.
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

/** A key in two roles could corroborate itself. */
function findTwoRoles(
  keys: readonly { readonly key: string; readonly role: string; readonly pointer: string }[],
): readonly Problem[] {
  const roles = new Map<string, string>()
  return keys.flatMap(({ key, role, pointer }) => {
    const first = roles.get(key) ?? role
    roles.set(key, first)
    // A duplicate in the same role is another error, or none.
    return first === role || first.split(' ')[1] === role.split(' ')[1]
      ? []
      : [{ pointer, message: `is also the key of ${first}: nobody can be their own witness` }]
  })
}

/** A policy; its errors become problems. */
function readPolicy(text: string, problems: Problem[]): WitnessPolicy | undefined {
  try {
    return parseWitnessPolicy(text)
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    problems.push({ pointer: '/witness_policy', message: error.message })
    return undefined
  }
}

/** A list as a group: each witness once, all of them by default. */
function countWitnesses(witnesses: readonly VerifierKey[], threshold: number | undefined): Quorum {
  const members = [...new Set(findVoters(witnesses))].map(key => ({ key }))
  return { threshold: threshold ?? Math.max(1, members.length), members }
}

/** The chain with a hash, if it is in the trust file. */
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

/** The keys of a signer, or the one it calls `id`; empty if unknown to the trust file. */
export function findSignerKeys(trust: TrustRoot, name: string, id?: string): readonly PublicKey[] {
  const keys = trust.signers.find(signer => signer.name === name)?.keys ?? []
  return keys.filter(key => id === undefined || key.id === id).map(({ key }) => key)
}

/** A signer's own names for its keys. */
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
    if (seen.has(key)) return [{ pointer: pointer(index), message: `the ${what} is a duplicate` }]
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
