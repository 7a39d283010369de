/**
 * Display of trust files: trusted keys, their validity, and warnings.
 *
 * @packageDocumentation
 */
import { builtInChains } from '../../core/beacon.js'
import { encodeChainInfo } from '../../core/beacon-json.js'
import { computeKeyId } from '../../core/dsse.js'
import { parseVerifierKey } from '../../core/note.js'
import { formatTime, parseTime } from '../../core/time.js'
import { certificateFingerprint, fingerprintOf, signerFingerprint } from '../../model/trust-changes.js'
import { isSplittable, type Quorum } from '../../model/quorum.js'
import { findVoters } from '../../model/trust-log.js'
import { parseTrust, type KeyJson, type SignerKeyJson, type TrustJson } from '../../model/trust.js'
import type { TimestamperJson } from '../../model/trust-timestampers.js'
import type { Problem } from '../../model/schema.js'
import { parseWitnessPolicy } from '../../model/witness-policy.js'
import { findContradiction } from '../../verify/draw/check-block.js'
import { escapeText } from '../../render/escape.js'

/** Validity of a key for new signatures. */
export type KeyState = 'valid' | 'not valid yet' | 'expired' | 'revoked'

interface ShownKey extends KeyJson {
  readonly fingerprint: string
  readonly state: KeyState
}

/** A trust file with derived values for display. */
export interface ShownTrust {
  readonly operators: readonly {
    readonly name: string
    readonly log_origin?: string
    readonly keys: readonly ShownKey[]
  }[]
  readonly observers: readonly {
    readonly name: string
    readonly public_key: string
    readonly fingerprint: string
  }[]
  readonly signers: readonly {
    readonly name: string
    readonly keys: readonly (SignerKeyJson & { readonly fingerprint: string })[]
  }[]
  readonly timestampers: readonly (Omit<TimestamperJson, 'certificates'> & {
    readonly certificates: readonly { readonly der: string; readonly fingerprint: string }[]
  })[]
  readonly beacons: readonly (ReturnType<typeof encodeChainInfo> & { readonly built_in: boolean })[]
  readonly blocks: NonNullable<TrustJson['blocks']>
  readonly logs: readonly (NonNullable<TrustJson['logs']>[number] & { readonly fingerprint: string })[]
  readonly witnesses: readonly ShownWitness[]
  /** Minimum number of cosigning witnesses, also by default; absent with a policy. */
  readonly witness_threshold?: number
  /** Of a policy: the witness or group that must cosign. */
  readonly witness_quorum?: string
  /** Of a policy: the groups of its quorum, the quorum itself first. */
  readonly witness_groups?: readonly ShownGroup[]
  readonly webhook_keys: readonly { readonly key: string; readonly fingerprint: string }[]
  readonly recipe_signers: ShownTrust['observers']
  /** `signed`: besides built-in recipes, only those by recipe signers. */
  readonly recipes: 'any' | 'signed'
}

interface ShownGroup {
  readonly name: string
  readonly threshold: number
  readonly members: readonly string[]
}

interface ShownWitness {
  readonly name: string
  readonly vkey: string
  readonly fingerprint: string
  /** Why it has no vote. */
  readonly note?: string
  /** Set for a further key of a witness above, with which it shares a vote. */
  readonly further?: true
}

