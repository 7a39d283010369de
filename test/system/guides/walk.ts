/**
 * Runs the commands of a guide, one after the other, as a reader types them.
 *
 * @packageDocumentation
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Test } from 'tap'
import { bin, root, runShell, start, type Ended } from '../../cli/run.js'

/** How one command of a guide goes. */
export interface Step {
  /** What the command begins with: a guide and its test are in the same order. */
  readonly begins: string
  /** What is typed in its place: the address of a stand-in, a time that is not years away. */
  readonly typed?: (command: string) => string
  /** It goes on until the guide ends; its first line is what it says. */
  readonly serves?: true
  /** 0 when left out. */
  readonly code?: number
  /** What it prints, on either stream. */
  readonly says: RegExp
  /** What is done before it: time passes, a stand-in is added to a trust file. */
  readonly before?: () => Promise<unknown>
  /** What comes of it is needed further on. */
  readonly then?: (printed: string) => unknown
}

export const readGuide = (name: string): string => readFileSync(`${root}docs/guides/${name}.md`, 'utf8')

/** A fenced block of a guide by the words after its fence. */
export function blockOf(guide: string, info: string): string {
  const [, block] = new RegExp(`\n\`\`\`${info}\n([^]*?)\`\`\``).exec(readGuide(guide)) ?? []
  if (block === undefined) throw new Error(`${guide} has no block ${info}`)
  return block
}

/** The commands of a guide in order, each with the lines that it goes over. */
export function commandsOf(guide: string): readonly string[] {
  const lines = [...readGuide(guide).matchAll(/\n```sh\n([^]*?)```/g)].flatMap(([, block = '']) =>
    block.trim().split('\n'),
  )
  const commands: string[] = []
  let open = ''
  for (const line of lines) {
    open += open === '' ? line : `\n${line}`
    if (open.endsWith('\\') || open.split("'").length % 2 === 0) continue
    commands.push(open)
    open = ''
  }
  return commands
}

export interface Walk {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
}

/** Runs these commands; every step has to be the next one. */
export async function walk(
  t: Test,
  commands: readonly string[],
  steps: readonly Step[],
  { cwd, env = {} }: Walk,
): Promise<void> {
  t.strictSame(
    commands.map((command, at) => command.slice(0, steps[at]?.begins.length)),
    steps.map(({ begins }) => begins),
    'the commands of the guide, in its order',
  )
  for (const [at, { typed, serves, code = 0, says, before, then }] of steps.entries()) {
    await before?.()
    const written = commands[at] ?? ''
    const command = typed?.(written) ?? written
    const printed = serves ? await serve(t, command, { cwd, env }) : await runShell(command, { cwd, env })
    const text = typeof printed === 'string' ? printed : printed.stdout + printed.stderr
    if (typeof printed !== 'string') t.equal((printed satisfies Ended).code, code, `${command}\n${text}`)
    t.match(text, says, command)
    then?.(text)
  }
}

/** Starts a server that ends with the test; resolves with its first line. */
async function serve(t: Test, command: string, { cwd, env = {} }: Walk): Promise<string> {
  const line = command.replace(/^drawaudit/, `exec '${process.execPath}' '${bin}'`)
  const child = start('sh', ['-c', line], { cwd, env })
  t.teardown(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  })
  const lines = createInterface({ input: child.stdout })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((resolve, reject) => {
    lines.once('line', resolve)
    child.once('exit', status => {
      reject(new Error(`${command} ended with ${String(status)}: ${said}`))
    })
  })
}
