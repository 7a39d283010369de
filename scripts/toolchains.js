// Runs every program of examples/ with every toolchain as a user would: the package as npm packs it, installed where
// nothing else is. `npm run campaign toolchains`; with `--write` the table goes into examples/README.md.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clearTimeout, setTimeout } from 'node:timers'
import { promisify } from 'node:util'
import { build } from './build.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const call = promisify(execFile)

/** npm packages of the toolchains, beside the Node that runs this. */
const versions = { bun: '1.4.5', deno: '2.9.6', esbuild: '0.28.2', vite: '8.3.8', webpack: '5.113.0' }

/** Other releases of Node, whose binaries npm has by platform. */
const nodes = ['22.23.3', '24.9.0', '26.9.0']
const nameOf = node => `node${node.split('.')[0]}`

/** Max time of a bundler or a program, in milliseconds. */
const timeout = 120_000

/** Each makes one file of a program and its packages, for Node, in `folder`. */
const bundlers = {
  async esbuild(folder, program, into) {
    const options = ['--bundle', '--minify', '--platform=node', '--format=esm', '--log-level=error']
    await call(binary(folder, 'esbuild'), [program, ...options, `--outfile=${into}`], at(folder))
  },
  async vite(folder, program, into) {
    const output = { entryFileNames: into, codeSplitting: false }
    const config = {
      logLevel: 'error',
      ssr: { noExternal: true },
      build: { ssr: program, outDir: '.', emptyOutDir: false, minify: true, rollupOptions: { output } },
    }
    const file = `${into}.config.mjs`
    await writeFile(join(folder, file), `export default ${JSON.stringify(config)}\n`)
    await call(binary(folder, 'vite'), ['build', '--config', file], at(folder))
  },
  async webpack(folder, program, into) {
    const config = {
      mode: 'production',
      target: 'node20',
      entry: join(folder, program),
      output: { path: folder, filename: into, module: true },
      module: { parser: { javascript: { dynamicImportMode: 'eager' } } },
      experiments: { outputModule: true },
    }
    const file = `${into}.run.mjs`
    const code = `import webpack from 'webpack'
webpack(${JSON.stringify(config)}, (error, stats) => {
  if (!error && !stats.hasErrors()) return
  console.error(error ?? stats.toString('errors-only'))
  process.exitCode = 1
})
`
    await writeFile(join(folder, file), code)
    await call(process.execPath, [file], at(folder))
  },
}

/** By name: makes the command that runs a program, and says what it bundled. */
const toolchains = {
  [`Node ${process.versions.node}`]: (_, program) => [process.execPath, program],
  ...Object.fromEntries(
    nodes.map(node => [
      `Node ${node}`,
      (folder, program) => [join(folder, 'node_modules', nameOf(node), 'bin/node'), program],
    ]),
  ),
  [`Bun ${versions.bun}`]: (folder, program) => [binary(folder, 'bun'), program],
  [`Deno ${versions.deno}`]: (folder, program) => [
    ...[binary(folder, 'deno'), 'run', '--allow-all', '--quiet'],
    program,
  ],
  ...Object.fromEntries(
    Object.entries(bundlers).map(([name, bundle]) => [
      `${name} ${versions[name]}`,
      async (folder, program) => {
        const into = `${name}-${program.replaceAll('/', '-')}`
        await bundle(folder, program, into)
        return [process.execPath, into]
      },
    ]),
  ),
}

const binary = (folder, name) => join(folder, 'node_modules/.bin', name)
const at = folder => ({ cwd: folder, timeout, maxBuffer: 1 << 26 })

/** Packs drawaudit and installs it with the toolchains in a new folder, beside the examples and what they read. */
async function prepare() {
  const folder = await mkdtemp(join(tmpdir(), 'drawaudit-toolchains-'))
  await build()
  const pack = ['pack', '--json', '--ignore-scripts', `--pack-destination=${folder}`]
  const [{ filename }] = JSON.parse((await call('npm', pack, { cwd: root })).stdout)
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const packages = [
    ...Object.entries(versions).map(([name, version]) => `${name}@${version}`),
    ...nodes.map(node => `${nameOf(node)}@npm:node-${process.platform}-${process.arch}@${node}`),
  ]
  const install = ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  await call('npm', [...install, ...packages, join(folder, filename)], { cwd: folder, maxBuffer: 1 << 26 })
  // Without the scripts of all others.
  await call(process.execPath, ['install.js'], { cwd: join(folder, 'node_modules/bun') })
  for (const name of ['fixtures', 'recipes']) await symlink(join(root, name), join(folder, name))
  await mkdir(join(folder, 'examples'))
  const programs = (await readdir(join(root, 'examples'))).filter(name => name.endsWith('.mjs')).sort()
  for (const name of programs) await copyFile(join(root, 'examples', name), join(folder, 'examples', name))
  return { folder, programs }
}

