/**
 * A log of Certificate Transparency and a witness as sunlight runs them, with skylight, which serves the log.
 *
 * @packageDocumentation
 */
import { spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { findPort } from '../../postgres.js'
import { Sqlite } from '../../sqlite.js'
import { runProgram, serveProgram } from './programs.js'

interface Test {
  readonly teardown: (end: () => unknown) => void
}

/** A sunlight that runs until the end of the test. */
export interface Sunlight {
  /** Where skylight serves its log. */
  readonly url: string
  /** The key of its log as lists of logs have it, with its origin. */
  readonly key: string
  /** The key with which its log signs notes. */
  readonly vkey: string
  readonly witness: { readonly url: string; readonly vkey: string }
  /** Submits a certificate of its own for each name, and waits until all are in the log. */
  readonly submit: (...names: readonly string[]) => Promise<void>
}

// Debian builds it without its go.mod, and so with the patterns of paths from before Go 1.22.
const env = { GODEBUG: 'httpmuxgo121=0' }

/**
 * Starts both. They know their URLs as https://localhost, without a port, and serve plain HTTP.
 *
 * @param folder - that is empty.
 * @param logs - vkeys of the logs that the witness is to know.
 */
export async function startSunlight(test: Test, folder: string, logs: readonly string[]): Promise<Sunlight> {
  mkdirSync(folder)
  // What is published it marks as immutable, where it may.
  test.teardown(() => spawnSync('chattr', ['-R', '-i', folder]))
  const path = (name: string): string => join(folder, name)
  const run = async (program: string, ...args: readonly string[]): Promise<string> => {
    const { code, output } = await runProgram(program, args, { cwd: folder })
    if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${output}`)
    return output
  }
  const list = createServer((_, response) => {
    const lines = logs.map(vkey => `vkey ${vkey}\nqpd 1440\ncontact nobody@localhost\n`)
    response.end(`logs/v0\n\n${lines.join('\n')}`)
  }).listen(0, 'localhost')
  await once(list, 'listening')
  test.teardown(() => list.close())

  await run('openssl', ...newKey, '-x509', '-keyout', 'root.key', '-out', 'root.pem', '-subj', '/CN=Root')
  const keys = await run('sunlight-keygen', '-f', 'log.seed', '-prefix', 'https://localhost/log')
  const [, vkey = ''] = /^Verifier key: (\S+)$/m.exec(keys) ?? []
  const [, pem = ''] = /^ECDSA public key:\n-+BEGIN.*\n([^-]+)-/m.exec(keys) ?? []
  const witnessed = await run('sunlight-keygen', '-f', 'witness.seed', '-witness', 'localhost/witness')
  const [, witness = ''] = /^Witness vkey: (\S+)$/m.exec(witnessed) ?? []
  const checkpoints = new Sqlite(path('checkpoints.db'))
  checkpoints.exec('CREATE TABLE checkpoints (logID BLOB PRIMARY KEY, body BLOB NOT NULL) STRICT')
  checkpoints.close()

  const [port, readPort] = [await findPort(), await findPort()]
  const url = `http://localhost:${readPort}/log`
  // JSON is YAML.
  const configure = (name: string, value: object): void => {
    writeFileSync(path(name), JSON.stringify(value))
  }
  configure('skylight.yaml', {
    listen: [`localhost:${readPort}`],
    logs: [{ shortname: 'log', monitoringprefix: 'https://localhost/log', localdirectory: 'log' }],
  })
  configure('sunlight.yaml', {
    listen: [`localhost:${port}`],
    checkpoints: 'checkpoints.db',
    witness: {
      name: 'localhost/witness',
      submissionprefix: 'https://localhost/witness',
      secret: 'witness.seed',
      loglists: [`http://localhost:${(list.address() as AddressInfo).port}/`],
    },
    logs: [
      {
        shortname: 'log',
        inception: new Date().toISOString().slice(0, 10),
        submissionprefix: 'https://localhost/log',
        monitoringprefix: url,
        roots: 'root.pem',
        secret: 'log.seed',
        cache: 'cache.db',
        localdirectory: 'log',
        notafterstart: '2020-01-01T00:00:00Z',
        notafterlimit: '2090-01-01T00:00:00Z',
      },
    ],
  })
  const sunlight = await serveProgram('sunlight', ['-c', 'sunlight.yaml'], { cwd: folder, port, env })
  test.teardown(() => sunlight.child.kill())
  const skylight = await serveProgram('skylight', ['-c', 'skylight.yaml'], {
    cwd: folder,
    port: readPort,
    env,
  })
  test.teardown(() => skylight.child.kill())

  const readCertificate = (name: string): string =>
    new X509Certificate(readFileSync(path(name))).raw.toString('base64')
  return {
    url,
    key: `localhost/log+${pem.replaceAll('\n', '')}`,
    vkey,
    witness: { url: `http://localhost:${port}/witness`, vkey: witness },
    async submit(...names) {
      const submitOne = async (name: string): Promise<void> => {
        writeFileSync(path(`${name}.txt`), `extendedKeyUsage=serverAuth\nsubjectAltName=DNS:${name}\n`)
        await run(
          'openssl',
          ...newKey,
          '-keyout',
          `${name}.key`,
          '-out',
          `${name}.csr`,
          '-subj',
          `/CN=${name}`,
        )
        const from = ['-in', `${name}.csr`, '-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial']
        const to = ['-days', '20', '-extfile', `${name}.txt`, '-out', `${name}.pem`]
        await run('openssl', 'x509', '-req', ...from, ...to)
        // It answers once the certificate is in the log.
        const answer = await fetch(`http://localhost:${port}/log/ct/v1/add-chain`, {
          method: 'POST',
          body: JSON.stringify({ chain: [readCertificate(`${name}.pem`), readCertificate('root.pem')] }),
        })
        if (answer.status !== 200)
          throw new Error(`${answer.status} ${await answer.text()}${sunlight.output()}`)
      }
      for (const name of names) await submitOne(name)
    },
  }
}

const newKey = ['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'] as const
