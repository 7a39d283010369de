/**
 * Witness policies (c2sp.org/tlog-policy) of trust files, and the witness lists that networks publish in that
 * form.
 *
 * @packageDocumentation
 */
import { encodeHex, isWellFormed } from '../core/encoding.js'
import type { VerifierKey } from '../core/note.js'
import { DrawauditError } from '../errors.js'
import type { Quorum, Voter } from './quorum.js'
import { readVerifierKey } from './trust-log.js'

/** A witness of a policy. */
export interface PolicyWitness {
  /** Its name in the policy; the key has a name of its own. */
  readonly name: string
  readonly key: VerifierKey
  /** As written there. */
  readonly vkey: string
  /** Where it accepts checkpoints, if the policy says so. */
  readonly url?: string
}

/** A policy for a trust file. */
export interface WitnessPolicy {
  /** All defined witnesses, including those without a vote. */
  readonly witnesses: readonly PolicyWitness[]
  readonly quorum: Quorum
}

/** Max characters of a policy. */
export const longestPolicy = 262_144

/** Max witnesses, and max groups, of a policy. */
const mostDefined = 1000

/**
 * Reads a policy for a trust file: its quorum is not empty, and it names no logs.
 *
 * @throws DrawauditError `policy-invalid` with the line.
 */
export function parseWitnessPolicy(text: string): WitnessPolicy {
  const { witnesses, quorum, logLine } = readPolicy(text)
  if (logLine !== undefined) {
    throw invalid(logLine, 'a policy in a trust file has no logs: they go into "logs"')
  }
  if (quorum === undefined) throw new DrawauditError('policy-invalid', 'the policy has no quorum line')
  if (quorum.of === 'none') {
    throw invalid(quorum.line, '"quorum none" asks for no witness at all: name a group or a witness')
  }
  return { witnesses, quorum: quorum.of }
}

/**
 * The reachable witnesses of a list that a network publishes in policy syntax. Readers decide whom they
 * trust, so logs, groups and quorum are parsed but ignored.
 *
 * @throws DrawauditError `policy-invalid` with the line, and if no witness has a URL.
 */
export function parseWitnessList(text: string): readonly (PolicyWitness & { readonly url: string })[] {
  const first = text.split('\n').find(line => line.trim() !== '' && !line.trim().startsWith('#'))
  if (first?.trim() === 'logs/v0') {
    throw new DrawauditError('policy-invalid', 'this is a list of logs, which witnesses read', {
      hint: 'a list of witnesses has lines such as: witness NAME VKEY URL',
    })
  }
  const found = readPolicy(text).witnesses.flatMap(witness =>
    witness.url === undefined ? [] : [{ ...witness, url: witness.url }],
  )
  if (found.length > 0) return found
  throw new DrawauditError('policy-invalid', 'no line has a witness with its URL', {
    hint: 'such as: witness NAME VKEY URL',
  })
}

interface Policy {
  readonly witnesses: readonly PolicyWitness[]
  readonly quorum?: { readonly of: Quorum | 'none'; readonly line: number }
  /** The first line that names a log. */
  readonly logLine?: number
}

/** Parses every line by the rules of the specification. */
function readPolicy(text: string): Policy {
  if (text.length > longestPolicy && Array.from(text).length > longestPolicy) {
    throw new DrawauditError('policy-invalid', `a policy has at most ${longestPolicy} characters`)
  }
  if (!isWellFormed(text)) throw new DrawauditError('policy-invalid', 'the policy has a lone surrogate')
  const lines = text.split('\n')
  if (lines.pop() !== '')
    throw invalid(lines.length + 1, 'the last line has no end: the policy may be cut off')
  const reader = new PolicyReader()
  lines.forEach((line, at) => {
    reader.read(line, at + 1)
  })
  return reader
}

class PolicyReader implements Policy {
  readonly witnesses: PolicyWitness[] = []
  quorum?: { readonly of: Quorum | 'none'; readonly line: number }
  logLine?: number
  /** Witnesses and groups by name. */
  readonly #defined = new Map<string, Quorum>()
  readonly #members = new Set<string>()
  readonly #keys = new Map<string, string>()
  /** Witness id by key name, as from `findVoters`: each key occurs once here. */
  readonly #voters = new Map<string, string>()
  #groups = 0

  read(text: string, line: number): void {
    const odd = /[^\t\x20-\x7e\x80-\u{10ffff}]/u.exec(text)?.[0]
    if (odd !== undefined) {
      const hint = odd === '\r' ? { hint: 'end lines with a line feed alone' } : {}
      throw invalid(line, `there is a control character: ${JSON.stringify(odd)}`, hint)
    }
    const [keyword, ...items] = text.split(/[\t ]+/).filter(item => item !== '')
    if (keyword === undefined || keyword.startsWith('#')) return
    switch (keyword) {
      case 'log':
        expectItems(line, items, 1, 2, 'log VKEY [URL]')
        this.logLine ??= line
        return
      case 'witness':
        expectItems(line, items, 2, 3, 'witness NAME VKEY [URL]')
        this.#readWitness(line, items)
        return
      case 'group':
        expectItems(line, items, 3, Infinity, 'group NAME all|any|K MEMBER…')
        this.#readGroup(line, items)
        return
      case 'quorum':
        expectItems(line, items, 1, 1, 'quorum NAME')
        this.#readQuorum(line, items)
        return
      default:
        throw invalid(line, `unknown keyword ${quote(keyword)}`, {
          hint: 'lines begin with log, witness, group, quorum or #',
        })
    }
  }

