/**
 * What the test of all browsers asks of each, however it is driven.
 *
 * @packageDocumentation
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Test {
  teardown(action: () => Promise<void> | void): void
  testdir(): string
}

/** One visitor with a browser of its own, of one page. */
export interface Driver {
  /** As the browser says it. */
  readonly version: string
  /** Goes to a page, which may still be loading. */
  open(url: string): Promise<void>
  /** The value of a JavaScript expression in the page, as JSON has it. */
  evaluate(expression: string): Promise<unknown>
  /** Clicks as a pointer does. */
  click(selector: string): Promise<void>
  /** Types as a keyboard does. */
  type(selector: string, text: string): Promise<void>
  /** Chooses files at a button for files. */
  setFiles(selector: string, paths: readonly string[]): Promise<void>
  /** Errors of scripts and what the policy of the page forbade, so far. */
  faults(): Promise<readonly string[]>
}

/** A browser to be tried. */
export interface Candidate {
  readonly name: string
  /** What its version begins with, where one version is meant. */
  readonly version?: string
  /** Why it is not tried here; false where it is. */
  readonly skip: string | false
  readonly launch: (test: Test) => Promise<Driver>
}

/** Seconds that a page may take to show something; several times what a busy machine needs. */
const patience = 30

/** The text of all elements of a selector. */
export async function textOf(driver: Driver, selector: string): Promise<string> {
  const expression = `[...document.querySelectorAll(${JSON.stringify(selector)})].map(one => one.innerText).join('\\n')`
  return String(await driver.evaluate(expression))
}

/** Asks again and again. @returns the first answer that is no empty text. */
export async function poll(ask: () => Promise<string>, failure: () => Promise<string>): Promise<string> {
  const end = Date.now() + patience * 1000
  while (Date.now() < end) {
    const answer = await ask()
    if (answer !== '') return answer
    await sleep(20)
  }
  throw new Error(await failure())
}

const faultsOf = async (driver: Driver): Promise<string> => (await driver.faults()).join('\n')

/** Waits until there is an element of a selector. */
export async function waitFor(driver: Driver, selector: string): Promise<void> {
  const expression = `document.querySelector(${JSON.stringify(selector)})?.tagName ?? ''`
  await poll(
    async () => String(await driver.evaluate(expression)),
    async () =>
      `no ${selector} in: ${(await textOf(driver, 'body')).slice(0, 500)}\n${await faultsOf(driver)}`,
  )
}

/** Waits until a fault was told. @returns all of them, a line each. */
export function waitForFault(driver: Driver, text: string): Promise<string> {
  return poll(
    async () => {
      const faults = await faultsOf(driver)
      return faults.includes(text) ? faults : ''
    },
    async () => `no ${text} in: ${await faultsOf(driver)}`,
  )
}

/** A program that runs for a test and ends with it. */
export interface Program {
  /** Waits for a line that it writes. @returns the first group of the pattern. */
  readonly said: (pattern: RegExp) => Promise<string>
  /** When it has ended by itself, with all that it started. */
  readonly ended: Promise<unknown>
}

/** Starts a program, whose lines are kept, on standard output and standard error. */
export function start(
  test: Test,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Program {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  const ended = once(child, 'close')
  const lines: string[] = []
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', line => lines.push(line))
  test.teardown(() => end(child, ended))
  return {
    ended,
    async said(pattern) {
      const last = Date.now() + patience * 1000
      while (Date.now() < last) {
        for (const line of lines) {
          const found = pattern.exec(line)
          if (found !== null) return found[1] ?? ''
        }
        if (child.exitCode !== null || child.signalCode !== null) break
        await sleep(20)
      }
      throw new Error(`${program} did not start: ${lines.join('\n')}`)
    },
  }
}

/** Ends a program, kindly at first. */
async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill()
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
  await ended
  clearTimeout(timer)
}
