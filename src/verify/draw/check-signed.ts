/**
 * Claims about signatures: under a key of the recipe, of the auditor's trust file, or one that came with the draw.
 *
 * @packageDocumentation
 */
import { unlessUnsupported } from '../../core/engine.js'
import type { PublicKey } from '../../core/key.js'
import { verifySignature } from '../../core/signature.js'
import { findSignerKeys, type TrustRoot } from '../../model/trust.js'
import type { CompiledClaim, SigningKey } from '../../recipe/claims.js'
import { bytesOf, printValue, text } from '../../recipe/value.js'
import type { Ending } from './check-beacon.js'
import { withValues, type Run } from './claim-values.js'

/** A signature is proven under a key that somebody else than whoever made the draw up vouches for. */
export function checkSigned(claim: Extract<CompiledClaim, { kind: 'signed' }>, run: Run): Ending {
  const { key } = claim
  const named = key.from === 'draw' ? key.compiled : key.from === 'trust' ? key.keyId : undefined
  const parts = [claim.message, claim.signature, ...(named === undefined ? [] : [named])]
  return withValues(parts, run, (message = nothing, signature = nothing, keyId = nothing) => {
    // A key that came with the draw vouches for nothing: whoever made the draw up made the key up too.
    if (key.from === 'draw') {
      return {
        status: 'not-provable',
        code: 'key-unpinned',
        because: 'the public key came with the draw; put the key, obtained elsewhere, into the recipe',
      }
    }
    const id = key.from === 'trust' && key.keyId !== undefined ? printValue(keyId) : undefined
    const keys = key.from === 'recipe' ? [key.publicKey] : findKeys(key, id, run.trust)
    if (keys.length === 0) {
      const name = key.from === 'trust' ? key.name : 'the signer'
      const which = id === undefined ? '' : ` that it calls ${shortenText(id)}`
      const because = `the trust file has no key of ${name}${which}; give one that has it`
      return { status: 'not-provable', code: 'key-unpinned', because }
    }
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

const nothing = text('')

function shortenText(value: string): string {
  return value.length > 24 ? `${value.slice(0, 24)}…` : value
}

/** The signer's keys, of the kind that the claim declares where it declares one. */
function findKeys(
  { name, algorithm, form }: Extract<SigningKey, { from: 'trust' }>,
  id: string | undefined,
  trust: TrustRoot,
): readonly PublicKey[] {
  return findSignerKeys(trust, name, id).filter(
    key =>
      algorithm === undefined ||
      (key.algorithm === algorithm && key.form.encoding === form.encoding && key.form.lowS === form.lowS),
  )
}
