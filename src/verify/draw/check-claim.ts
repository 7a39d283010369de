/**
 * Checks one claim of a recipe.
 *
 * @packageDocumentation
 */
import { encodeHex } from '../../core/encoding.js'
import { explainMismatch } from '../../core/digest.js'
import type { Claim } from '../../model/report.js'
import { inputName, type CompiledClaim } from '../../recipe/claims.js'
import type { Compiled } from '../../recipe/compile.js'
import { compareNumbers, printValue, type Value } from '../../recipe/value.js'
import { checkBlock } from './check-block.js'
import { checkBeacon, type DrawClaimResult } from './check-beacon.js'
import { checkSigned, checkVrf } from './check-signed.js'
import { findUnreached, missingValues, unreached, withValues, type DrawRun } from './claim-values.js'
import { enumerate } from './enumerate.js'
import { tellApart } from '../look-alike.js'

/** Checks one claim of a recipe. */
export function checkClaim(claim: CompiledClaim, run: DrawRun): Claim {
  const { id, says } = claim
  const ending = checkKind(claim, run)
  const failure = ending.status === 'refuted' ? describeFailure(claim, ending, run) : undefined
  const { status, code, because, expected, found } = ending
  const message = failure ?? (because === undefined ? says : `${says}: ${because}`)
  // Members one by one, so that the claims of many draws are objects of few forms, which are copied quickly.
  if (expected === undefined && found === undefined) return { id, message, status, code }
  const values = { ...(expected !== undefined && { expected }), ...(found !== undefined && { found }) }
  return { id, message, status, code, ...values }
}

/** The failure as a sentence: which value is wrong, in the recipe's words. */
function describeFailure(
  claim: CompiledClaim,
  { code, because, expected = '' }: DrawClaimResult,
  run: DrawRun,
): string {
  if (code === 'step-impossible') return `the rule cannot be carried out: ${because ?? ''}`
  switch (claim.kind) {
    case 'equal': {
      const failure = `the rule gives something else than the published ${enumerate(titlesOf(claim.published, run))}`
      return because === undefined ? failure : `${failure}: ${because}`
    }
    case 'holds': {
      const titles = titlesOf(claim.smaller, run)
      const what = titles.length === 1 ? 'the' : 'what follows from the'
      return `${what} ${enumerate(titles)} has to be ${expected}`
    }
    case 'signed':
      return `the ${enumerate(titlesOf(claim.signature, run))} does not verify`
    case 'vrf':
      return code === 'vrf-output'
        ? `the proof is of another output than the published ${enumerate(titlesOf(claim.output, run))}`
        : `the ${enumerate(titlesOf(claim.proof, run))} does not verify`
    case 'verified':
      return because ?? `the ${claim.input} does not verify`
  }
}

/** Titles of the published values that something follows from. */
function titlesOf({ rests }: Compiled, { recipe }: DrawRun): readonly string[] {
  const names = new Set([...rests].map(inputName))
  return [...names].map(name => recipe.inputs.get(name)?.declared.title ?? name)
}

function checkKind(claim: CompiledClaim, run: DrawRun): DrawClaimResult {
  switch (claim.kind) {
    case 'equal':
      return checkEqual(claim, run)
    case 'holds':
      return checkHolds(claim, run)
    case 'verified':
      return checkVerified(claim, run)
    case 'signed':
      return checkSigned(claim, run)
    case 'vrf':
      return checkVrf(claim, run)
  }
}

function checkEqual(claim: Extract<CompiledClaim, { kind: 'equal' }>, run: DrawRun): DrawClaimResult {
  return withValues([claim.computed, claim.published], run, (computed, published) => {
    if (!run.evaluation.compare(computed, published)) {
      const shown = tellApart(printValue(computed), printValue(published))
      const because = shown.because ?? explainDigests(computed, published, run)
      return {
        status: 'refuted',
        code: 'values-differ',
        ...shown,
        ...(because !== undefined && { because }),
      }
    }
    // An empty list of winners does not prove any winner.
    return computed.kind === 'list' && computed.items.length === 0
      ? { status: 'not-provable', code: 'nothing-compared', because: 'both are empty' }
      : { status: 'proven', code: 'values-equal' }
  })
}

/** The mistake that turns one digest into the other: reversed, or hashed again. */
function explainDigests(computed: Value, published: Value, { engine }: DrawRun): string | undefined {
  if (computed.kind !== 'bytes' || published.kind !== 'bytes') return undefined
  if (computed.bytes.length !== 32 || published.bytes.length !== 32) return undefined
  return explainMismatch(computed.bytes, { digest: published.bytes }, bytes => engine.hash('sha256', bytes))
}

function checkHolds(claim: Extract<CompiledClaim, { kind: 'holds' }>, run: DrawRun): DrawClaimResult {
  const { smaller, relation, larger } = claim
  return withValues([smaller, larger], run, (a, b) => {
    const order = compareNumbers(a, b)
    if (order < 0 || (order === 0 && relation === '<=')) return { status: 'proven', code: 'order-kept' }
    const words = b.kind === 'time' ? ['earlier than', 'at or before'] : ['less than', 'at most']
    const expected = `${words[relation === '<' ? 0 : 1] ?? ''} ${printValue(b)}`
    return { status: 'refuted', code: 'order-broken', expected, found: printValue(a) }
  })
}

/**
 * A beacon is verified by its signature, a block by pins and headers. Any other value rests on its
 * publisher's word.
 */
function checkVerified(
  { input: name, height }: Extract<CompiledClaim, { kind: 'verified' }>,
  run: DrawRun,
): DrawClaimResult {
  const { recipe, values } = run
  const input = recipe.inputs.get(name)
  const value = values.get(name)
  if (input === undefined || value === undefined) return missingValues([name], run)
  if (value.kind === 'beacon' && input.chain !== undefined) {
    const ending = checkBeacon(value.beacon, input.chain, run.trust, run.engine)
    const fault = ending.status === 'not-provable' ? findUnreached(name, run) : undefined
    return fault === undefined ? ending : unreached(fault)
  }
  const { block } = input.declared
  if (block !== undefined && height !== undefined && value.kind === 'bytes') {
    const at = values.get(height)
    if (at?.kind !== 'integer') return missingValues([height], run)
    const named = { chain: block, height: at.integer, hash: encodeHex(value.bytes) }
    return checkBlock(named, run.trust, run.headers)
  }
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
