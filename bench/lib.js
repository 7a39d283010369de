// What the benchmarks share: pinned servers, the load generator and its figures.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { base, record, statistics } from './peers/data.js'

// Debian keeps nginx where an ordinary user's PATH does not look.
process.env.PATH += ':/usr/sbin'
process.env.NODE_ENV = 'production'

export const root = fileURLToPath(new URL('..', import.meta.url))
const serverCore = '0'
const loadCore = '1'
const debianPackages = { nginx: 'nginx', taskset: 'util-linux', wrk: 'wrk' }

/** What to install where a tool is missing, or undefined. */
export function findMissing(tool) {
  const found = spawnSync(tool, ['-v']).error === undefined
  return found ? undefined : `${tool} is missing: apt-get install ${debianPackages[tool]}`
}

/** Ends the script unless load can be generated on one core for a server on another. */
export function assertMachine() {
  const problems = [findMissing('wrk'), findMissing('taskset')].filter(Boolean)
  if (availableParallelism() < 2) problems.push('two cores are needed: one for the server, one for the load')
  if (problems.length === 0) return
  for (const problem of problems) console.error(`error: ${problem}`)
  process.exit(2)
}

/** Installs the peers, once; and anew when some were added. */
export function installPeers() {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'bench/package.json'), 'utf8'))
  const names = Object.keys(dependencies)
  if (names.every(name => existsSync(join(root, 'bench/node_modules', name)))) return
  const args = ['ci', '--prefix', 'bench', '--no-audit', '--no-fund', '--loglevel=error']
  if (spawnSync('npm', args, { cwd: root, stdio: 'inherit' }).status !== 0) process.exit(2)
}

export function describeMachine() {
  const [cpu] = cpus()
  return `${cpu.model.trim()}, ${cpus().length} cores; Node ${process.version}; ${process.platform} ${process.arch}`
}

/** The version of a dependency, of bench/package.json by default. */
export function readVersion(name) {
  const file = name === 'drawaudit' ? 'package.json' : `bench/node_modules/${name}/package.json`
  return JSON.parse(readFileSync(join(root, file), 'utf8')).version
}

/** The path of a Chromium; ends the script where there is none. */
export function findChromium() {
  const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  const program = paths.find(path => existsSync(path))
  if (program !== undefined) return program
  console.error('error: there is no Chromium here: scripts/setup-debian.sh installs it')
  return process.exit(2)
}

/** A folder that is gone when the script ends; readable for a server that changes its user. */
export function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'drawaudit-bench-'))
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}

const folders = []
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const running = new Set()
process.once('exit', () => {
  for (const child of running) child.kill()
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

/** Starts a server on a free port, alone on its core unless told; `makeCommand(port)` gives its command line. */
export async function start(makeCommand, cores = serverCore) {
  const port = await findPort()
  const args = ['-c', cores, ...makeCommand(port).map(String)]
  const child = spawn('taskset', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  running.add(child)
  child.once('exit', () => running.delete(child))
  for (let tries = 0; !(await accepts(port)); tries++) {
    if (child.exitCode !== null || tries === 300)
      throw new Error(`does not listen: ${args.slice(2).join(' ')}`)
    await sleep(100)
  }
  // taskset becomes the server, so the id is the server's.
  return { port, pid: child.pid }
}

/** Seconds of processor time that a server and its workers have used; Linux counts in hundredths. */
export function readProcessorTime(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? []
  return [pid, ...children].reduce((sum, id) => {
    const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1].split(' ')
    return sum + (Number(fields[11]) + Number(fields[12])) / 100
  }, 0)
}

/** Bytes that a process and its children have in memory, each part of what they share; the first is the process. */
export function readMemory(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? []
  return [pid, ...children].map(id => {
    const [, kilobytes] = /^Pss: +(\d+) kB$/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))
    return Number(kilobytes) * 1024
  })
}

/** Ends every server and waits until they are gone. */
export async function stopServers() {
  const ends = [...running].map(child => once(child, 'exit'))
  for (const child of running) child.kill()
  await Promise.all(ends)
}

async function findPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

