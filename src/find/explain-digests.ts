/**
 * Which published digests are hashes of other published values.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../core/encoding.js'
import type { Engine } from '../core/engine.js'
import type { Bound } from './bound.js'
import { isEnough, type Evidence } from './evidence.js'
import { computeDigest, type DigestFormula } from './formula.js'
import { isTurned } from './forms.js'
import { listForms } from './list-texts.js'
import { isDigest, type Case, type Scope, type Variable } from './scope.js'
import type { Observer } from './try-plan.js'

export interface ExplainedDigest {
  readonly target: Variable
  readonly formula: DigestFormula
  readonly evidence: Evidence
}

/** Longer lists are tried with SHA-256 alone. */
const longestUnusual = 262_144

/** The digests of a scope that wait for an explanation. */
export class DigestTargets {
  readonly explained: ExplainedDigest[] = []
  /** A few bytes that fit, of which so many hashes were tried that one of them may by chance. */
  readonly possible: ExplainedDigest[] = []
  private readonly scope: Scope
  private readonly engine: Engine
  private readonly bound: Bound
  private readonly count: number
  /** By their first four bytes. */
  private readonly open = new Map<number, { readonly target: Variable; readonly bytes: Uint8Array }[]>()

  constructor(scope: Scope, engine: Engine, bound: Bound) {
    this.scope = scope
    this.engine = engine
    this.bound = bound
    const [lead] = scope.cases
    for (const target of scope.variables) {
      const datum = lead?.data.get(target.reference)
      if (!isOwn(scope, target) || !isDigest(target.shape)) continue
      if (datum?.kind !== 'bytes') continue
      const key = keyOf(datum.bytes)
      this.open.set(key, [...(this.open.get(key) ?? []), { target, bytes: datum.bytes }])
    }
    this.count = this.waiting.length
  }

  /** Digests that nothing explains yet. */
  get waiting(): readonly Variable[] {
    return [...this.open.values()].flat().map(({ target }) => target)
  }

  readonly observe: Observer = (digest, formula) => {
    const found = this.open.get(keyOf(digest))
    if (found === undefined) return
    for (const entry of found) {
      const { target, bytes } = entry
      if (bytes.length > digest.length || bytes.some((byte, index) => byte !== digest[index])) continue
      const whole = formula()
      const explanation: DigestFormula =
        bytes.length < digest.length ? { ...whole, length: bytes.length } : whole
      const cases = this.confirm(explanation, target)
      if (cases === 0) continue
      // Each hash was held against every digest that was published.
      const tried = (this.bound.tried + 1) * Math.max(1, this.count)
      const evidence = { bits: 8 * bytes.length * cases, tried }
      if (!isEnough(evidence)) {
        if (this.possible.every(other => other.target !== target)) this.possible.push({ target, formula: explanation, evidence }) // prettier-ignore
        continue
      }
      this.explained.push({ target, formula: explanation, evidence })
      const left = found.filter(other => other !== entry)
      if (left.length === 0) this.open.delete(keyOf(bytes))
      else this.open.set(keyOf(bytes), left)
      return
    }
  }

  /** Hashes each list in each form; false when the bound is reached. */
  tryLists(algorithms: readonly DigestFormula['algorithm'][]): boolean {
    const [lead] = this.scope.cases
    // A list belongs to the draw: no row and no turn has a hash of it.
    if (lead === undefined || this.scope.kind !== 'draw') return true
    return algorithms.every(algorithm =>
      this.scope.lists.every(list => {
        for (const form of listForms(list)) {
          if (this.open.size === 0) return true
          const bytes = form.bytes(lead)
          if (bytes === undefined) return true
          if (bytes.length > longestUnusual && algorithm !== 'sha256') continue
          const formula: DigestFormula = { algorithm, parts: [form], separator: '' }
          this.observe(this.engine.hash(algorithm, bytes), () => formula)
          if (!this.bound.spend(bytes.length)) return false
        }
        return true
      }),
    )
  }

  /** How many different digests the formula explains; 0 when it fails in one. */
  private confirm(formula: DigestFormula, target: Variable): number {
    const confirmed = new Set<string>()
    for (const at of this.scope.cases) {
      const wanted = bytesAt(at, target)
      if (wanted === undefined) continue
      const digest = computeDigest(formula, at, this.engine)
      if (digest === undefined || !sameBytes(digest, wanted)) return 0
      confirmed.add(encodeHex(wanted))
    }
    return confirmed.size
  }
}

/** Values of a draw belong to the draw, though its rows and turns have them too; a beacon's belong to drand. */
export function isOwn({ kind }: Scope, variable: Variable): boolean {
  const { reference } = variable
  if (kind === 'row') return reference.startsWith('row.')
  return kind === 'turn' ? isTurned(variable) && !reference.startsWith('turn') : !/[.#]/.test(reference)
}

export function bytesAt(at: Case, { reference }: Variable): Uint8Array | undefined {
  const datum = at.data.get(reference)
  return datum?.kind === 'bytes' ? datum.bytes : undefined
}

function keyOf(bytes: Uint8Array): number {
  return ((bytes[0] ?? 0) << 24) | ((bytes[1] ?? 0) << 16) | ((bytes[2] ?? 0) << 8) | (bytes[3] ?? 0)
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index])
}
