/**
 * Checks signatures and verifiable random functions under a key of the recipe, of the auditor's trust file,
 * or from the draw.
 *
 * @packageDocumentation
 */
import { equalBytes } from '../../core/digest.js'
import { encodeHex } from '../../core/encoding.js'
import { unlessUnsupported } from '../../core/engine.js'
import type { PublicKey } from '../../core/key.js'
import { verifySignature } from '../../core/signature.js'
import { isVrfSuite } from '../../core/vrf/suites.js'
import { verifyVrf } from '../../core/vrf/verify.js'
import { findSignerIds, findSignerKeys, type TrustRoot } from '../../model/trust.js'
import type { CompiledClaim, SigningKey } from '../../recipe/claims.js'
import type { Compiled } from '../../recipe/compile.js'
import { bytesOf, printValue, type Value } from '../../recipe/value.js'
import type { DrawClaimResult } from './check-beacon.js'
import { withValues, type DrawRun } from './claim-values.js'

/** A signature is proven only under a key that somebody other than the draw's author vouches for. */
export function checkSigned(
  claim: Extract<CompiledClaim, { kind: 'signed' }>,
  run: DrawRun,
): DrawClaimResult {
  return underKeys(claim.key, [claim.message, claim.signature], run, (keys, message, signature) => {
    const isUnder = (key: PublicKey): boolean | undefined =>
      unlessUnsupported(() => verifySignature(key, bytesOf(message), bytesOf(signature), run.engine))
    const verdicts = keys.map(isUnder)
    if (verdicts.includes(true)) return { status: 'proven', code: 'signature-verified' }
    const unsupported = keys[verdicts.indexOf(undefined)]
    if (unsupported === undefined) return { status: 'refuted', code: 'signature-invalid' }
    const { algorithm } = unsupported
    const because = `the ${run.engine.name} engine cannot verify ${algorithm}; the native engine can, and in a browser verifyPublishedOnWeb`
    return { status: 'not-provable', code: 'algorithm-unsupported', because }
  })
}

/**
 * The output of a verifiable random function is proven only by a proof under a key that somebody else vouches
 * for.
 */
export function checkVrf(claim: Extract<CompiledClaim, { kind: 'vrf' }>, run: DrawRun): DrawClaimResult {
  return underKeys(claim.key, [claim.alpha, claim.proof, claim.output], run, (keys, alpha, proof, output) => {
    const results = keys.map(key => verifyVrf(key, bytesOf(alpha), bytesOf(proof)))
    const outputs = results.flatMap(result => ('output' in result ? [result.output] : []))
    const published = bytesOf(output)
    if (outputs.some(one => equalBytes(one, published))) return { status: 'proven', code: 'vrf-verified' }
    const [other] = outputs
    if (other === undefined) return { status: 'refuted', code: 'vrf-invalid' }
    return { status: 'refuted', code: 'vrf-output', expected: encodeHex(other), found: encodeHex(published) }
  })
}

/** Checks values under the applicable keys; not provable if there are none. */
function underKeys<const E extends readonly Compiled[]>(
  key: SigningKey,
  expressions: E,
  run: DrawRun,
  check: (keys: readonly PublicKey[], ...values: { [I in keyof E]: Value }) => DrawClaimResult,
): DrawClaimResult {
  const named = key.from === 'draw' ? key.compiled : key.from === 'trust' ? key.keyId : undefined
  const parts = [...expressions, ...(named === undefined ? [] : [named])]
  return withValues(parts, run, (...values) => {
    // A key from the draw proves nothing: its author can make one up.
    if (key.from === 'draw') {
      return {
        status: 'not-provable',
        code: 'key-unpinned',
        because: 'the public key came with the draw; put the key, obtained elsewhere, into the recipe',
      }
    }
    const keyId = named === undefined ? undefined : values.at(-1)
    const id = keyId && printValue(keyId)
    const keys = key.from === 'recipe' ? [key.publicKey] : findKeys(key, id, run.trust)
    if (keys.length === 0) {
      const name = key.from === 'trust' ? key.name : 'the signer'
      const which = id === undefined ? '' : ` that it calls ${shortenText(id)}`
      const of = key.from === 'trust' && key.algorithm !== undefined ? ` for ${key.algorithm}` : ''
      const because = `the trust file has no key of ${name}${which}${of}; drawaudit trust add --signer adds one, and --trust gives the file`
      return { status: 'not-provable', code: 'key-unpinned', because }
    }
    return check(keys, ...(values.slice(0, expressions.length) as { [I in keyof E]: Value }))
  })
}

function shortenText(value: string): string {
  return value.length > 24 ? `${value.slice(0, 24)}…` : value
}

/**
 * Whether the draw could not choose among keys, each of which has its own output: there is only one. A key
 * that the draw names decides like any other value.
 */
export function isOneKey(key: SigningKey, trust: TrustRoot): boolean {
  if (key.from !== 'trust') return true
  const { name, keyId } = key
  const ids = keyId === undefined ? [undefined] : [...new Set(findSignerIds(trust, name))]
  return ids.every(id => findKeys(key, id, trust).length < 2)
}

/** Keys of the signer, of the declared type if the claim declares one. */
function findKeys(
  { name, algorithm, form }: Extract<SigningKey, { from: 'trust' }>,
  id: string | undefined,
  trust: TrustRoot,
): readonly PublicKey[] {
  return findSignerKeys(trust, name, id).filter(
    key =>
      (algorithm === undefined && !isVrfSuite(key.algorithm)) ||
      (key.algorithm === algorithm && key.form.encoding === form.encoding && key.form.lowS === form.lowS),
  )
}
