/**
 * Secrets at rest: seeds before their draw, and signing keys.
 *
 * @packageDocumentation
 */
import { createCipheriv, createDecipheriv, scrypt } from 'node:crypto'
import { concatBytes, encodeUtf8 } from '../core/encoding.js'
import { DrawauditError } from '../errors.js'
import type { CeremonyReader, SecretBoxRow } from '../store/ceremonies.js'
import { refuseWeakPassphrase } from './passphrase.js'

/** The passphrase or key that opens a store's secrets. */
export type Unlock = { readonly passphrase: string } | { readonly key: Uint8Array }

/** Random bytes, different in every call. */
export type RandomBytes = (length: number) => Uint8Array

/** Encrypts and decrypts the secrets of one store. */
export interface SecretBox {
  /** @param place - associated data: what the secret is and where it belongs; it decrypts nowhere else. */
  readonly encrypt: (secret: Uint8Array, place: string) => Uint8Array
  /** @throws DrawauditError `store-damaged` for anything not encrypted by this box. */
  readonly decrypt: (sealed: Uint8Array, place: string) => Uint8Array
}

/** scrypt cost: a third of a second, and 128 MiB of memory. */
const settings = { cost: 2 ** 17, blockSize: 8, parallelization: 1 }

const nonceLength = 12
const tagLength = 16

/**
 * Creates the secret box of a store without one.
 *
 * @returns the box, and its row for the store.
 * @throws DrawauditError `secret-locked` for a weak passphrase.
 */
export async function createSecretBox(
  unlock: Unlock,
  random: RandomBytes,
): Promise<{ readonly box: SecretBox; readonly row: SecretBoxRow }> {
  if ('passphrase' in unlock) refuseWeakPassphrase(unlock.passphrase)
  const scrypt = 'passphrase' in unlock ? { ...settings, salt: random(32) } : undefined
  const box = createBox(await deriveKey(unlock, scrypt), random)
  const proof = box.encrypt(new Uint8Array(), 'proof')
  return { box, row: { ...(scrypt && { scrypt }), proof } }
}

/**
 * Opens the secret box of a store.
 *
 * @throws DrawauditError `secret-locked` for a wrong passphrase or key, or the wrong kind of the two.
 */
export async function openSecretBox(
  row: SecretBoxRow,
  unlock: Unlock,
  random: RandomBytes,
): Promise<SecretBox> {
  if ('passphrase' in unlock !== (row.scrypt !== undefined)) {
    throw row.scrypt === undefined
      ? locked('the secrets of this store are encrypted under a key file', 'give --key-file FILE')
      : locked(
          'the secrets of this store are encrypted under a passphrase',
          'give --passphrase-file FILE, or set DRAWAUDIT_PASSPHRASE',
        )
  }
  const box = createBox(await deriveKey(unlock, row.scrypt), random)
  if (tryOpen(() => box.decrypt(row.proof, 'proof')) !== undefined) return box
  const what = 'passphrase' in unlock ? 'passphrase' : 'key file'
  throw locked(
    `the ${what} is not the one that the secrets of this store are encrypted under`,
    `give the right ${what}`,
  )
}

/**
 * Refuses a box opened before a change of passphrase: what it encrypts could never be read again.
 *
 * @param reader - in the transaction that uses the box.
 * @throws DrawauditError `secret-locked`.
 */
export async function refuseOutdated(
  box: SecretBox,
  reader: Pick<CeremonyReader, 'readSecretBox'>,
): Promise<void> {
  const row = await reader.readSecretBox()
  if (row !== undefined && tryOpen(() => box.decrypt(row.proof, 'proof')) !== undefined) return
  throw locked('the passphrase of the store was changed meanwhile', 'try again with the new one')
}

function locked(message: string, hint: string): DrawauditError {
  return new DrawauditError('secret-locked', message, { hint })
}

function tryOpen<T>(open: () => T): T | undefined {
  try {
    return open()
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}

/**
 * AES-256-GCM; `place` is the associated data.
 *
 * ```
 * nonce, 12 random bytes | ciphertext | tag, 16 bytes
 * ```
 */
function createBox(key: Uint8Array, random: RandomBytes): SecretBox {
  const bind = (place: string): Uint8Array => encodeUtf8(`drawaudit/v1/secret\0${place}`)
  return {
    encrypt(secret, place) {
      const nonce = random(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bind(place))
      const text = cipher.update(secret)
      return concatBytes(nonce, text, cipher.final(), cipher.getAuthTag())
    },
    decrypt(sealed, place) {
      try {
        const nonce = sealed.subarray(0, nonceLength)
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
        decipher.setAAD(bind(place)).setAuthTag(sealed.subarray(-tagLength))
        const text = decipher.update(sealed.subarray(nonceLength, -tagLength))
        return concatBytes(text, decipher.final())
      } catch {
        // OpenSSL's error must not carry anything out of here.
        throw new DrawauditError('store-damaged', 'a secret of the store cannot be decrypted', {
          hint: 'restore a backup: drawaudit store restore',
        })
      }
    },
  }
}

async function deriveKey(unlock: Unlock, stored: SecretBoxRow['scrypt']): Promise<Uint8Array> {
  if ('key' in unlock) {
    if (unlock.key.length === 32) return unlock.key
    throw locked('the key file does not have 32 bytes', 'give the file that drawaudit key generate made')
  }
  const { cost = 0, blockSize = 0, parallelization = 0, salt = new Uint8Array() } = stored ?? {}
  // Other parameters could demand any amount of memory.
  if (
    cost !== settings.cost ||
    blockSize !== settings.blockSize ||
    parallelization !== settings.parallelization
  ) {
    throw new DrawauditError('store-damaged', 'the settings of the secrets are not ours', {
      hint: 'restore a backup: drawaudit store restore',
    })
  }
  const options = { N: cost, r: blockSize, p: parallelization, maxmem: 256 * cost * blockSize }
  return new Promise((resolve, reject) => {
    scrypt(unlock.passphrase.normalize('NFKC'), salt, 32, options, (error, key) => {
      if (error === null) resolve(key)
      else reject(error)
    })
  })
}
