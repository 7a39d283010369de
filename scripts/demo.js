// The main job on real input. First it verifies draws that real organisers published, a sample, two forged copies and
// two audit records, and checks that every report is the expected one. Then it publishes a raffle of three prizes,
// serves it, asks for each view, and checks the service.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { compare, drawaudit, folders, root } from './fixtures.js'

const { values: options } = parseArgs({
  options: { once: { type: 'boolean', default: false }, port: { type: 'string' } },
})

console.log(`proven: checked, and it holds. refuted: checked, and it does not hold. not provable: not an accusation;
what it would take to check it was not published.

$ npx drawaudit verify ${folders.join(' ')}
`)
drawaudit(['verify', ...folders], { stdio: 'inherit' })

const results = compare(JSON.parse(drawaudit(['verify', ...folders, '--format', 'json']).stdout))
const surprises = results.filter(({ same }) => !same)
for (const { subject, expected } of surprises) {
  console.log(
    `not as expected: ${subject.source}: ${subject.verdict} instead of ${expected.verdict}, or another claim`,
  )
}
console.log(
  `\n${results.length - surprises.length} of ${results.length} reports are as recorded in fixtures/reports`,
)
process.exitCode = surprises.length === 0 && results.length > 0 ? 0 : 1

const store = join(mkdtempSync(join(tmpdir(), 'drawaudit-')), 'raffles.db')
try {
  await serve()
} finally {
  rmSync(join(store, '..'), { recursive: true })
}

/** Publishes into an empty store, and shows what the server answers. */
async function serve() {
  console.log('\nThe public API: an operator publishes the records of its raffle, and serves them.\n')
  const documents = ['fixtures/records/three-prizes.json', 'fixtures/statistics/three-prizes.json']
  run(['store', 'migrate', '--store', store])
  run(['publish', ...documents, '--store', store])

  // A port that was asked for has to be free; 8080 is only the first that we try.
  const ports = options.port === undefined ? ['8080', '0'] : [options.port]
  let server
  for (const port of ports) server ??= await start(port)
  if (server === undefined) {
    process.exitCode = 1
    return
  }
  const { child, url } = server
  const views = `${url}/api/v1/raffles/49638a53-01d5-4ea0-96bc-887c4448c4f3`
  const urls = [`${views}/audit`, `${views}/entries/stats`, `${views}/odds?entries=5`]
  for (const address of urls) {
    const response = await fetch(address, { headers: { Accept: 'application/json' } })
    if (response.status !== 200) process.exitCode = 1
    console.log(
      `\n$ curl -H 'Accept: application/json' '${address}'\n${response.status} ${response.statusText}`,
    )
    for (const name of ['ETag', 'Cache-Control', 'X-RateLimit-Remaining']) {
      if (response.headers.has(name)) console.log(`${name}: ${response.headers.get(name)}`)
    }
    console.log(JSON.stringify(await response.json(), null, 2))
  }
  console.log('\nDoes this service keep the interface specification? Anybody can ask.\n')
  run(['check', `${url}/api/v1`, '--raffle', '49638a53-01d5-4ea0-96bc-887c4448c4f3', '--allow-private'])
  const more = [`${views}/audit/history`, `${url}/api/v1/openapi.json`, `${url}/`]
  console.log(`\nAll views:\n${[...urls, ...more].map(address => `  ${address}`).join('\n')}\n`)
  console.log('more: npx drawaudit explain fixtures/draws/raffair/01KTNXH2Y6N26PDWC88HAWP8H0.json')
  if (options.once) child.kill('SIGTERM')
  else {
    console.log('The server runs until Ctrl-C.')
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill('SIGTERM'))
  }
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode]
  if (code !== 0) process.exitCode = 1
}

function run(args) {
  console.log(`$ npx drawaudit ${args.join(' ')}`)
  const { status } = drawaudit(args, { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}

/** The server's process and its address; undefined when it cannot listen. */
async function start(port) {
  const args = ['serve', '--store', store, '--port', port]
  console.log(`$ npx drawaudit ${args.join(' ')}`)
  const child = spawn(process.execPath, ['bin/drawaudit.js', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise(resolve => {
    createInterface({ input: child.stdout }).on('line', line => {
      const { msg, url } = JSON.parse(line)
      if (msg === 'listening') resolve(url)
    })
    child.on('exit', () => resolve(undefined))
  })
  return url && { child, url }
}
