/**
 * What a log shows, once more: written from docs/PROTOCOL.md and C2SP's texts, and not from src/. It only says whether
 * the claims about the log are proven, and when everything was in it.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { entryOf } from './log.js'
import type { Evidence, LogPlaceJson } from './evidence.js'
import {
  base64,
  hashLeaf,
  hex,
  rootOfPath,
  seconds,
  sha256,
  treeRoot,
  unbase64,
  unhex,
  utf8,
} from './second-opinion.js'

interface Key {
  readonly name: string
  readonly id: string
  readonly publicKey: Uint8Array
}

/** A key of a type; undefined for any other text. */
function readKey(vkey: string, type: number): Key | undefined {
  const [name = '', id = '', ...rest] = vkey.split('+')
  const bytes = unbase64(rest.join('+'))
  const computed = hex(sha256(concatBytes(utf8(`${name}\n`), bytes)).subarray(0, 4))
  return bytes[0] === type && id === computed ? { name, id, publicKey: bytes.subarray(1) } : undefined
}

interface Head {
  readonly size: number
  readonly root: string
  /** When each witness that counts cosigned, by its key. */
  readonly times: ReadonlyMap<string, number>
}

/** A checkpoint of the operator's log; undefined for what is none, or not signed, or badly. */
function readHead(note: string, { trust, now }: Evidence): Head | undefined {
  const end = note.lastIndexOf('\n\n')
  if (end === -1 || !note.endsWith('\n')) return undefined
  const text = note.slice(0, end + 1)
  const lines = note.slice(end + 2, -1).split('\n')
  const [origin, size = '', root = '', ...more] = text.slice(0, -1).split('\n')
  if (!/^(0|[1-9]\d*)$/.test(size) || base64(unbase64(root)) !== root || unbase64(root).length !== 32)
    return undefined
  const operator = trust.operators[0]!
  const log = trust.logs?.find(one => one.origin === operator.log_origin)
  if (log === undefined || origin !== log.origin || more.includes('')) return undefined
  const own = readKey(log.vkey, 1)!
  /** The first line of a key, as bytes after the key id. */
  const signatureOf = ({ name, id }: Key): Uint8Array | undefined => {
    for (const line of lines) {
      const [dash, of, signature = '', ...rest] = line.split(' ')
      const bytes = unbase64(signature)
      if (dash !== '\u2014' || rest.length > 0 || base64(bytes) !== signature) return undefined
      if (of === name && hex(bytes.subarray(0, 4)) === id) return bytes.subarray(4)
    }
    return undefined
  }
  const signature = signatureOf(own)
  if (signature?.length !== 64 || !ed25519.verify(signature, utf8(text), own.publicKey)) return undefined
  const selfish = new Set([hex(own.publicKey), ...operator.keys.map(({ public_key }) => public_key)])
  const times = new Map<string, number>()
  for (const vkey of vkeysOf(trust)) {
    const witness = readKey(vkey, 4)!
    const blob = selfish.has(hex(witness.publicKey)) ? undefined : signatureOf(witness)
    if (blob === undefined) continue
    const time = Number(BigInt(`0x${hex(blob.subarray(0, 8))}`))
    const message = utf8(`cosignature/v1\ntime ${time}\n${text}`)
    if (!ed25519.verify(blob.subarray(8), message, witness.publicKey)) return undefined
    const key = hex(witness.publicKey)
    if (time > 0 && time <= seconds(now)) times.set(key, Math.min(time, times.get(key) ?? Infinity))
  }
  return { size: Number(size), root: hex(unbase64(root)), times }
}

/** The vkeys of a list or a policy. */
const vkeysOf = ({ witnesses = [], witness_policy: policy = '' }: Evidence['trust']): readonly string[] => [
  ...witnesses,
  ...linesOf(policy).flatMap(([keyword, , vkey = '']) => (keyword === 'witness' ? [vkey] : [])),
]

