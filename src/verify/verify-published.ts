/**
 * A published draw, by a recipe: every claim of the recipe, in the recipe's order.
 *
 * @packageDocumentation
 */
import { verifyBeacon, type BeaconFault, type ChainInfo } from '../core/beacon.js'
import type { Engine } from '../core/engine.js'
import { portable } from '../core/portable.js'
import { verifySignature } from '../core/signature.js'
import type { PublishedDraw } from '../model/published-draw.js'
import type { Claim, ClaimCode, Finding, Report, Status } from '../model/report.js'
import { describeProblems } from '../model/schema.js'
import type { Compiled } from '../recipe/compile.js'
import { BoundExceeded, Context, defaultBudget, type Operation } from '../recipe/context.js'
import { evaluate, type EvaluatedStep, type Evaluation, type Outcome } from '../recipe/evaluate.js'
import { readPublished } from '../recipe/inputs.js'
import { inputName, type CompiledClaim, type Recipe } from '../recipe/recipe.js'
import { bytesOf, printValue, type PublishedBeacon, type Value } from '../recipe/value.js'
import { createReport, decideSubject, examineUnread, type Examination } from './verdict.js'
import { describeChoice } from './who-could-choose.js'

export interface PublishedOptions {
  /** Where the draw came from, for the report. */
  readonly source?: string
  /** What hashes and verifies; {@link portable} when left out. */
  readonly engine?: Engine
  /** Claims to ask for; all of the recipe's when left out. */
  readonly require?: readonly string[]
  /** Units of work the draw may cost. */
  readonly budget?: number
}

/**
 * Verifies a published draw by a recipe. A bad draw gives a report, never an exception.
 *
 * @throws DrawauditError `engine-disagreement` only, from an engine that compares two.
 */
export function verifyPublished(draw: PublishedDraw, recipe: Recipe, options: PublishedOptions = {}): Report {
  const { require } = options
  const { examination } = examinePublished(draw, recipe, options)
  return createReport([decideSubject(examination, require)], require && { require })
}

/** What {@link examinePublished} found, with the steps for whoever explains them. */
export interface PublishedExamination {
  readonly examination: Examination
  readonly published: ReadonlyMap<string, Value>
  readonly steps: readonly EvaluatedStep[]
  /** What each claim took, in the order of the claims. */
  readonly operations: readonly (readonly Operation[])[]
  /** How many operations were carried out and are not among those of the steps and claims. */
  readonly untraced: number
}

/** Carries a recipe out on a draw and checks its claims. */
export function examinePublished(
  draw: PublishedDraw,
  recipe: Recipe,
  options: PublishedOptions & { readonly trace?: boolean } = {},
): PublishedExamination {
  const { source = draw.source, engine = portable, budget = defaultBudget, trace = false } = options
  const context = new Context(engine, budget)
  const described = { title: draw.title, recipe: { name: recipe.name, digest: recipe.digest } }
  const { values, problems, findings, exceeded } = readPublished(recipe, draw.published, context)
  if (exceeded !== undefined || problems.length > 0) {
    const code = exceeded === undefined ? 'draw-value' : 'bound-exceeded'
    const message = `the published values have the form that the recipe declares: ${exceeded ?? describeProblems(problems)}`
    const unread = examineUnread(source, 'published-draw', { code, message }, findings)
    const examination = { ...unread, ...described }
    return { examination, published: values, steps: [], operations: [], untraced: 0 }
  }
  const evaluation = evaluate(recipe, values, context, { trace })
  const run = { recipe, values, evaluation, engine }
  const checked = recipe.claims.map(claim => evaluation.record(() => checkClaim(claim, run)))
  const claims = checked.map(([claim]) => claim)
  return {
    examination: {
      source,
      kind: 'published-draw',
      ...described,
      claims,
      findings: [...findings, ...findUnchecked(recipe, values), ...context.findings],
      who_could_choose: describeChoice(recipe, claims, values),
    },
    published: values,
    steps: evaluation.steps,
    operations: checked.map(([, operations]) => operations),
    untraced: context.untraced,
  }
}

interface Run {
  readonly recipe: Recipe
  readonly values: ReadonlyMap<string, Value>
  readonly evaluation: Evaluation
  readonly engine: Engine
}

/** How a claim ended, beside what it says. */
interface Ending {
  readonly status: Status
  readonly code: ClaimCode
  readonly because?: string
  readonly expected?: string
  readonly found?: string
}

function checkClaim(claim: CompiledClaim, run: Run): Claim {
  const { because, ...ending } = checkKind(claim, run)
  const message = because === undefined ? claim.says : `${claim.says}: ${because}`
  return { id: claim.id, message, ...ending }
}

function checkKind(claim: CompiledClaim, run: Run): Ending {
  switch (claim.kind) {
    case 'equal':
      return checkEqual(claim, run)
    case 'verified':
      return checkVerified(claim.input, run)
    case 'signed':
      return checkSigned(claim, run)
  }
}

function checkEqual(claim: Extract<CompiledClaim, { kind: 'equal' }>, run: Run): Ending {
  return withValues([claim.computed, claim.published], run, (computed, published) => {
    if (!run.evaluation.compare(computed, published)) {
      const [expected, found] = [printValue(computed), printValue(published)]
      const alike = sameCharacters(expected, found)
      return {
        status: 'refuted',
        code: 'values-differ',
        ...(alike && { because: 'the two look alike and are written with other code points' }),
        expected: alike ? codePointsOf(expected) : expected,
        found: alike ? codePointsOf(found) : found,
      }
    }
    // No winners are not winners that were shown to be right.
    return computed.kind === 'list' && computed.items.length === 0
      ? { status: 'not-provable', code: 'nothing-compared', because: 'both are empty' }
      : { status: 'proven', code: 'values-equal' }
  })
}

