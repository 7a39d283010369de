/**
 * Additions to a trust file. Existing content is kept; nothing is ever removed.
 *
 * @packageDocumentation
 */
import { encodeChainInfo } from '../core/beacon-json.js'
import { builtInChains, type ChainInfo } from '../core/beacon.js'
import { shippedPins, type BlockPin } from '../core/blocks/pins.js'
import { computeKeyId } from '../core/dsse.js'
import { decodeBase64, decodeHex, encodeHex } from '../core/encoding.js'
import { isWitnessKey, parseVerifierKey } from '../core/note.js'
import { portable } from '../core/portable.js'
import { parsePublicKey } from '../core/signature.js'
import { parseTime } from '../core/time.js'
import { DrawauditError } from '../errors.js'
import { isSplittable } from './quorum.js'
import { describeProblems } from './schema.js'
import { findTrustProblems, type KeyJson, type SignerKeyJson, type TrustJson } from './trust.js'
import type { TimestamperJson } from './trust-timestampers.js'
import { parseWitnessPolicy } from './witness-policy.js'

/** An addition and its result. */
export interface TrustChange {
  readonly outcome: 'added' | 'updated' | 'unchanged'
  readonly what:
    | 'operator'
    | 'observer'
    | 'signer'
    | 'timestamper'
    | 'beacon'
    | 'block'
    | 'log'
    | 'witness'
    | 'threshold'
    | 'policy'
    | 'recipe-signer'
    | 'recipes'
  /**
   * The name of an operator, observer, signer or witness; the beacon id of a chain, the origin of a log; a
   * threshold; the quorum of a policy; which recipes are used.
   */
  readonly name: string
  /** The id of a key, or the hash of a chain; empty for a threshold, a policy or which recipes are used. */
  readonly fingerprint: string
  /** For a receipt key. */
  readonly use?: 'receipts'
  /** Changes, and additions that were not made, in words. */
  readonly notes: readonly string[]
}

/** A changed trust file, and the result of each addition. */
export interface Changed {
  readonly trust: TrustJson
  readonly changes: readonly TrustChange[]
}

type Operator = NonNullable<TrustJson['operators']>[number]

/**
 * Adds the keys of operators. For a known key, `valid_until` can change and `revoked_at` can be added or made
 * earlier: a revocation is never removed or postponed, and `valid_from` stays.
 *
 * @throws DrawauditError `trust-invalid` if the result is not a valid trust file, such as for a key with
 * another owner.
 */
export function addOperators(trust: TrustJson, additions: readonly Operator[]): Changed {
  const changes: TrustChange[] = []
  let operators = trust.operators ?? []
  for (const { name, keys, log_origin } of additions) {
    const known = operators.find(operator => operator.name === name)
    let merged = known?.keys ?? []
    for (const key of keys) {
      const same = merged.find(({ public_key }) => public_key === key.public_key)
      const { updated, notes } = same === undefined ? { updated: key, notes: [] } : updateKey(same, key)
      merged = same === undefined ? [...merged, key] : merged.map(one => (one === same ? updated : one))
      const isChanged = JSON.stringify(updated) !== JSON.stringify(same)
      changes.push({
        outcome: same === undefined ? 'added' : isChanged ? 'updated' : 'unchanged',
        what: 'operator',
        name,
        fingerprint: fingerprintOf(key.public_key),
        ...(updated.use === 'receipts' && { use: updated.use }),
        notes,
      })
    }
    // The log origin of a known operator stays.
    const operator = known
      ? { ...known, keys: merged }
      : { name, ...(log_origin && { log_origin }), keys: merged }
    operators = known ? operators.map(one => (one === known ? operator : one)) : [...operators, operator]
  }
  return check({ trust: { ...trust, operators }, changes })
}

/**
 * Adds an observer.
 *
 * @throws DrawauditError `trust-invalid` for a name with another key, or a key with another owner.
 */
export function addObserver(trust: TrustJson, name: string, publicKey: string): Changed {
  const { observers = [] } = trust
  const isKnown = observers.some(one => one.name === name && one.public_key === publicKey)
  const added = isKnown ? observers : [...observers, { name, public_key: publicKey }]
  const checked = check({ trust: { ...trust, observers: added }, changes: [] })
  const outcome = isKnown ? ('unchanged' as const) : ('added' as const)
  const fingerprint = fingerprintOf(publicKey)
  return { trust: checked.trust, changes: [{ outcome, what: 'observer', name, fingerprint, notes: [] }] }
}

/**
 * Adds a recipe signer.
 *
 * @throws DrawauditError `trust-invalid` for a name with another key, or a key with another owner.
 */
