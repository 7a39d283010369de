/**
 * Time-stamping authorities of the tests' own: certificates by `openssl req` and `openssl x509`, tokens by
 * `openssl ts -reply`, in a folder that is given.
 *
 * @packageDocumentation
 */
import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a key is: `openssl req -newkey` takes it. */
export const keyKinds = {
  'rsa-2048': ['RSA', 'rsa_keygen_bits:2048'],
  'rsa-1024': ['RSA', 'rsa_keygen_bits:1024'],
  'p-256': ['EC', 'ec_paramgen_curve:P-256'],
  'p-384': ['EC', 'ec_paramgen_curve:P-384'],
  'p-521': ['EC', 'ec_paramgen_curve:P-521'],
  'p-192': ['EC', 'ec_paramgen_curve:P-192'],
  secp256k1: ['EC', 'ec_paramgen_curve:secp256k1'],
} as const

export type KeyKind = keyof typeof keyKinds
export type Digest = 'sha256' | 'sha384' | 'sha512'

export interface AuthorityChoices {
  readonly key?: KeyKind
  readonly caKey?: KeyKind
  /** Extended key usage of the signer, as openssl writes it; empty for none. */
  readonly purposes?: string
  /** Lines of its extensions beside that. */
  readonly extensions?: readonly string[]
  /** Extensions of the authority's own certificate, instead of those of a CA. */
  readonly caExtensions?: readonly string[]
  /** `YYYYMMDDHHMMSSZ`, of the signer and of its authority. */
  readonly validity?: readonly [from: string, until: string]
  readonly caValidity?: readonly [from: string, until: string]
  /** Names tell certificates apart. */
  readonly name?: string
  /** An authority between the one that is pinned and the signer. */
  readonly isDeep?: boolean
}

export interface Authority {
  readonly folder: string
  /** PEM files. */
  readonly caFile: string
  readonly signerFile: string
  /** DER. */
  readonly ca: Uint8Array
  readonly signer: Uint8Array
  /** Stamps bytes: DER of the token. */
  readonly stamp: (content: Uint8Array, choices?: StampChoices) => Uint8Array
  /** The same as DER of the whole answer. */
  readonly answer: (content: Uint8Array, choices?: StampChoices) => Uint8Array
}

export interface StampChoices {
  /** Of the imprint. */
  readonly digest?: Digest
  /** By which the signer's certificate is named: `sha1` is the attribute of RFC 2634. */
  readonly ess?: 'sha1' | Digest
  /** By which it signs. */
  readonly signerDigest?: Digest
  /** `secs:1, millisecs:500`; empty for none. */
  readonly accuracy?: string
  /** Without the certificates of the signer. */
  readonly isBare?: boolean
}

const always = ['20200101000000Z', '20491231235959Z'] as const

