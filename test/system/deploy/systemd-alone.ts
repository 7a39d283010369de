/**
 * A systemd of its own: the real one as the first process of a namespace, which knows no unit but those that it is given.
 *
 * @packageDocumentation
 */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type t from 'tap'
import { need, root } from './programs.js'

const systemd = '/lib/systemd/systemd'
/** Where the program is in there: a unit sees neither /tmp nor homes. */
export const inside = { project: '/run/project', node: '/run/node' }

// What it writes to is its own; nothing of this machine is mounted, started or cleaned by it. RemoveIPC= would clean what other
// programs of the same user have in /dev/shm.
const begin = `set -e
mount --make-rprivate /
for folder in /run /var/lib /var/tmp /dev/shm; do mount -t tmpfs tmpfs $folder; done
mkdir -p /run/systemd/system ${inside.project}
touch ${inside.node}
mount --bind "$PROJECT" ${inside.project}
mount --bind "$NODE" ${inside.node}
cp "$UNITS"/* /run/systemd/system/
exec ${systemd} --system --log-target=console --log-level=notice --show-status=no --unit=nothing.target
`

const nothing = '[Unit]\nDescription=Nothing\nDefaultDependencies=no\nAllowIsolate=yes\n'

export interface Systemd {
  /** What `systemctl` prints. */
  readonly control: (...args: readonly string[]) => { readonly code: number | null; readonly text: string }
  /** Runs a program in its namespace. */
  readonly run: (...command: readonly string[]) => string
}

/** Why there can be none here. */
export function findObstacle(): string | false {
  const { skip } = need('unshare', 'nsenter', 'systemctl', 'systemd-notify')
  if (skip !== false) return skip
  if (process.getuid?.() !== 0) return 'only root can start a systemd of its own'
  const { status } = spawnSync('unshare', [
    '--pid',
    '--fork',
    '--mount',
    '--ipc',
    '--uts',
    'test',
    '-x',
    systemd,
  ])
  if (status !== 0) return 'no namespaces of our own, or no systemd'
  return !readFileSync('/proc/mounts', 'utf8').includes(' cgroup') && 'there are no control groups'
}

/** Starts it, with the units in a folder; it ends with the test. */
export async function startSystemd(test: Pick<typeof t, 'teardown'>, units: string): Promise<Systemd> {
  writeFileSync(`${units}/nothing.target`, nothing)
  const child = spawn(
    'unshare',
    ['--pid', '--fork', '--kill-child', '--mount', '--mount-proc', '--ipc', '--uts', 'sh', '-c', begin],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, container: 'podman', PROJECT: root, NODE: process.execPath, UNITS: units },
    },
  )
  const talk: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => talk.push(chunk))
  test.teardown(() => child.kill('SIGKILL'))
  const enter = (command: readonly string[]): ReturnType<typeof spawnSync> => {
    const first = readFileSync(`/proc/${child.pid ?? 0}/task/${child.pid ?? 0}/children`, 'utf8').trim()
    return spawnSync('nsenter', ['--target', first, '--pid', '--mount', '--ipc', '--uts', ...command], {
      encoding: 'utf8',
      timeout: 60_000,
    })
  }
  const control: Systemd['control'] = (...args) => {
    const { status, stdout, stderr } = enter(['systemctl', '--no-pager', ...args])
    return { code: status, text: `${stdout.toString()}${stderr.toString()}`.trim() }
  }
  for (let attempts = 0; attempts < 100; attempts += 1) {
    await setTimeout(100)
    if (child.exitCode !== null) break
    if (control('is-active', 'nothing.target').text === 'active')
      return { control, run: (...command) => enter(command).stdout.toString() }
  }
  throw new Error(`systemd does not start: ${Buffer.concat(talk).toString()}`)
}
