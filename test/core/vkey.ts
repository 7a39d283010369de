import { concatBytes, encodeBase64, encodeHex, encodeUtf8 } from '../../src/core/encoding.js'
import { native } from '../../src/native/engine.js'

/** A verifier key of any type over any bytes, with the right id. */
export function vkeyOf(name: string, bytes: Uint8Array): string {
  const id = native.hash('sha256', concatBytes(encodeUtf8(`${name}\n`), bytes)).subarray(0, 4)
  return `${name}+${encodeHex(id)}+${encodeBase64(bytes)}`
}