/** What a program prints; of the receiver of webhooks, what it answers. */
async function ask(folder, [command, ...args], name) {
  if (name !== 'receive-webhook.mjs') return (await call(command, args, at(folder))).stdout
  const env = { ...process.env, WEBHOOK_KEYS: `whsec_${secret.toString('base64')}`, PORT: '0' }
  // Some toolchains start the program from one of their own: all of them end together.
  const stdio = ['ignore', 'pipe', 'inherit']
  const child = spawn(command, args, { cwd: folder, env, stdio, detached: true })
  const end = () => process.kill(-child.pid, 'SIGKILL')
  const stop = setTimeout(end, timeout)
  try {
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${code}`)))
    const [line] = await Promise.race([once(child.stdout, 'data'), ended])
    return await answers(`http://127.0.0.1:${String(line).trim().split(' ')[1]}`)
  } finally {
    clearTimeout(stop)
    if (child.exitCode === null) end()
  }
}

const secret = Buffer.alloc(24, 7)

/** What a receiver answers to a signed challenge, and to other bytes under the same signature. */
async function answers(url) {
  const { formatWebhookSignature } = await import('drawaudit')
  const challenge = 'c'.repeat(43)
  const event = { type: 'endpoint.challenge', timestamp: '2026-11-20T16:15:00+00:00', data: { challenge } }
  const body = JSON.stringify(event)
  const message = { id: 'msg_1', timestamp: Math.floor(Date.now() / 1000), body: Buffer.from(body) }
  const headers = {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': formatWebhookSignature(message, [{ secret }]),
  }
  const post = async sent => {
    const answer = await fetch(url, { method: 'POST', headers, body: sent })
    return `${answer.status} ${await answer.text()}\n`
  }
  return (await post(body)) + (await post(`${body} `))
}

/** One cell of the table: whether it gives what Node gives, and the size of a bundle. */
async function tryOne(folder, start, name, expected) {
  try {
    const command = await start(folder, `examples/${name}`)
    const found = await ask(folder, command, name)
    if (expected !== undefined && found !== expected) throw new Error(`it gives\n${found}\nnot\n${expected}`)
    const bundled = command[1].startsWith('examples/') || command.length > 2 ? undefined : command[1]
    const size = bundled && Math.round((await stat(join(folder, bundled))).size / 1000)
    return { found, text: size ? `runs, ${size} kB` : 'runs' }
  } catch (error) {
    return { text: 'fails', error }
  }
}

const { folder, programs } = await prepare()
const rows = []
let failed = 0
try {
  for (const name of programs) {
    const cells = []
    let expected
    for (const [toolchain, start] of Object.entries(toolchains)) {
      const { found, text, error } = await tryOne(folder, start, name, expected)
      expected ??= found
      cells.push(text)
      if (error === undefined) continue
      failed += 1
      console.error(`${name}, ${toolchain}: ${error.stderr || error.message}`)
    }
    rows.push(`| [${name}](${name}) | ${cells.join(' | ')} |`)
    console.log(rows.at(-1))
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
const names = Object.keys(toolchains)
const table = [`| | ${names.join(' | ')} |`, `| --- |${' --- |'.repeat(names.length)}`, ...rows].join('\n')
console.log(`\n${table}\n\n${programs.length * names.length - failed} of ${programs.length * names.length}`)
if (process.argv.includes('--write')) {
  const path = join(root, 'examples/README.md')
  const page = await readFile(path, 'utf8')
  await writeFile(
    path,
    page.replace(/\n\| \| Node [^]*?\n(?=\n|$)/, () => `\n${table}\n`),
  )
}
process.exitCode = failed === 0 ? 0 : 1