/** @param trust - valid for `parseTrust`. */
export function describeTrust(trust: TrustJson, now: Date): ShownTrust {
  const { operators = [], observers = [], signers = [], timestampers = [], logs = [] } = trust
  const { webhook_keys = [], recipe_signers = [], recipes = 'any' } = trust
  const { chains, quorum, webhookKeys } = parseTrust(trust)
  const builtIn = new Set(Object.values(builtInChains).map(({ chainHash }) => chainHash))
  return {
    operators: operators.map(operator => ({
      ...operator,
      keys: operator.keys.map(key => ({
        ...key,
        fingerprint: fingerprintOf(key.public_key),
        state: stateOf(key, now),
      })),
    })),
    observers: observers.map(observer => ({ ...observer, fingerprint: fingerprintOf(observer.public_key) })),
    signers: signers.map(({ name, keys }) => ({
      name,
      keys: keys.map(key => ({ ...key, fingerprint: signerFingerprint(key) })),
    })),
    timestampers: timestampers.map(({ certificates, ...timestamper }) => ({
      ...timestamper,
      certificates: certificates.map(der => ({ der, fingerprint: certificateFingerprint(der) })),
    })),
    beacons: chains.map(chain => ({
      ...encodeChainInfo(chain),
      built_in: builtIn.has(chain.chainHash),
    })),
    blocks: trust.blocks ?? [],
    logs: logs.map(log => ({ ...log, fingerprint: computeKeyId(parseVerifierKey(log.vkey).key) })),
    witnesses: describeWitnesses(trust),
    ...('threshold' in quorum && trust.witness_policy === undefined
      ? { witness_threshold: quorum.threshold }
      : { witness_quorum: quorum.name ?? '', witness_groups: describeGroups(quorum) }),
    webhook_keys: webhookKeys.map((key, at) => ({
      key: webhook_keys[at] ?? '',
      fingerprint: computeKeyId(key),
    })),
    recipe_signers: recipe_signers.map(signer => ({
      ...signer,
      fingerprint: fingerprintOf(signer.public_key),
    })),
    recipes,
  }
}

function describeGroups(quorum: Quorum): readonly ShownGroup[] {
  if ('key' in quorum) return []
  const { name = '', threshold, members } = quorum
  const own = { name, threshold, members: members.map(member => member.name ?? '') }
  return [own, ...members.flatMap(describeGroups)]
}

/** Keys of witnesses with a vote. */
function listVoters(quorum: Quorum): readonly string[] {
  return 'key' in quorum ? [quorum.key] : quorum.members.flatMap(listVoters)
}

function describeWitnesses({ witnesses = [], witness_policy: text }: TrustJson): readonly ShownWitness[] {
  if (text !== undefined) {
    const policy = parseWitnessPolicy(text)
    const counting = new Set(listVoters(policy.quorum))
    const voters = findVoters(policy.witnesses.map(({ key }) => key))
    return policy.witnesses.map(({ name, key: { key }, vkey }, at) => ({
      name,
      vkey,
      fingerprint: computeKeyId(key),
      ...(!counting.has(voters[at] ?? '') && { note: 'it does not count: it is not part of the quorum' }),
    }))
  }
  const keys = witnesses.map(parseVerifierKey)
  const voters = findVoters(keys)
  return keys.map(({ name, key }, at) => {
    const first = voters.indexOf(voters[at] ?? '')
    return {
      name,
      vkey: witnesses[at] ?? '',
      fingerprint: computeKeyId(key),
      ...(first < at &&
        (keys[first]?.name === name
          ? { further: true as const }
          : { note: 'it does not count again: the same key is above under another name' })),
    }
  })
}

/** Blocks in the file with another hash than drawaudit's own. */
export function findBlockProblems({ blocks = [] }: TrustJson): readonly Problem[] {
  return blocks.flatMap((block, index) => {
    const message = `drawaudit has another hash for block ${block.height} of ${block.chain}`
    return findContradiction([block]) === undefined ? [] : [{ pointer: `/blocks/${index}/hash`, message }]
  })
}

/**
 * Valid but probably mistaken content.
 *
 * @param trust - valid for `parseTrust`.
 */
