// A PostgreSQL that lasts as long as a benchmark.
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { makeFolder, readProcessorTime, start } from './lib.js'

const nobody = 65_534
const isRoot = process.getuid() === 0

/** What runs a server that refuses to run as root. */
export const asNobody = isRoot
  ? ['setpriv', '--reuid', String(nobody), '--regid', String(nobody), '--clear-groups']
  : []

/** Where a program is, also where Debian hides those of PostgreSQL. */
export function findProgram(name) {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).map(one => join(debian, one, 'bin')) : []
  const folder = [...process.env.PATH.split(delimiter), ...versions].find(one => existsSync(join(one, name)))
  if (folder === undefined) throw new Error(`${name} is missing: apt-get install postgresql redis-server`)
  return join(folder, name)
}

/**
 * Starts one with an empty database, with PostgreSQL's own settings but for those given.
 *
 * @param settings - as `fsync=off`; `cores` as taskset takes them.
 */
export async function startDatabase(settings = [], cores = undefined) {
  const home = makeFolder()
  if (isRoot) chownSync(home, nobody, nobody)
  chmodSync(home, 0o700)
  const data = join(home, 'data')
  const [command, ...args] = [
    ...asNobody,
    findProgram('initdb'),
    ...['-D', data, '-U', 'drawaudit', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
  ]
  const made = spawnSync(command, args, { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(made.stderr)
  const quiet = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'log_min_messages=panic']
  const { port, pid } = await start(
    free => [
      ...asNobody,
      ...[findProgram('postgres'), '-D', data],
      ...[...quiet, ...settings, `port=${free}`].flatMap(one => ['-c', one]),
    ],
    cores,
  )
  return { url: `postgres://drawaudit@127.0.0.1:${port}/postgres`, pid }
}

/** MiB that all processes of a server take, what they share counted once. */
export function readMemory(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? []
  return [pid, ...children].reduce((sum, id) => {
    try {
      const rollup = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8')
      return sum + Number(/^Pss:\s*(\d+)/m.exec(rollup)[1]) / 1024
    } catch {
      // It has ended meanwhile.
      return sum
    }
  }, 0)
}

/** Seconds of the processor, with those of connections that have ended. */
export function readServerTime(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return readProcessorTime(pid) + (Number(fields[13]) + Number(fields[14])) / 100
}