const linesOf = (policy: string): string[][] =>
  policy
    .split('\n')
    .filter(line => !/^\s*(#|$)/.test(line))
    .map(line => line.trim().split(/\s+/))

/** Whether those who have a key that `has` are enough. */
function readPolicy(policy: string): (has: (key: string) => boolean) => boolean {
  const enough = new Map<string, (has: (key: string) => boolean) => boolean>()
  for (const [keyword, name = '', what = '', ...members] of linesOf(policy)) {
    if (keyword === 'witness') {
      const key = hex(readKey(what, 4)!.publicKey)
      enough.set(name, has => has(key))
    }
    if (keyword === 'group') {
      const least = what === 'any' ? 1 : what === 'all' ? members.length : Number(what)
      enough.set(name, has => members.filter(member => enough.get(member)!(has)).length >= least)
    }
    if (keyword === 'quorum') return enough.get(name)!
  }
  return () => false
}

const subsetsOf = (keys: readonly string[]): string[][] =>
  keys.reduce<string[][]>((sets, key) => [...sets, ...sets.map(set => [...set, key])], [[]])

/** What is shown of a log. */
export interface LogOpinion {
  readonly included: boolean
  readonly witnessed: boolean
  /** Of each statement: since when enough witnesses know of it, in seconds. */
  readonly since: readonly (number | undefined)[]
}

const nothing = (statements: number): LogOpinion => ({
  included: false,
  witnessed: false,
  since: Array.from({ length: statements }, () => undefined),
})

export function judgeLog(evidence: Evidence): LogOpinion {
  const { bundle, trust, log: copy } = evidence
  const leaves = bundle.statements.map(envelope => hashLeaf(utf8(entryOf(envelope))))
  const none = nothing(leaves.length)
  const selfish = new Set([
    ...trust.operators.flatMap(({ keys }) => keys.map(({ public_key }) => public_key)),
    ...(trust.logs ?? []).map(({ vkey }) => hex(readKey(vkey, 1)!.publicKey)),
  ])
  const distinct = new Set((trust.witnesses ?? []).map(vkey => hex(readKey(vkey, 4)!.publicKey)))
  const countable = [...distinct].filter(key => !selfish.has(key)).length
  const threshold = trust.witness_threshold ?? Math.max(1, countable)
  const noted: [note: string, places: readonly LogPlaceJson[]][] = []
  if (bundle.log !== undefined) {
    noted.push([bundle.log.checkpoint, bundle.log.proofs])
    for (const { checkpoint, ...place } of bundle.log.cosigned ?? []) noted.push([checkpoint, [place]])
  }
  const entries = copy?.entries.map(entry => hashLeaf(utf8(entry)))
  if (copy !== undefined) noted.push([copy.checkpoint, []])
  const heads: { readonly head: Head; readonly holds: Set<number> }[] = []
  for (const [note, places] of noted) {
    const head = readHead(note, evidence)
    if (head === undefined) return none
    const holds = new Set<number>()
    for (const { sequence, index, inclusion } of places) {
      const leaf = leaves[sequence]
      if (leaf === undefined || index >= head.size) return none
      try {
        if (hex(rootOfPath(index, head.size, leaf, inclusion.map(unhex))) !== head.root) return none
      } catch {
        return none
      }
      // The path is as long as it has to be.
      let height = 0
      for (let node = index, last = head.size - 1; last > 0; node = node >> 1, last = last >> 1) {
        if (node % 2 === 1 || node < last) height += 1
      }
      if (inclusion.length !== height) return none
      holds.add(sequence)
    }
    if (entries !== undefined && head.size <= entries.length) {
      if (hex(treeRoot(entries.slice(0, head.size))) !== head.root) return none
      leaves.forEach((leaf, place) => {
        if (entries.slice(0, head.size).some(entry => hex(entry) === hex(leaf))) holds.add(place)
      })
    }
    heads.push({ head, holds })
  }
  const roots = new Map(heads.map(({ head }) => [head.size, head.root]))
  if (heads.some(({ head }) => roots.get(head.size) !== head.root)) return none
  if (entries !== undefined && readHead(copy!.checkpoint, evidence)?.size !== entries.length) return none
  const policy = trust.witness_policy === undefined ? undefined : readPolicy(trust.witness_policy)
  const timeOf = ({ times }: Head): number | undefined =>
    policy === undefined
      ? [...times.values()].sort((a, b) => a - b)[threshold - 1]
      : // Every time at which somebody cosigned: the first with enough by then.
        [...times.values()]
          .sort((a, b) => a - b)
          .find(now => policy(key => (times.get(key) ?? Infinity) <= now))
  const keys = [...new Set(vkeysOf(trust).map(vkey => hex(readKey(vkey, 4)!.publicKey)))]
  const isEnough = (have: ReadonlySet<string>): boolean =>
    policy === undefined ? have.size >= threshold : policy(key => have.has(key))
  // Two that have nobody in common.
  const splits = subsetsOf(keys).some(
    some => isEnough(new Set(some)) && isEnough(new Set(keys.filter(key => !some.includes(key)))),
  )
  const covering = heads.filter(({ holds }) => holds.size === leaves.length)
  return {
    included: covering.length > 0,
    witnessed: !splits && covering.some(({ head }) => timeOf(head) !== undefined),
    since: leaves.map((_, place) => {
      const times = heads.flatMap(({ head, holds }) => (holds.has(place) ? [timeOf(head) ?? Infinity] : []))
      const least = Math.min(...times)
      return least === Infinity ? undefined : least
    }),
  }
}