async function accepts(port) {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Publishes the sample raffle in a new store and serves it. */
export const startDrawaudit = (...options) => startDrawauditOn(serverCore, ...options)

/** The same on other cores. */
export async function startDrawauditOn(cores, ...options) {
  const store = join(makeFolder(), 'store.sqlite')
  const drawaudit = [process.execPath, 'bin/drawaudit.js']
  const { paid_entries: paid, free_entries: free, max_entries: max, updated_at: time } = statistics
  run(...drawaudit, 'publish', 'fixtures/records/three-prizes.json', '--store', store)
  const counts = ['--paid', paid, '--free', free, '--max', max, '--updated-at', time]
  run(...drawaudit, 'stats', 'set', record.raffle_id, ...counts, '--store', store)
  const serve = [...drawaudit, 'serve', '--store', store, '--log-level', 'silent', ...options]
  return start(port => [...serve, '--port', port], cores)
}

function run(command, ...args) {
  const { status, stderr } = spawnSync(command, args.map(String), { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${args.slice(0, 3).join(' ')}: exit ${status}\n${stderr}`)
}

export const auditPath = `${base}/audit`

/** One request with the bytes that the load generator sends; the answer, and how many bytes it was. */
export async function request(port, path, headers = {}) {
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers }).map(([n, v]) => `${n}: ${v}\r\n`)
  const socket = connect(port, '127.0.0.1').setEncoding('latin1').setTimeout(5000)
  socket.once('timeout', () => socket.destroy(new Error(`no answer from port ${port}`)))
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  let text = ''
  for await (const chunk of socket) {
    text += chunk
    const [head, body] = text.split('\r\n\r\n', 2)
    const status = Number(head.slice(9, 12))
    const fields = new Map(
      [...head.matchAll(/^([\w-]+): *(.*)$/gm)].map(([, n, v]) => [n.toLowerCase(), v.trim()]),
    )
    const length = status === 304 ? 0 : Number(fields.get('content-length') ?? 0)
    if (body?.length >= length) return { status, headers: fields, body, bytes: text.length }
  }
  throw new Error(`half an answer from port ${port}`)
}

/**
 * Loads one path for some seconds from the other core. Latencies are milliseconds; `problem` says why the
 * figures are void: wrk counts statuses from 400 up and what went wrong on the sockets.
 */
export async function load(
  port,
  path,
  { headers = {}, seconds, connections = 64, script = 'report.lua', args = [] },
) {
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const options = [
    '-t1',
    `-c${connections}`,
    `-d${seconds}s`,
    '-s',
    join(root, 'bench/wrk', script),
    ...fields,
  ]
  const url = `http://127.0.0.1:${port}${path}`
  const child = spawn('taskset', ['-c', loadCore, 'wrk', ...options, url, ...args.map(String)])
  running.add(child)
  let text = ''
  child.stdout.on('data', chunk => (text += chunk))
  child.stderr.on('data', chunk => (text += chunk))
  await once(child, 'close')
  running.delete(child)
  const line = /^\{.*\}$/m.exec(text)?.[0]
  if (line === undefined) throw new Error(`wrk: ${text}`)
  const { errors = {}, ...figures } = JSON.parse(line)
  const wrong = Object.entries(errors).filter(([, count]) => count > 0)
  const problem = wrong.map(([kind, count]) => `${count} ${kind} errors`).join(', ') || undefined
  return { ...figures, rate: figures.requests / figures.seconds, problem }
}

/** Takes this process to the core of the load generator. */
export function joinLoadCore() {
  spawnSync('taskset', ['-cp', loadCore, String(process.pid)])
}

/** Workers say when they are ready, begin together, and say when they are done: seconds of it, and those of the processors. */
export async function timeWorkers(workers) {
  await Promise.all(workers.map(worker => once(worker, 'message')))
  const start = process.cpuUsage()
  const begin = performance.now()
  const ends = workers.map(worker => once(worker, 'message'))
  for (const worker of workers) worker.postMessage('begin')
  await Promise.all(ends)
  const seconds = (performance.now() - begin) / 1000
  const { user, system } = process.cpuUsage(start)
  await Promise.all(workers.map(worker => worker.terminate()))
  return { seconds, processor: (user + system) / 1e6 }
}

/** The sizes of a benchmark: `--quick` tries it with little, `--check` is for `npm run bench check`; and what else was given. */
export function chooseSizes({ quick, check, full }) {
  const flag = { type: 'boolean', default: false }
  const { values: options, positionals } = parseArgs({
    options: { quick: flag, check: flag },
    allowPositionals: true,
  })
  return { options, positionals, ...(options.quick ? quick : options.check ? check : full) }
}

export function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

/** Rows of text in columns; all but the first two columns to the right. */
export function formatTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map(row => row[column].length)))
  const pad = (cell, column) => (column < 2 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))
  return rows.map(row => row.map(pad).join('  ').trimEnd()).join('\n')
}

/** Digits in groups of three. */
export function formatCount(number) {
  return Math.round(number).toLocaleString('en')
}
