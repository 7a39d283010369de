/**
 * Finds published digests that are hashes of other published values.
 *
 * @packageDocumentation
 */
import { equalBytes } from '../../core/digest.js'
import { encodeHex } from '../../core/encoding.js'
import type { SearchRun } from './bound.js'
import { isEnough, type SearchEvidence } from './evidence.js'
import { computeDigest, type DigestFormula, type SearchedHash } from '../formulas/formula.js'
import { listForms } from '../formulas/list-texts.js'
import { rootForms } from '../formulas/trees.js'
import { isCalledHash } from '../values/names.js'
import { bytesAt, isOwn, type ListVariable, type Scope, type Variable } from '../values/scope.js'
import { isDigest } from '../values/shape.js'
import type { DigestObserver } from './try-plan.js'

/** A published digest, and a formula that gives it in each case. */
export interface ExplainedDigest {
  readonly target: Variable
  readonly formula: DigestFormula
  readonly evidence: SearchEvidence
}

/** A digest without an explanation, with its bytes in the first case. */
interface OpenDigest {
  readonly target: Variable
  readonly bytes: Uint8Array
}

/** Max bytes of a list that is hashed with algorithms other than SHA-256. */
const longestUnusual = 262_144

/** The unexplained digests of a scope. */
export class DigestTargets {
  readonly explained: ExplainedDigest[] = []
  /** Formulas for a few bytes only: after so many hashes one fits by chance. */
  readonly possible: ExplainedDigest[] = []
  readonly #scope: Scope
  readonly #run: SearchRun
  /** By their first four bytes. */
  readonly #open = new Map<number, readonly OpenDigest[]>()
  /** Number of digests that each hash is compared with. */
  readonly #count: number

  /** @param known - references of values derived without a hash. */
  constructor(scope: Scope, run: SearchRun, known: ReadonlySet<string>) {
    this.#scope = scope
    this.#run = run
    const [lead] = scope.cases
    for (const target of scope.variables) {
      const bytes = lead && bytesAt(lead, target)
      if (bytes === undefined || !isOwn(scope, target) || !isDigest(target.shape)) continue
      if (isAddress(target) || known.has(target.reference)) continue
      const key = keyOf(bytes)
      this.#open.set(key, [...(this.#open.get(key) ?? []), { target, bytes }])
    }
    this.#count = this.waiting.length
  }

  /** Digests without an explanation. */
  get waiting(): readonly Variable[] {
    return [...this.#open.values()].flat().map(({ target }) => target)
  }

  /** Lengths in bytes of the unexplained digests. */
  get lengths(): ReadonlySet<number> {
    return new Set([...this.#open.values()].flat().map(({ bytes }) => bytes.length))
  }

  /** Marks a digest as explained by a formula found elsewhere. */
  keep(target: Variable, formula: DigestFormula, evidence: SearchEvidence): void {
    const open = [...this.#open.values()].flat().find(one => one.target.reference === target.reference)
    if (open === undefined || !isEnough(evidence)) return
    this.explained.push({ target, formula, evidence })
    this.#close(open)
  }

  readonly observe: DigestObserver = (digest, formula) => {
    const found = this.#open.get(keyOf(digest))
    if (found === undefined) return
    for (const open of found) {
      const { bytes } = open
      if (bytes.length > digest.length || bytes.some((byte, index) => byte !== digest[index])) continue
      const whole = formula()
      const cut = bytes.length < digest.length ? { ...whole, length: bytes.length } : whole
      if (this.#explain(open, cut)) return
    }
  }

  /** Hashes each list in each form; false once the limit is reached. */
  tryLists(algorithms: readonly SearchedHash[]): boolean {
    // Lists belong to the draw: rows and turns have no hashes of them.
    if (this.#scope.kind !== 'draw') return true
    return algorithms.every(algorithm => this.#scope.lists.every(list => this.#tryList(list, algorithm)))
  }

  /** Builds each tree of each list; false once the limit is reached. */
  tryTrees(): boolean {
    if (this.#scope.kind !== 'draw') return true
    const { engine, bound } = this.#run
    const [lead] = this.#scope.cases
    for (const list of lead === undefined ? [] : this.#scope.lists) {
      const count = lead?.lists.get(list.reference)?.length ?? 0
      for (const root of rootForms(list, engine, count)) {
        if (this.#open.size === 0) return true
        const bytes = lead && root.bytes(lead)
        if (bytes === undefined) continue
        this.observe(bytes, () => ({ algorithm: 'sha256', parts: [], separator: '', root }))
        bound.spendWork(2 * count)
        if (bound.isReached) return false
      }
    }
    return true
  }

  #tryList(list: ListVariable, algorithm: SearchedHash): boolean {
    const { engine, bound } = this.#run
    const [lead] = this.#scope.cases
    if (lead === undefined) return true
    for (const form of listForms(list)) {
      if (this.#open.size === 0) return true
      const bytes = form.bytes(lead)
      if (bytes === undefined) return true
      if (bytes.length > longestUnusual && algorithm !== 'sha256') continue
      const formula: DigestFormula = { algorithm, parts: [form], separator: '' }
      this.observe(engine.hash(algorithm, bytes), () => formula)
      if (!bound.spend(bytes.length)) return false
    }
    return true
  }

  /** @returns whether the digest is explained by more than chance. */
  #explain(open: OpenDigest, formula: DigestFormula): boolean {
    const { target, bytes } = open
    const cases = this.#confirm(formula, target)
    if (cases === 0) return false
    // Each hash was compared with every published digest.
    const tried = (this.#run.bound.tried + 1) * Math.max(1, this.#count)
    const explanation = { target, formula, evidence: { bits: 8 * bytes.length * cases, tried } }
    if (!isEnough(explanation.evidence)) {
      if (this.possible.every(other => other.target !== target)) this.possible.push(explanation)
      return false
    }
    this.explained.push(explanation)
    this.#close(open)
    return true
  }

  #close(open: OpenDigest): void {
    const key = keyOf(open.bytes)
    const left = (this.#open.get(key) ?? []).filter(other => other !== open)
    if (left.length === 0) this.#open.delete(key)
    else this.#open.set(key, left)
  }

  /** Number of different digests the formula explains; 0 if it fails for one. */
  #confirm(formula: DigestFormula, target: Variable): number {
    const confirmed = new Set<string>()
    for (const at of this.#scope.cases) {
      const wanted = bytesAt(at, target)
      if (wanted === undefined) continue
      const digest = computeDigest(formula, at, this.#run.engine)
      if (digest === undefined || !equalBytes(digest, wanted)) return 0
      confirmed.add(encodeHex(wanted))
    }
    return confirmed.size
  }
}

/** Whether it is an Ethereum account: the hash of a key that nobody publishes. */
function isAddress({ reference, shape }: Variable): boolean {
  return shape.kind === 'hex' && shape.prefix === '0x' && shape.length === 20 && !isCalledHash(reference)
}

/** The first four bytes. */
function keyOf(bytes: Uint8Array): number {
  return ((bytes[0] ?? 0) << 24) | ((bytes[1] ?? 0) << 16) | ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0)
}
