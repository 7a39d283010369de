/**
 * Adds logs, witnesses, their threshold and their policy.
 *
 * @packageDocumentation
 */
import { decodeUtf8 } from '../../core/encoding.js'
import { parseVerifierKey, type VerifierKey } from '../../core/note.js'
import { DrawauditError } from '../../errors.js'
import { addLog, addWitness, setWitnessThreshold, type Changed } from '../../model/trust-changes.js'
import { type TrustJson } from '../../model/trust.js'
import { parseWitnessPolicy } from '../../model/witness-policy.js'
import { readFile } from '../../io/files.js'
import { type AdditionArguments, type Addition } from './addition-options.js'
import { confirmChanges, refuseFingerprint } from './confirm-changes.js'

/** Needs no fingerprint: a vkey is the complete key, and comes from elsewhere itself. */
export async function addLogged(trust: TrustJson, args: AdditionArguments): Promise<Addition> {
  const { log, witness, 'witness-threshold': threshold, fingerprint = [] } = args
  const added: Changed[] = []
  let current = trust
  const add = (changed: Changed): void => {
    added.push(changed)
    current = changed.trust
  }
  if (log !== undefined) add(addLog(current, args.origin ?? readVkey('log', log).name, log))
  if (witness !== undefined) {
    readVkey('witness', witness)
    add(addWitness(current, witness))
  }
  const keys = added.flatMap(({ changes }) => changes)
  if (keys.length === 0) refuseFingerprint(fingerprint, 'a threshold')
  if (fingerprint.length > 0) await confirmChanges(keys, fingerprint, undefined)
  if (threshold !== undefined) add(setWitnessThreshold(current, readThreshold(threshold)))
  return { trust: current, changes: added.flatMap(({ changes }) => changes), leftOut: [] }
}

function readVkey(option: string, vkey: string): VerifierKey {
  try {
    return parseVerifierKey(vkey)
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw new DrawauditError('usage', `--${option} takes a vkey: ${error.message}`, {
      hint: 'such as name+1a2b3c4d+base64, as its owner publishes it',
    })
  }
}

/** @throws DrawauditError as `parseWitnessPolicy` does; `utf8-invalid`; as reading a file does. */
export function readPolicy(path: string): string {
  const bytes = readFile(path)
  return DrawauditError.within({ file: path }, () => {
    const text = decodeUtf8(bytes)
    parseWitnessPolicy(text)
    return text
  })
}

function readThreshold(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text) && Number(text) <= 1000) return Number(text)
  throw new DrawauditError(
    'usage',
    `--witness-threshold takes a number from 1 to 1000, found ${JSON.stringify(text)}`,
  )
}