export function findWarnings(trust: TrustJson, now: Date): readonly Problem[] {
  const { operators = [], observers = [], signers = [], beacons = [], recipe_signers = [] } = trust
  // A trust file only for other signers needs neither operators nor observers.
  const isForSigners = signers.length + recipe_signers.length > 0 && operators.length + observers.length === 0
  const warnings: Problem[] = []
  const warn = (pointer: string, message: string): void => {
    warnings.push({ pointer, message })
  }
  if (operators.length === 0 && !isForSigners) warn('', 'it has no operator, so no statement will verify')
  operators.forEach(({ keys, name }, at) => {
    keys.forEach((key, index) => {
      const state = stateOf(key, now)
      const pointer = `/operators/${at}/keys/${index}`
      if (state !== 'valid') warn(pointer, `a key of ${JSON.stringify(name)} is ${state}`)
      if (key.revoked_at !== undefined && parseTime(key.revoked_at) <= parseTime(key.valid_from)) {
        warn(`${pointer}/revoked_at`, 'the key is revoked before it is valid')
      }
    })
    if (keys.every(key => key.use === 'receipts' || stateOf(key, now) !== 'valid')) {
      warn(`/operators/${at}`, `no key of ${JSON.stringify(name)} is valid now`)
    }
  })
  if (observers.length === 0 && !isForSigners) {
    warn('', 'it has no observer, so nothing that you saw yourself will count')
  }
  beacons.forEach(({ beacon_id: id = '' }, index) => {
    const message = `the chain ${JSON.stringify(id)} is not one of drand: whoever has its key knows its rounds beforehand`
    warn(`/beacons/${index}`, message)
  })
  warnOfLogs(trust, warn)
  if (trust.recipes === 'signed' && (trust.recipe_signers ?? []).length === 0) {
    warn('/recipes', 'it has no recipe signer, so no recipe is used but those that come with drawaudit')
  }
  return warnings
}

function warnOfLogs(trust: TrustJson, warn: (pointer: string, message: string) => void): void {
  const { operators = [], logs = [], witness_threshold } = trust
  operators.forEach(({ name, log_origin }, at) => {
    if (log_origin === undefined || logs.some(({ origin }) => origin === log_origin)) return
    warn(`/operators/${at}/log_origin`, `the key of the log of ${JSON.stringify(name)} is missing`)
  })
  const shown = describeWitnesses(trust)
  shown.forEach(({ note }, at) => {
    if (note === undefined) return
    warn(trust.witness_policy === undefined ? `/witnesses/${at}` : '/witness_policy', note)
  })
  if (trust.witness_policy !== undefined && isSplittable(parseWitnessPolicy(trust.witness_policy).quorum)) {
    warn('/witness_policy', 'two halves can each reach the quorum: a log can show each another history')
  }
  const counting = shown.filter(({ note, further }) => note === undefined && further !== true).length
  if (witness_threshold === undefined) return
  if (witness_threshold > counting) {
    warn(
      '/witness_threshold',
      `it cannot be reached: only ${counting} ${counting === 1 ? 'witness counts' : 'witnesses count'}`,
    )
  } else if (2 * witness_threshold <= counting) {
    const why = `${witness_threshold} of ${counting} are not a majority: a log can show each half another history`
    warn('/witness_threshold', why)
  }
}