export function addRecipeSigner(trust: TrustJson, name: string, publicKey: string): Changed {
  const { recipe_signers: signers = [] } = trust
  const isKnown = signers.some(one => one.name === name && one.public_key === publicKey)
  const added = isKnown ? signers : [...signers, { name, public_key: publicKey }]
  const checked = check({ trust: { ...trust, recipe_signers: added }, changes: [] })
  const outcome = isKnown ? ('unchanged' as const) : ('added' as const)
  const change = {
    outcome,
    what: 'recipe-signer' as const,
    name,
    fingerprint: fingerprintOf(publicKey),
    notes: [],
  }
  return { trust: checked.trust, changes: [change] }
}

/** Restricts recipes to those shipped with drawaudit, or signed by recipe signers. */
export function requireSignedRecipes(trust: TrustJson): Changed {
  const outcome = trust.recipes === 'signed' ? ('unchanged' as const) : ('added' as const)
  const change = { outcome, what: 'recipes' as const, name: 'signed', fingerprint: '', notes: [] }
  return { trust: { ...trust, recipes: 'signed' }, changes: [change] }
}

/**
 * Adds a key to those of a signer.
 *
 * @throws DrawauditError `trust-invalid` for an invalid key, or if the result is not a valid trust file.
 */
export function addSigner(trust: TrustJson, name: string, key: SignerKeyJson): Changed {
  const { signers = [] } = trust
  const known = signers.find(signer => signer.name === name)
  const keys = known?.keys ?? []
  const text = JSON.stringify(sortedKey(key))
  const isKnown = keys.some(one => JSON.stringify(sortedKey(one)) === text)
  const signer = { name, keys: isKnown ? keys : [...keys, key] }
  const added = known ? signers.map(one => (one === known ? signer : one)) : [...signers, signer]
  const checked = check({ trust: { ...trust, signers: added }, changes: [] })
  const outcome = isKnown ? ('unchanged' as const) : ('added' as const)
  const change = { outcome, what: 'signer' as const, name, fingerprint: signerFingerprint(key), notes: [] }
  return { trust: checked.trust, changes: [change] }
}

/**
 * Adds certificates to those of a time-stamper.
 *
 * @param certificates - base64 of DER.
 * @throws DrawauditError `trust-invalid` for one of another time-stamper, or an invalid one.
 */
export function addTimestamper(
  trust: TrustJson,
  name: string,
  certificates: readonly string[],
  period: Pick<TimestamperJson, 'valid_from' | 'valid_until'> = {},
): Changed {
  const { timestampers = [] } = trust
  const known = timestampers.find(timestamper => timestamper.name === name)
  const before = known?.certificates ?? []
  const isNew = (text: string): boolean => !before.includes(text)
  const timestamper = {
    ...known,
    name,
    certificates: [...before, ...new Set(certificates.filter(isNew))],
    ...period,
  }
  const isChanged = JSON.stringify(timestamper) !== JSON.stringify(known)
  const added = known
    ? timestampers.map(one => (one === known ? timestamper : one))
    : [...timestampers, timestamper]
  const checked = check({ trust: isChanged ? { ...trust, timestampers: added } : trust, changes: [] })
  const changes = certificates.map((text): TrustChange => {
    const outcome = isNew(text) ? 'added' : isChanged ? 'updated' : 'unchanged'
    return { outcome, what: 'timestamper', name, fingerprint: certificateFingerprint(text), notes: [] }
  })
  return { trust: checked.trust, changes }
}

/**
 * SHA-256 of a certificate, as printed by `openssl x509 -fingerprint -sha256`.
 *
 * @throws DrawauditError `base64-invalid`.
 */
export function certificateFingerprint(base64: string): string {
  return encodeHex(portable.hash('sha256', decodeBase64(base64)))
}

/** Members in a fixed order, for comparison. */
function sortedKey({ algorithm, public_key, encoding, low_s, id }: SignerKeyJson): SignerKeyJson {
  return {
    algorithm,
    public_key,
    ...(encoding && { encoding }),
    ...(low_s !== undefined && { low_s }),
    ...(id !== undefined && { id }),
  }
}

/**
 * SHA-256 of a signer's key; for RSA, of its DER.
 *
 * @throws DrawauditError `base64-invalid`, or as `parsePublicKey` does.
 */
export function signerFingerprint({ algorithm, public_key, encoding, low_s }: SignerKeyJson): string {
  const form = { ...(encoding && { encoding }), ...(low_s !== undefined && { lowS: low_s }) }
  return computeKeyId(parsePublicKey(algorithm, decodeBase64(public_key), form))
}

/**
 * Adds a log.
 *
 * @param origin - the first line of its checkpoints.
 * @throws DrawauditError `trust-invalid` for a key that is not of a log, or an origin with another key.
 */