/** A beacon is verified by its signature. Any other value is its publisher's word. */
function checkVerified(name: string, { recipe, values }: Run): Ending {
  const input = recipe.inputs.get(name)
  const value = values.get(name)
  if (input === undefined || value === undefined) return missing([name], recipe)
  if (value.kind === 'beacon' && input.chain !== undefined) return checkBeacon(value.beacon, input.chain)
  // A public source that gave nothing decided nothing.
  if (value.kind === 'list' && value.items.length === 0 && input.declared.public !== true) {
    return {
      status: 'not-applicable',
      code: 'nothing-to-show',
      because: `the ${input.declared.title} is empty`,
    }
  }
  const { proof = 'evidence from elsewhere' } = input.declared
  return { status: 'not-provable', code: 'value-unproven', because: `it would take ${proof}` }
}

const beaconFaults: Readonly<Record<BeaconFault, readonly [ClaimCode, string]>> = {
  'previous-missing': [
    'beacon-signature-missing',
    'the signature of the round before was not published; drand serves it with this one as previous_signature',
  ],
  'previous-unexpected': ['beacon-previous', 'this chain signs no previous signature, and one was published'],
  'previous-invalid': ['beacon-previous', 'the previous signature cannot be one of this chain'],
  'signature-encoding': [
    'beacon-signature',
    'the signature is not a point of the chain’s group in its one encoding',
  ],
  signature: ['beacon-signature', 'the signature is not the chain’s over this round'],
  randomness: ['beacon-randomness', 'the randomness is not the hash of the signature'],
}

/** Where drand serves a round. */
function addressOf(round: number, chain: ChainInfo): string {
  return `https://api.drand.sh/${chain.chainHash}/public/${round}`
}

function checkBeacon(beacon: PublishedBeacon, chain: ChainInfo): Ending {
  const { round, signature } = beacon
  if (signature === undefined) {
    return {
      status: 'not-provable',
      code: 'beacon-signature-missing',
      because: `the signature of round ${round} was not published; drand has it at ${addressOf(round, chain)}`,
    }
  }
  const check = verifyBeacon({ ...beacon, signature }, chain)
  if (check.valid) return { status: 'proven', code: 'beacon-verified' }
  const [code, because] = beaconFaults[check.reason]
  return { status: code === 'beacon-signature-missing' ? 'not-provable' : 'refuted', code, because }
}

function checkSigned(claim: Extract<CompiledClaim, { kind: 'signed' }>, run: Run): Ending {
  return withValues([claim.key, claim.message, claim.signature], run, (_, message, signature) => {
    // A key that came with the draw vouches for nothing: whoever made the draw up made the key up too.
    if (claim.publicKey === undefined) {
      return {
        status: 'not-provable',
        code: 'key-unpinned',
        because: 'the public key came with the draw; put the key, obtained elsewhere, into the recipe',
      }
    }
    return verifySignature(claim.publicKey, bytesOf(message), bytesOf(signature), run.engine)
      ? { status: 'proven', code: 'signature-verified' }
      : { status: 'refuted', code: 'signature-invalid' }
  })
}

/** Checks the values of all expressions, or says how the claim ends because one has none. */
function withValues<const E extends readonly Compiled[]>(
  expressions: E,
  { recipe, evaluation }: Run,
  check: (...values: { [I in keyof E]: Value }) => Ending,
): Ending {
  const outcomes = expressions.map(expression => evaluation.compute(expression))
  const names = outcomes.flatMap(outcome => (outcome.ended === 'missing' ? outcome.names : []))
  if (names.length > 0) return missing([...new Set(names)], recipe)
  const values: Value[] = []
  for (const outcome of outcomes) {
    if (outcome.ended === 'value') values.push(outcome.value)
    else if (outcome.ended !== 'missing') return unable(outcome)
  }
  try {
    return check(...(values as { [I in keyof E]: Value }))
  } catch (error) {
    if (error instanceof BoundExceeded) return unable({ ended: 'bound', message: error.message })
    throw error
  }
}

/** Longer texts are not normalized: that takes quadratic time on some. */
const longestNormalized = 4096

/** Two texts that differ only in how Unicode writes the same characters. */
function sameCharacters(a: string, b: string): boolean {
  return Math.max(a.length, b.length) <= longestNormalized && a.normalize('NFC') === b.normalize('NFC')
}

/** Text with everything beyond ASCII as escapes, so that what looks alike can be told apart. */
function codePointsOf(text: string): string {
  return text.replace(/\P{ASCII}/gu, character => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}

function missing(references: readonly string[], recipe: Recipe): Ending {
  const titles = references.map(reference => {
    const name = inputName(reference)
    const title = recipe.inputs.get(name)?.declared.title ?? name
    return reference === name ? `the ${title}` : `the ${reference.slice(name.length + 1)} of the ${title}`
  })
  return { status: 'not-provable', code: 'value-missing', because: `not published: ${titles.join(', ')}` }
}

function unable(outcome: Extract<Outcome, { readonly message: string }>): Ending {
  return outcome.ended === 'impossible'
    ? { status: 'refuted', code: 'step-impossible', because: outcome.message }
    : { status: 'not-provable', code: 'bound-exceeded', because: outcome.message }
}

/** Values that were published and that nothing checks. */
function findUnchecked(recipe: Recipe, values: ReadonlyMap<string, Value>): readonly Finding[] {
  return [...recipe.inputs].flatMap(([name, { declared }]) =>
    declared.informational === true && values.has(name)
      ? [{ code: 'value-unchecked', message: `nothing checks the ${declared.title}` } as const]
      : [],
  )
}