/** Runs openssl in a folder; its messages are the error's. */
export function openssl(folder: string, ...args: readonly string[]): Buffer {
  return execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Makes an authority. */
export function createAuthority(folder: string, choices: AuthorityChoices = {}): Authority {
  const { key = 'p-256', caKey = 'p-256', name = 'Test', purposes = 'critical,timeStamping' } = choices
  const { validity = always, caValidity = always, isDeep = false } = choices
  mkdirSync(folder, { recursive: true })
  const write = (file: string, text: string): void => {
    writeFileSync(join(folder, file), text)
  }
  const ca = ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign']
  const lines = [
    ...(purposes === '' ? [] : [`extendedKeyUsage=${purposes}`]),
    ...(choices.extensions ?? ['keyUsage=critical,digitalSignature']),
  ]
  // `openssl ca` alone sets both dates.
  const issue = (
    who: string,
    by: string,
    extensions: readonly string[],
    dates: readonly [string, string],
  ): void => {
    write('index.txt', '')
    write(
      'serial',
      `${Math.floor(2 ** 40 * (1 + Math.random()))
        .toString(16)
        .padStart(12, '0')}\n`,
    )
    write(
      'ca.cnf',
      `[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\nserial=serial\nnew_certs_dir=.\ndefault_md=sha256\npolicy=p\nunique_subject=no\n[p]\ncommonName=supplied\n[e]\n${extensions.join('\n')}\n`,
    )
    const self = by === who ? ['-selfsign'] : ['-cert', `${by}.pem`]
    openssl(folder, 'ca', '-batch', '-notext', '-config', 'ca.cnf', '-extensions', 'e', '-in', `${who}.csr`, '-out', `${who}.pem`, '-keyfile', `${by}.key`, '-startdate', dates[0], '-enddate', dates[1], ...self) // prettier-ignore
  }
  const request = (who: string, kind: KeyKind, title: string): void => {
    const [algorithm, option] = keyKinds[kind]
    const named = algorithm === 'EC' ? ['-pkeyopt', 'ec_param_enc:named_curve'] : []
    const key = ['-newkey', algorithm, '-pkeyopt', option, ...named, '-nodes', '-keyout', `${who}.key`]
    openssl(folder, 'req', '-new', ...key, '-subj', `/CN=${name} ${title}`, '-out', `${who}.csr`)
  }
  request('ca', caKey, 'time-stamping authority')
  issue('ca', 'ca', choices.caExtensions ?? ca, caValidity)
  if (isDeep) {
    request('middle', caKey, 'authority between')
    issue('middle', 'ca', ca, caValidity)
  }
  const issuer = isDeep ? 'middle' : 'ca'
  request('signer', key, 'signer')
  issue('signer', issuer, lines.length === 0 ? ['basicConstraints=CA:FALSE'] : lines, validity)
  const chain = readFileSync(join(folder, `${issuer}.pem`))
  writeFileSync(join(folder, 'chain.pem'), chain)
  const toDer = (file: string): Uint8Array =>
    new Uint8Array(new X509Certificate(readFileSync(join(folder, file))).raw)
  const make = (
    content: Uint8Array,
    { digest = 'sha256', ess = 'sha256', signerDigest = 'sha256', accuracy = 'secs:1', isBare }: StampChoices,
    ...as: readonly string[]
  ): Uint8Array => {
    write('tsserial', '01\n')
    write(
      'ts.cnf',
      `[tsa]\ndefault_tsa=t\n[t]\nserial=tsserial\nsigner_cert=signer.pem\nsigner_key=signer.key\ncerts=chain.pem\ndefault_policy=1.2.3.4\ndigests=sha256,sha384,sha512\nsigner_digest=${signerDigest}\n${accuracy === '' ? '' : `accuracy=${accuracy}\n`}ess_cert_id_chain=no\ness_cert_id_alg=${ess}\n`,
    )
    const hex = createHash(digest).update(content).digest('hex')
    const certificates = isBare === true ? [] : ['-cert']
    openssl(folder, 'ts', '-query', '-digest', hex, `-${digest}`, '-out', 'query.tsq', ...certificates)
    return new Uint8Array(
      openssl(folder, 'ts', '-reply', '-config', 'ts.cnf', '-queryfile', 'query.tsq', ...as),
    )
  }
  return {
    folder,
    caFile: join(folder, 'ca.pem'),
    signerFile: join(folder, 'signer.pem'),
    ca: toDer('ca.pem'),
    signer: toDer('signer.pem'),
    answer: (content, choices = {}) => make(content, choices),
    stamp: (content, choices = {}) => make(content, choices, '-token_out'),
  }
}

/** Whether `openssl ts -verify` believes a token: over these bytes, under the anchor in a file, at a time. */
export function isVerifiedByOpenssl(
  folder: string,
  token: Uint8Array,
  content: Uint8Array,
  anchorFile: string,
  at?: Date,
): boolean {
  writeFileSync(join(folder, 'given.der'), token)
  writeFileSync(join(folder, 'content'), content)
  const time = at === undefined ? [] : ['-attime', String(Math.floor(at.getTime() / 1000))]
  try {
    openssl(
      folder,
      'ts',
      '-verify',
      '-in',
      'given.der',
      '-token_in',
      '-data',
      'content',
      '-CAfile',
      anchorFile,
      '-partial_chain',
      ...time,
    )
    return true
  } catch {
    return false
  }
}