/** Text of `trust show`. */
export function renderTrust(shown: ShownTrust): string {
  const operators = shown.operators.flatMap(({ name, log_origin, keys }) => [
    `  ${escapeText(name)}${log_origin === undefined ? '' : `, log ${escapeText(log_origin)}`}`,
    ...keys.flatMap(key => [`    ${groupFingerprint(key.fingerprint)}`, `      ${describeKey(key)}`]),
  ])
  const signers = shown.signers.flatMap(({ name, keys }) => [
    `  ${escapeText(name)}`,
    ...keys.flatMap(({ fingerprint, algorithm, encoding, low_s, id }) => {
      const about = [
        algorithm,
        ...(encoding === undefined ? [] : [`signatures in ${encoding} form`]),
        ...(low_s === undefined ? [] : [low_s ? 'low s only' : 'any s']),
        ...(id === undefined ? [] : [`called ${escapeText(id)}`]),
      ]
      return [`    ${groupFingerprint(fingerprint)}`, `      ${escapeText(about.join(', '), Infinity)}`]
    }),
  ])
  const observers = shown.observers.flatMap(({ name, fingerprint }) => [
    `  ${escapeText(name)}`,
    `    ${groupFingerprint(fingerprint)}`,
  ])
  const timestampers = shown.timestampers.flatMap(({ name, certificates, valid_from, valid_until }) => [
    `  ${escapeText(name)}${valid_from === undefined ? '' : ` from ${valid_from}`}${valid_until === undefined ? '' : ` until ${valid_until}`}`,
    ...certificates.map(({ fingerprint }) => `    ${groupFingerprint(fingerprint)}`),
  ])
  const beacons = shown.beacons.flatMap(chain => [
    `  ${escapeText(chain.beacon_id ?? 'default')}${chain.built_in ? ', built in' : ', not one of drand'}`,
    `    ${groupFingerprint(chain.chain_hash)}`,
    `      a round every ${chain.period} s since ${formatSeconds(chain.genesis_time)}, ${chain.scheme}`,
  ])
  const { logs, witnesses, webhook_keys: webhookKeys } = shown
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['operators', operators],
    ['observers', observers],
    ['signers', signers],
    ...(shown.timestampers.length === 0 ? [] : [['time-stampers', timestampers] as const]),
    ['beacon chains', beacons],
    ...(shown.blocks.length === 0
      ? []
      : [
          [
            'blocks',
            shown.blocks.flatMap(({ chain, height, hash }) => [`  ${chain} ${height}`, `    ${hash}`]),
          ] as const,
        ]),
    [
      'logs',
      logs.flatMap(({ origin, fingerprint }) => [
        `  ${escapeText(origin)}`,
        `    ${groupFingerprint(fingerprint)}`,
      ]),
    ],
    [
      describeQuorum(shown),
      witnesses.flatMap(({ name, fingerprint, note, further }) => [
        `  ${escapeText(name)}${note === undefined ? '' : `: ${note}`}${further === true ? ': a further key of it' : ''}`,
        `    ${groupFingerprint(fingerprint)}`,
      ]),
    ],
    ...describeMembers(shown),
    // Most auditors need none.
    ...(shown.recipe_signers.length === 0 && shown.recipes === 'any'
      ? []
      : [
          [
            `recipe signers, ${shown.recipes === 'any' ? 'any recipe is used' : 'only their recipes are used, and drawaudit’s'}`,
            shown.recipe_signers.flatMap(({ name, fingerprint }) => [
              `  ${escapeText(name)}`,
              `    ${groupFingerprint(fingerprint)}`,
            ]),
          ] as const,
        ]),
    ...(webhookKeys.length === 0
      ? []
      : [
          [
            'keys of webhooks, which prove nothing about a draw',
            webhookKeys.map(({ key }) => `  ${key}`),
          ] as const,
        ]),
  ]
  return sections
    .map(([title, lines]) => `${title}\n${lines.length === 0 ? '  none\n' : `${lines.join('\n')}\n`}`)
    .join('')
}

function describeQuorum({ witnesses, witness_threshold, witness_quorum }: ShownTrust): string {
  if (witness_quorum !== undefined) return `witnesses, ${escapeText(witness_quorum)} must cosign`
  return witnesses.length === 0 ? 'witnesses' : `witnesses, at least ${witness_threshold ?? 0} must cosign`
}

/** Groups of a policy with their members. */
function describeMembers({ witness_groups = [] }: ShownTrust): readonly (readonly [string, string[]])[] {
  if (witness_groups.length === 0) return []
  const lines = witness_groups.map(({ name, threshold, members }) =>
    escapeText(`  ${name}: ${threshold} of ${members.join(', ')}`, Infinity),
  )
  return [['groups of witnesses', lines]]
}

/** 64 hex digits in groups of eight, for comparing. */
export function groupFingerprint(fingerprint: string): string {
  return fingerprint.replace(/(.{8})(?=.)/g, '$1 ')
}

function describeKey({ algorithm, valid_from, valid_until, revoked_at, use, state }: ShownKey): string {
  const until = valid_until === undefined ? '' : ` until ${valid_until}`
  const revoked = revoked_at === undefined ? '' : `, revoked at ${revoked_at}`
  const what = use === 'receipts' ? ', for receipts' : ''
  return `${algorithm}${what}, valid from ${valid_from}${until}${revoked}: ${state} now`
}

function stateOf({ valid_from, valid_until, revoked_at }: KeyJson, now: Date): KeyState {
  const time = BigInt(now.getTime()) * 1_000_000n
  if (revoked_at !== undefined && time >= parseTime(revoked_at)) return 'revoked'
  if (time < parseTime(valid_from)) return 'not valid yet'
  return valid_until !== undefined && time >= parseTime(valid_until) ? 'expired' : 'valid'
}

function formatSeconds(seconds: number): string {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? `${seconds} s after 1970` : formatTime(date)
}
