/**
 * A trust root for people: whom it believes, since when, and what is odd about it.
 *
 * @packageDocumentation
 */
import { builtInChains } from '../../core/beacon.js'
import { encodeChainInfo } from '../../core/beacon-json.js'
import { computeKeyId } from '../../core/dsse.js'
import { parseVerifierKey } from '../../core/note.js'
import { formatTime, parseTime } from '../../core/time.js'
import { fingerprintOf, signerFingerprint } from '../../model/trust-changes.js'
import { findRepeatedWitnesses } from '../../model/trust-log.js'
import { parseTrust, type KeyJson, type SignerKeyJson, type TrustJson } from '../../model/trust.js'
import type { Problem } from '../../model/schema.js'
import { escapeText } from '../../render/escape.js'

/** Whether a key counts for what is signed now. */
export type KeyState = 'valid' | 'not valid yet' | 'expired' | 'revoked'

interface ShownKey extends KeyJson {
  readonly fingerprint: string
  readonly state: KeyState
}

/** A trust root with everything worked out that a reader wants to know. */
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
  readonly beacons: readonly (ReturnType<typeof encodeChainInfo> & { readonly built_in: boolean })[]
  readonly logs: readonly (NonNullable<TrustJson['logs']>[number] & { readonly fingerprint: string })[]
  readonly witnesses: readonly ShownWitness[]
  /** How many have to have cosigned, said or not. */
  readonly witness_threshold: number
  readonly webhook_keys: readonly { readonly key: string; readonly fingerprint: string }[]
}

interface ShownWitness {
  readonly name: string
  readonly vkey: string
  readonly fingerprint: string
  /** Why it does not count, or not once more. */
  readonly note?: string
}

/** @param trust - one that `parseTrust` accepts. */
export function describeTrust(trust: TrustJson, now: Date): ShownTrust {
  const { operators = [], observers = [], signers = [], logs = [], webhook_keys = [] } = trust
  const { chains, witnessThreshold, webhookKeys } = parseTrust(trust)
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
    beacons: chains.map(chain => ({
      ...encodeChainInfo(chain),
      built_in: builtIn.has(chain.chainHash),
    })),
    logs: logs.map(log => ({ ...log, fingerprint: computeKeyId(parseVerifierKey(log.vkey).key) })),
    witnesses: describeWitnesses(trust),
    witness_threshold: witnessThreshold,
    webhook_keys: webhookKeys.map((key, at) => ({
      key: webhook_keys[at] ?? '',
      fingerprint: computeKeyId(key),
    })),
  }
}

function describeWitnesses({ witnesses = [] }: TrustJson): readonly ShownWitness[] {
  const keys = witnesses.map(parseVerifierKey)
  const repeated = findRepeatedWitnesses(keys)
  return keys.map(({ name, key }, at) => ({
    name,
    vkey: witnesses[at] ?? '',
    fingerprint: computeKeyId(key),
    ...(repeated[at] === true && {
      note: 'it does not count once more: the key stands above under another name',
    }),
  }))
}

/** What is allowed and still likely to be a mistake. @param trust - one that `parseTrust` accepts. */
export function findWarnings(trust: TrustJson, now: Date): readonly Problem[] {
  const { operators = [], observers = [], signers = [], beacons = [] } = trust
  // Who verifies what others signed has no use for operators and observers.
  const isForSigners = signers.length > 0 && operators.length + observers.length === 0
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
  return warnings
}

function warnOfLogs(trust: TrustJson, warn: (pointer: string, message: string) => void): void {
  const { operators = [], logs = [], witness_threshold } = trust
  operators.forEach(({ name, log_origin }, at) => {
    if (log_origin === undefined || logs.some(({ origin }) => origin === log_origin)) return
    warn(`/operators/${at}/log_origin`, `the key of the log of ${JSON.stringify(name)} is not there`)
  })
  const shown = describeWitnesses(trust)
  shown.forEach(({ note }, at) => {
    if (note !== undefined) warn(`/witnesses/${at}`, note)
  })
  const counting = shown.filter(({ note }) => note === undefined).length
  if (witness_threshold === undefined) return
  if (witness_threshold > counting) {
    warn('/witness_threshold', `it is never reached: it is more than the witnesses that count, ${counting}`)
  } else if (2 * witness_threshold <= counting) {
    const why = `${witness_threshold} of ${counting} are not a majority: a log can show each half another history`
    warn('/witness_threshold', why)
  }
}

/** A trust root in the words of `trust show`. */
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
  const beacons = shown.beacons.flatMap(chain => [
    `  ${escapeText(chain.beacon_id ?? 'default')}${chain.built_in ? ', built in' : ', not one of drand'}`,
    `    ${groupFingerprint(chain.chain_hash)}`,
    `      a round every ${chain.period} s since ${formatSeconds(chain.genesis_time)}, ${chain.scheme}`,
  ])
  const { logs, witnesses, witness_threshold: threshold, webhook_keys: webhookKeys } = shown
  const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
    ['operators', operators],
    ['observers', observers],
    ['signers', signers],
    ['beacon chains', beacons],
    [
      'logs',
      logs.flatMap(({ origin, fingerprint }) => [
        `  ${escapeText(origin)}`,
        `    ${groupFingerprint(fingerprint)}`,
      ]),
    ],
    [
      witnesses.length === 0 ? 'witnesses' : `witnesses, at least ${threshold} have to cosign`,
      witnesses.flatMap(({ name, fingerprint, note }) => [
        `  ${escapeText(name)}${note === undefined ? '' : `: ${note}`}`,
        `    ${groupFingerprint(fingerprint)}`,
      ]),
    ],
    // Of no use to most auditors.
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

/** 64 hex digits in groups of eight, as people compare them. */
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