export function addLog(trust: TrustJson, origin: string, vkey: string): Changed {
  const { logs = [] } = trust
  if (isWitnessKey(parseVerifierKey(vkey))) {
    throw new DrawauditError('trust-invalid', 'this is the key of a witness, not of a log', {
      hint: 'give it as a witness: drawaudit trust add --witness VKEY',
    })
  }
  const isKnown = logs.some(log => log.origin === origin && log.vkey === vkey)
  const checked = check({
    trust: isKnown ? trust : { ...trust, logs: [...logs, { origin, vkey }] },
    changes: [],
  })
  return { trust: checked.trust, changes: [describeVkey(isKnown, 'log', origin, vkey)] }
}

/**
 * Adds a witness. If the trust file has no threshold, all witnesses must cosign.
 *
 * @throws DrawauditError `trust-invalid` for a key that is not of a witness.
 */
export function addWitness(trust: TrustJson, vkey: string): Changed {
  refusePolicy(trust)
  const { witnesses = [] } = trust
  if (!isWitnessKey(parseVerifierKey(vkey))) {
    throw new DrawauditError('trust-invalid', 'this is the key of a log, not of a witness', {
      hint: 'ask the witness for the vkey that it cosigns with; a log goes in with drawaudit trust add --log VKEY',
    })
  }
  const isKnown = witnesses.includes(vkey)
  const checked = check({
    trust: isKnown ? trust : { ...trust, witnesses: [...witnesses, vkey] },
    changes: [],
  })
  const { name } = parseVerifierKey(vkey)
  return { trust: checked.trust, changes: [describeVkey(isKnown, 'witness', name, vkey)] }
}

function describeVkey(isKnown: boolean, what: 'log' | 'witness', name: string, vkey: string): TrustChange {
  const fingerprint = computeKeyId(parseVerifierKey(vkey).key)
  return { outcome: isKnown ? 'unchanged' : 'added', what, name, fingerprint, notes: [] }
}

/**
 * Sets the number of witnesses that must cosign.
 *
 * @throws DrawauditError `trust-invalid` for a number below 1.
 */
export function setWitnessThreshold(trust: TrustJson, threshold: number): Changed {
  refusePolicy(trust)
  const { witness_threshold: before } = trust
  const change: TrustChange = {
    outcome: before === threshold ? 'unchanged' : before === undefined ? 'added' : 'updated',
    what: 'threshold',
    name: String(threshold),
    fingerprint: '',
    notes: before === undefined || before === threshold ? [] : [`it was ${before}`],
  }
  return check({ trust: { ...trust, witness_threshold: threshold }, changes: [change] })
}

/**
 * Sets the witness policy: the first one, or the same one again.
 *
 * @throws DrawauditError `policy-invalid` for an invalid policy, `trust-invalid` if there are witnesses, a
 * threshold or another policy, or if the result is not a valid trust file.
 */
export function setWitnessPolicy(trust: TrustJson, text: string): Changed {
  const { witness_policy: before } = trust
  const { quorum, witnesses } = parseWitnessPolicy(text)
  if (before !== undefined && before !== text) {
    throw new DrawauditError('trust-invalid', 'there is another witness policy already', {
      hint: 'remove witness_policy from the file first: trust is never changed silently',
    })
  }
  if (trust.witnesses !== undefined || trust.witness_threshold !== undefined) {
    throw new DrawauditError('trust-invalid', 'there are witnesses or a threshold already', {
      hint: 'a policy replaces them: remove "witnesses" and "witness_threshold" from the file first',
    })
  }
  const change: TrustChange = {
    outcome: before === text ? 'unchanged' : 'added',
    what: 'policy',
    name: quorum.name ?? '',
    fingerprint: '',
    notes: [
      `${witnesses.length} ${witnesses.length === 1 ? 'witness' : 'witnesses'}`,
      ...(isSplittable(quorum)
        ? ['two halves can each reach the quorum: log.witnessed is not provable with it (quorum-splits)']
        : []),
    ],
  }
  return check({ trust: { ...trust, witness_policy: text }, changes: [change] })
}

/** @throws DrawauditError `trust-invalid` if a policy defines the witnesses. */
function refusePolicy({ witness_policy: policy }: TrustJson): void {
  if (policy === undefined) return
  throw new DrawauditError('trust-invalid', 'a policy already defines the witnesses', {
    hint: 'add a witness to the policy, or take witness_policy out of the file',
  })
}

/**
 * Sets the log of an operator: the only one in which its statements count as logged.
 *
 * @throws DrawauditError `trust-invalid` for an operator missing in the trust file.
 */
