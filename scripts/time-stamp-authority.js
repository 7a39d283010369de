// A time-stamping authority of RFC 3161 on this machine, for the demo and the tests: openssl stamps, node:http listens.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

const configuration = `
[req]
distinguished_name = name
x509_extensions = signer
[name]
[signer]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
subjectKeyIdentifier = hash
[tsa]
default_tsa = stamps
[stamps]
serial = serial
signer_cert = signer.pem
signer_key = signer.key
certs = signer.pem
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
accuracy = secs:1
ess_cert_id_alg = sha256
`

/**
 * Starts an authority.
 *
 * @param {string} folder - where its key and its certificate stand; made if it is not there.
 * @param {{ name?: string, answer?: (stamp: () => Buffer, response: import('node:http').ServerResponse) => void }} [options] -
 * `answer` answers instead of it.
 * @returns {Promise<{ url: string, pem: string, close: () => void }>} `pem` is the file with its certificate.
 */
export async function startAuthority(folder, { name = 'Demo time-stamps', answer = sendStamp } = {}) {
  mkdirSync(folder, { recursive: true })
  const openssl = args => execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  writeFileSync(join(folder, 'authority.cnf'), configuration)
  writeFileSync(join(folder, 'serial'), '01\n')
  openssl([
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30'],
    ...['-config', 'authority.cnf', '-subj', `/CN=${name}`, '-keyout', 'signer.key', '-out', 'signer.pem'],
  ])
  let count = 0
  const stamp = query => {
    count += 1
    const file = `query-${count}`
    writeFileSync(join(folder, file), query)
    try {
      return openssl(['ts', '-reply', '-config', 'authority.cnf', '-queryfile', file])
    } finally {
      rmSync(join(folder, file), { force: true })
    }
  }
  const server = createServer((request, response) => {
    const pieces = []
    request.on('data', piece => pieces.push(piece))
    request.on('end', () => answer(() => stamp(Buffer.concat(pieces)), response))
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${server.address().port}/`, pem: join(folder, 'signer.pem'), close }
}

function sendStamp(stamp, response) {
  try {
    response.setHeader('content-type', 'application/timestamp-reply')
    response.end(stamp())
  } catch {
    response.statusCode = 500
    response.end()
  }
}
