/**
 * The key file of an observer.
 *
 * @packageDocumentation
 */
import { existsSync } from 'node:fs'
import { derivePublicKey } from '../../core/dsse.js'
import { decodeHex, encodeHex, encodeUtf8 } from '../../core/encoding.js'
import { parseJson } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { createSecretBox, openSecretBox } from '../../operator/secrets.js'
import { readKeyFile } from './key-file.js'
import { random } from './random.js'
import { writeNew } from '../../io/written-files.js'

/** Default file name. */
export const observerKeyName = 'observer.key.json'

const format = 'drawaudit/v1'

/** The public half, as listed in a trust file. */
export interface ObserverIdentity {
  readonly name: string
  /** 64 lower-case hex digits. */
  readonly publicKey: string
}

/** An observer with the secret key. */
export interface ObserverKey extends ObserverIdentity {
  /** 32 bytes. */
  readonly secretKey: Uint8Array
}

/** As encrypted by `operator/secrets`: `proof` and `sealed` both open with the right passphrase. */
interface Encrypted {
  readonly cost: number
  readonly block_size: number
  readonly parallelization: number
  readonly salt: string
  readonly proof: string
  readonly sealed: string
}

/** Generates a key. */
export function createObserverKey(name: string): ObserverKey {
  const secretKey = random(32)
  return { name, secretKey, publicKey: encodeHex(derivePublicKey(secretKey).bytes) }
}

/**
 * Writes a key to a new file with mode 600, encrypted if there is a passphrase.
 *
 * @throws DrawauditError `secret-locked` for a weak passphrase, `file-exists`, `file-missing`, `file-access`.
 */
export async function writeObserverKey(path: string, key: ObserverKey, passphrase?: string): Promise<void> {
  const { name, publicKey, secretKey } = key
  const secret =
    passphrase === undefined
      ? { secret_key: encodeHex(secretKey) }
      : { encrypted: await encrypt(key, passphrase) }
  const value = { observer_key: format, name, public_key: publicKey, ...secret }
  writeNew(path, encodeUtf8(`${JSON.stringify(value, null, 2)}\n`), 0o600)
}

/**
 * The public half of a key file; needs no passphrase.
 *
 * @throws DrawauditError `key-invalid`, `json-…`; as reading a file does.
 */
export function readObserver(path: string): ObserverIdentity {
  const { name, publicKey } = readMembers(path, false)
  return { name, publicKey }
}

/**
 * Reads a key, and warns if others can read the file.
 *
 * @param findPassphrase - called if the key is encrypted.
 * @throws DrawauditError `secret-locked` for a missing or wrong passphrase; as {@link readObserver} does.
 */
export async function readObserverKey(
  path: string,
  findPassphrase: () => string | undefined | Promise<string | undefined>,
): Promise<ObserverKey> {
  if (!existsSync(path)) {
    throw new DrawauditError('file-missing', 'there is no such file with an observer’s key', {
      where: { file: path },
      hint: 'drawaudit trust init --observer NAME makes one, and a trust file that knows it; --observer-key names another file',
    })
  }
  const { name, publicKey, encrypted, secret } = readMembers(path)
  let secretKey = secret
  if (encrypted !== undefined) {
    const passphrase = await findPassphrase()
    if (passphrase === undefined) {
      throw new DrawauditError('secret-locked', 'the key is encrypted, and there is no passphrase', {
        where: { file: path },
        hint: 'name a file with --passphrase-file, or set DRAWAUDIT_PASSPHRASE',
      })
    }
    secretKey = await decrypt(encrypted, { name, publicKey }, passphrase, path)
  }
  if (secretKey === undefined || encodeHex(derivePublicKey(secretKey).bytes) !== publicKey) {
    throw new DrawauditError('key-invalid', 'the public key is not that of the secret one', {
      where: { file: path },
      hint: 'restore the file from a copy; drawaudit trust init makes a new key',
    })
  }
  return { name, publicKey, secretKey }
}

interface ObserverKeyFile extends ObserverIdentity {
  readonly encrypted?: Encrypted
  readonly secret?: Uint8Array
}

const isHex = (value: unknown, bytes: number): value is string =>
  typeof value === 'string' && value.length === 2 * bytes && /^[0-9a-f]*$/.test(value)

function readMembers(path: string, isNeeded = true): ObserverKeyFile {
  return readKeyFile(path, parseMembers, ({ secret }) => isNeeded && secret !== undefined)
}

function parseMembers(bytes: Uint8Array): ObserverKeyFile {
  const value: unknown = parseJson(bytes)
  const members = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const { name, public_key: publicKey, secret_key: secret, encrypted } = members
  const isKey = members['observer_key'] === format && typeof name === 'string' && isHex(publicKey, 32)
  if (isKey && encrypted === undefined && isHex(secret, 32)) {
    return { name, publicKey, secret: decodeHex(secret) }
  }
  if (isKey && secret === undefined && isEncrypted(encrypted)) return { name, publicKey, encrypted }
  throw new DrawauditError('key-invalid', 'not an observer’s key file', {
    hint: 'drawaudit trust init --observer NAME makes one',
  })
}

function isEncrypted(value: unknown): value is Encrypted {
  if (typeof value !== 'object' || value === null) return false
  const { cost, block_size, parallelization, salt, proof, sealed } = value as Record<string, unknown>
  const isNumbers = [cost, block_size, parallelization].every(Number.isSafeInteger)
  return isNumbers && isHex(salt, 32) && isHex(proof, 28) && isHex(sealed, 60)
}

async function encrypt({ secretKey, ...observer }: ObserverKey, passphrase: string): Promise<Encrypted> {
  const { box, row } = await createSecretBox({ passphrase }, random)
  const { cost, blockSize, parallelization, salt } = row.scrypt ?? noScrypt
  return {
    cost,
    block_size: blockSize,
    parallelization,
    salt: encodeHex(salt),
    proof: encodeHex(row.proof),
    sealed: encodeHex(box.encrypt(secretKey, placeOf(observer))),
  }
}

/** Only for the type: a box with a passphrase always has scrypt parameters. */
const noScrypt = { cost: 0, blockSize: 0, parallelization: 0, salt: new Uint8Array() }

async function decrypt(
  { cost, block_size: blockSize, parallelization, salt, proof, sealed }: Encrypted,
  observer: ObserverIdentity,
  passphrase: string,
  path: string,
): Promise<Uint8Array> {
  try {
    const scrypt = { cost, blockSize, parallelization, salt: decodeHex(salt) }
    const box = await openSecretBox({ scrypt, proof: decodeHex(proof) }, { passphrase }, random)
    return box.decrypt(decodeHex(sealed), placeOf(observer))
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw new DrawauditError('secret-locked', 'the passphrase does not open the key', {
      where: { file: path },
      hint: 'it is another passphrase, or the file was altered',
      cause: error,
    })
  }
}

/** Binds the encrypted key to the name and public key, so that neither can be replaced. */
function placeOf({ name, publicKey }: ObserverIdentity): string {
  return JSON.stringify(['observer', name, publicKey])
}