export function setLogOrigin(trust: TrustJson, name: string, origin: string): Changed {
  const known = trust.operators?.find(operator => operator.name === name)
  if (known === undefined) {
    throw new DrawauditError('trust-invalid', `there is no operator ${JSON.stringify(name)}`, {
      hint: 'add its key first',
    })
  }
  const { log_origin: before } = known
  const operators = (trust.operators ?? []).map(one =>
    one === known ? { ...known, log_origin: origin } : one,
  )
  const change: TrustChange = {
    outcome: before === origin ? 'unchanged' : 'updated',
    what: 'operator',
    name,
    fingerprint: '',
    notes: [
      before === origin
        ? `log_origin is ${origin} already`
        : `log_origin is ${origin}; it was ${before ?? 'not set'}`,
    ],
  }
  return check({ trust: { ...trust, operators }, changes: [change] })
}

/** Adds a beacon chain, unless it is built in or known. */
export function addBeacon(trust: TrustJson, chain: ChainInfo): Changed {
  const { beacons = [] } = trust
  const isBuiltIn = Object.values(builtInChains).some(({ chainHash }) => chainHash === chain.chainHash)
  const isKnown = isBuiltIn || beacons.some(({ chain_hash }) => chain_hash === chain.chainHash)
  const change = {
    outcome: isKnown ? ('unchanged' as const) : ('added' as const),
    what: 'beacon' as const,
    name: chain.beaconId,
    fingerprint: chain.chainHash,
    notes: isBuiltIn ? ['it is built in'] : [],
  }
  return check({
    trust: isKnown ? trust : { ...trust, beacons: [...beacons, encodeChainInfo(chain)] },
    changes: [change],
  })
}

/**
 * Adds the hash of a block.
 *
 * @throws DrawauditError `trust-invalid` if the block at that height has another hash, in the file or among
 * those shipped with drawaudit.
 */
export function addBlock(trust: TrustJson, block: BlockPin): Changed {
  const { blocks = [] } = trust
  const { chain, height, hash } = block
  const isSame = (one: BlockPin): boolean => one.chain === chain && one.height === height && one.hash === hash
  const isShipped = shippedPins(chain).some(isSame)
  const isKnown = isShipped || blocks.some(isSame)
  if (!isShipped && shippedPins(chain).some(pin => pin.height === height)) {
    throw new DrawauditError('trust-invalid', `drawaudit has another hash for block ${height} of ${chain}`, {
      hint: 'compare it with several independent nodes',
    })
  }
  const changed = check({
    trust: isKnown ? trust : { ...trust, blocks: [...blocks, { chain, height, hash }] },
    changes: [],
  })
  const change = {
    outcome: isKnown ? ('unchanged' as const) : ('added' as const),
    what: 'block' as const,
    name: `${chain} ${height}`,
    fingerprint: hash,
    notes: isShipped ? ['it comes with drawaudit'] : [],
  }
  return { trust: changed.trust, changes: [change] }
}

/** @throws DrawauditError `key-invalid` or `key-weak`. */
export function fingerprintOf(publicKey: string): string {
  return computeKeyId(parsePublicKey('ed25519', decodeHex(publicKey)))
}

function updateKey(known: KeyJson, stated: KeyJson): { readonly updated: KeyJson; readonly notes: string[] } {
  const notes: string[] = []
  let updated = known
  if (stated.valid_from !== known.valid_from) {
    notes.push(`valid_from stays ${known.valid_from}; ${stated.valid_from} was stated`)
  }
  const { valid_until, revoked_at, use = 'statements' } = stated
  if (use !== (known.use ?? 'statements')) {
    notes.push(`it signs ${known.use ?? 'statements'} still; ${use} was stated`)
  }
  if (valid_until !== undefined && valid_until !== known.valid_until) {
    notes.push(`valid_until is ${valid_until}; it was ${known.valid_until ?? 'not set'}`)
    updated = { ...updated, valid_until }
  }
  if (revoked_at !== undefined && revoked_at !== known.revoked_at) {
    if (known.revoked_at === undefined || parseTime(revoked_at) < parseTime(known.revoked_at)) {
      notes.push(`revoked_at is ${revoked_at}; it was ${known.revoked_at ?? 'not set'}`)
      updated = { ...updated, revoked_at }
    } else notes.push(`revoked_at stays ${known.revoked_at}; ${revoked_at} was stated, which is later`)
  }
  return { updated, notes }
}

function check(changed: Changed): Changed {
  const problems = findTrustProblems(changed.trust)
  if (problems.length === 0) return changed
  throw new DrawauditError('trust-invalid', `cannot be added: ${describeProblems(problems)}`, {
    hint: 'in a trust file names and keys must be unique',
  })
}
