/**
 * The public key of a signer for `drawaudit trust add`: PEM, DER, or base64.
 *
 * @packageDocumentation
 */
import { createPublicKey, type KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { concatBytes, decodeBase64, decodeHex, encodeBase64 } from '../../core/encoding.js'
import { keyAlgorithms, parsePublicKey } from '../../core/signature.js'
import { DrawauditError } from '../../errors.js'
import type { SignerKeyJson } from '../../model/trust.js'
import { readFile } from '../../io/files.js'
import type { ValuesOf } from '../shared/command.js'
import { valueOption } from '../shared/options.js'

export const signerOptions = {
  algorithm: {
    choices: keyAlgorithms,
    requiresArg: true,
    describe: 'With --signer: its signature algorithm',
  },
  encoding: {
    choices: ['compact', 'der'] as const,
    requiresArg: true,
    describe: 'With --signer: the encoding of its ECDSA signatures',
  },
  'low-s': {
    type: 'boolean' as const,
    describe: 'With --signer: of secp256k1, refuse signatures with a high s (--no-low-s: accept them)',
  },
  'key-id': {
    ...valueOption,
    describe: 'With --signer: the id of the key in messages of the signer',
  },
}

/**
 * Reads the key from options.
 *
 * @throws DrawauditError `usage`, `key-invalid`, `key-length`, `key-weak`; as reading a file does.
 */
export function readSignerKey(
  args: ValuesOf<typeof signerOptions> & { readonly 'public-key': string | undefined },
): SignerKeyJson {
  const { algorithm, encoding, 'public-key': given } = args
  if (algorithm === undefined || given === undefined) {
    throw new DrawauditError('usage', '--signer needs --algorithm NAME and --public-key FILE', {
      hint: `the algorithms are ${keyAlgorithms.join(', ')}`,
    })
  }
  const lowS = args['low-s']
  const form = { ...(encoding && { encoding }), ...(lowS !== undefined && { lowS }) }
  const isFile = existsSync(given)
  try {
    const bytes = toKeyBytes(algorithm, isFile ? readFile(given) : decodeGiven(given))
    parsePublicKey(algorithm, bytes, form)
    return {
      algorithm,
      public_key: encodeBase64(bytes),
      ...(encoding && { encoding }),
      ...(lowS !== undefined && { low_s: lowS }),
      ...(args['key-id'] !== undefined && { id: args['key-id'] }),
    }
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    if (error.code === 'algorithm-unknown') throw explainForm(error)
    throw isFile ? error.at({ file: given }) : error
  }
}

function explainForm({ message }: DrawauditError): DrawauditError {
  const options = message.replace('lowS', '--low-s').replace('encoding', '--encoding')
  return new DrawauditError('usage', options, {
    hint: 'ask the publisher of the key how its signatures are encoded; it cannot be guessed',
  })
}

function decodeGiven(text: string): Uint8Array {
  // Unambiguous: as base64 these would have 48 or 96 bytes, or be invalid, and no key has that length.
  const hex = /^(?:0x)?((?:[0-9a-f]{32}|[0-9a-f]{33}|[0-9a-f]{64}|[0-9a-f]{65}){2})$/i.exec(text)?.[1]
  if (hex !== undefined) return decodeHex(hex)
  try {
    return decodeBase64(text)
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw new DrawauditError('usage', '--public-key is neither a file nor base64', {
      hint: 'name a PEM or DER file, or give the bytes of the key in base64',
    })
  }
}

/** Lengths of bare points in bytes; anything else is DER. */
const pointLengths = [32, 33, 64, 65]

function toKeyBytes(algorithm: string, bytes: Uint8Array): Uint8Array {
  const text = new TextDecoder().decode(bytes.subarray(0, 65_536))
  const isPem = text.includes('-----BEGIN ')
  if (isPem && text.includes('PRIVATE KEY-----')) {
    throw new DrawauditError('usage', 'this is a secret key', {
      hint: 'it belongs to the signer alone; a trust file takes the public key',
    })
  }
  if (!isPem && (pointLengths.includes(bytes.length) || algorithm.startsWith('rsa-'))) return bytes
  return bytesOf(algorithm, readKey(isPem ? text : bytes))
}

function readKey(source: string | Uint8Array): KeyObject {
  try {
    return typeof source === 'string'
      ? createPublicKey(source)
      : createPublicKey({ key: Buffer.from(source), format: 'der', type: 'spki' })
  } catch (cause) {
    throw new DrawauditError('key-invalid', 'expected a public key in PEM or DER, found something else', {
      hint: 'openssl pkey -pubin -text -noout -in FILE shows what a PEM file has',
      cause,
    })
  }
}

/** Curves by Node's names, by the prefix of the algorithm. */
const kinds: readonly (readonly [start: string, kind: string])[] = [
  ['ed25519', 'Ed25519'],
  ['ecdsa-p256', 'P-256'],
  ['ecdsa-secp256k1', 'secp256k1'],
  ['bip340', 'secp256k1'],
  ['rsa-', 'RSA'],
  ['ecvrf-p256', 'P-256'],
  ['ecvrf-ed', 'Ed25519'],
  ['chainlink-vrf', 'secp256k1'],
]

function bytesOf(algorithm: string, key: KeyObject): Uint8Array {
  const { kty, crv = kty, x = '', y = '' } = exportJwk(key)
  const [, wanted] = kinds.find(([start]) => algorithm.startsWith(start)) ?? []
  if (crv !== wanted) {
    throw new DrawauditError(
      'key-invalid',
      `expected a key of ${wanted ?? algorithm}, found one of ${crv ?? key.asymmetricKeyType ?? 'another kind'}`,
      {
        hint: 'check --algorithm',
      },
    )
  }
  if (crv === 'RSA') return Uint8Array.from(key.export({ format: 'der', type: 'spki' }))
  const [first, second] = [x, y].map(text => Uint8Array.from(Buffer.from(text, 'base64url')))
  const abscissa = first ?? new Uint8Array()
  if (crv === 'Ed25519' || algorithm === 'bip340') return abscissa
  const ordinate = second ?? new Uint8Array()
  // RFC 9381 hashes P-256 keys in compressed form.
  if (algorithm.startsWith('ecvrf-'))
    return concatBytes(Uint8Array.of(2 + ((ordinate.at(-1) ?? 0) & 1)), abscissa)
  const both = concatBytes(abscissa, ordinate)
  return algorithm === 'chainlink-vrf' ? both : concatBytes(Uint8Array.of(4), both)
}

/** Empty for keys without a JWK form, such as RSA-PSS. */
function exportJwk(key: KeyObject): { kty?: string; crv?: string; x?: string; y?: string } {
  try {
    return key.export({ format: 'jwk' })
  } catch {
    return {}
  }
}
