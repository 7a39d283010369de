/**
 * What a program has written and not synced when it says that it is done, by strace: contents of files, and names in folders.
 *
 * @packageDocumentation
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const calls =
  'openat,mkdir,write,pwrite64,writev,pwritev,ftruncate,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink,unlinkat'

/** Why nothing can be traced here. */
export function findObstacle(): string | false {
  const { status, error } = spawnSync('strace', ['-f', '-o', '/dev/null', 'true'])
  if (error !== undefined) return 'strace is not installed'
  return status !== 0 && 'strace may not trace here'
}

/** Starts a program that is traced into a file. */
export function trace(
  file: string,
  command: readonly string[],
  options: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): ChildProcess {
  const how = ['-f', '-y', '-qq', '-s', '32', '-e', `trace=${calls}`, '-e', 'signal=none', '-o', file]
  return spawn('strace', [...how, ...command], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Sends a signal to the program that is traced; one to strace itself would leave it alone. */
export function signal({ pid = 0 }: ChildProcess, name: NodeJS.Signals): void {
  const [traced] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  if (traced !== undefined && traced !== '') process.kill(Number(traced), name)
}

/** Files and folders of a folder, as they are before something is traced. */
export function listPaths(folder: string): ReadonlySet<string> {
  return new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)))
}

export interface Left {
  /** What was said: the beginning of an answer, or `end`. */
  readonly said: string
  /** Contents that would not survive the loss of power, and names. */
  readonly contents: readonly string[]
  readonly names: readonly string[]
}

/** Neither has to survive: SQLite makes it anew, a lock is of those who live, and what is traced is written by strace. */
const passing = /(?:-shm|\.lock|\.lock-journal|\.trace)$/

/**
 * Reads a trace: what was left whenever something was said that `moments` finds, and at the end.
 *
 * @param before - of {@link listPaths}: other names are new.
 */
export function findLeft(
  file: string,
  folder: string,
  before: ReadonlySet<string>,
  moments = /(?!)/,
): readonly Left[] {
  const contents = new Set<string>()
  const names = new Set<string>()
  const known = new Set(before)
  const isOurs = (path: string): boolean => path.startsWith(`${folder}/`) && !passing.test(path)
  const left: Left[] = []
  const note = (said: string): void => {
    left.push({ said, contents: [...contents].sort(), names: [...names].sort() })
  }
  const forget = (path: string): void => {
    for (const set of [contents, names, known]) set.delete(path)
  }
  for (const { name, args } of readCalls(readFileSync(file, 'utf8'))) {
    const [, descriptor = ''] = /^\d+<(.*?)>/.exec(args) ?? []
    const paths = [...args.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, path = '']) => resolve(folder, path))
    const [first = '', second = ''] = paths
    if (name === 'mkdir' || (name === 'openat' && args.includes('O_CREAT'))) {
      if (isOurs(first) && !known.has(first)) names.add(first)
      known.add(first)
      // What is emptied is changed.
      if (args.includes('O_TRUNC') && before.has(first) && isOurs(first)) contents.add(first)
    } else if (name === 'fsync' || name === 'fdatasync') {
      contents.delete(descriptor)
      for (const path of names) if (dirname(path) === descriptor) names.delete(path)
    } else if (name.startsWith('rename')) {
      const isDirty = contents.has(first)
      forget(first)
      known.add(second)
      if (!isOurs(second)) continue
      names.add(second)
      if (isDirty) contents.add(second)
      else contents.delete(second)
    } else if (name.startsWith('link')) {
      known.add(second)
      if (isOurs(second)) names.add(second)
      if (contents.has(first)) contents.add(second)
    } else if (name.startsWith('unlink')) forget(first)
    else if (name.includes('write') || name === 'ftruncate') {
      if (isOurs(descriptor)) contents.add(descriptor)
      const [, text = ''] = /"((?:[^"\\]|\\.)*)"/.exec(args) ?? []
      if (moments.test(text)) note(text)
    }
  }
  note('end')
  return left
}

/** Calls that succeeded, in the order in which they ended. */
function* readCalls(text: string): Generator<{ readonly name: string; readonly args: string }> {
  const begun = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [, pid = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const [, half] = /^(.*) <unfinished \.\.\.>$/.exec(rest) ?? []
    if (half !== undefined) {
      begun.set(pid, half)
      continue
    }
    const [, end] = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest) ?? []
    const whole = end === undefined ? rest : `${begun.get(pid) ?? ''}${end}`
    const [, name, args = '', result = '-'] = /^(\w+)\((.*)\) += (-?\d+)/.exec(whole) ?? []
    if (name !== undefined && !result.startsWith('-')) yield { name, args }
  }
}