  #readWitness(line: number, [name = '', vkey = '', url]: readonly string[]): void {
    if (this.witnesses.length === mostDefined) throw invalid(line, `more than ${mostDefined} witnesses`)
    const key = readKey(line, name, vkey)
    const bytes = encodeHex(key.key.bytes)
    const other = this.#keys.get(bytes)
    if (other !== undefined) {
      throw invalid(line, `${quote(name)} has the key of ${quote(other)}: one key is one witness`)
    }
    const voter = this.#voters.get(key.name) ?? bytes
    this.#voters.set(key.name, voter)
    this.#define(line, name, { key: voter, name })
    this.#keys.set(bytes, name)
    this.witnesses.push({ name, key, vkey, ...(url !== undefined && { url }) })
  }

  #readGroup(line: number, [name = '', count = '', ...members]: readonly string[]): void {
    this.#groups += 1
    if (this.#groups > mostDefined) throw invalid(line, `more than ${mostDefined} groups`)
    const threshold = count === 'all' ? members.length : count === 'any' ? 1 : readCount(count)
    if (threshold === undefined || threshold < 1 || threshold > members.length) {
      const most = members.length
      throw invalid(line, `expected all, any, or a number from 1 to ${most}, found ${quote(count)}`)
    }
    const found = members.map(member => {
      const known = this.#find(line, member)
      if (this.#members.has(member)) throw invalid(line, `${quote(member)} is a member of a group already`)
      this.#members.add(member)
      return known
    })
    this.#define(line, name, findOnly(found, name, threshold) ?? { name, threshold, members: found })
  }

  #readQuorum(line: number, [name = '']: readonly string[]): void {
    if (this.quorum !== undefined) throw invalid(line, `line ${this.quorum.line} says the quorum already`)
    const of = name === 'none' ? 'none' : this.#find(line, name)
    if (of !== 'none') refuseTwoVotes(of, line)
    this.quorum = { of, line }
  }

  #define(line: number, name: string, quorum: Quorum): void {
    if (name === 'none') throw invalid(line, '"none" is no name: it stands for nobody')
    if (this.#defined.has(name)) throw invalid(line, `the name ${quote(name)} is a duplicate`)
    this.#defined.set(name, quorum)
  }

  #find(line: number, name: string): Quorum {
    const found = this.#defined.get(name)
    if (found !== undefined) return found
    throw invalid(line, `no line above defines ${quote(name)}`)
  }
}

/** If all members are keys of one witness, the group is that witness. */
function findOnly(members: readonly Quorum[], name: string, threshold: number): Voter | undefined {
  const [first] = members
  if (first === undefined || !('key' in first) || members.length === 1 || threshold > 1) return undefined
  return members.every(one => 'key' in one && one.key === first.key) ? { key: first.key, name } : undefined
}

/** @throws DrawauditError if two keys of one witness have a vote each. */
function refuseTwoVotes(quorum: Quorum, line: number, known = new Map<string, string>()): void {
  if (!('key' in quorum)) {
    for (const member of quorum.members) refuseTwoVotes(member, line, known)
    return
  }
  const { key, name = '' } = quorum
  const other = known.get(key)
  if (other !== undefined) {
    throw invalid(line, `${quote(name)} and ${quote(other)} are keys of one witness, and have a vote each`, {
      hint: `give them one vote: group NAME any ${other} ${name}, and NAME in their place`,
    })
  }
  known.set(key, name)
}

function readKey(line: number, name: string, vkey: string): VerifierKey {
  try {
    return readVerifierKey(vkey, 'witness')
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    const { hint } = error
    throw invalid(line, `the key of ${quote(name)}: ${error.message}`, hint === undefined ? {} : { hint })
  }
}

/** Digits without a leading zero. */
const readCount = (text: string): number | undefined =>
  /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined

function expectItems(
  line: number,
  items: readonly string[],
  least: number,
  most: number,
  form: string,
): void {
  if (items.length < least || items.length > most) throw invalid(line, `expected ${form}`)
}

/** Long items are truncated: a message is one line. */
const quote = (text: string): string => JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text)

function invalid(line: number, message: string, details: { readonly hint?: string } = {}): DrawauditError {
  return new DrawauditError('policy-invalid', `line ${line}: ${message}`, { ...details, where: { line } })
}
