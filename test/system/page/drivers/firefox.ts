/**
 * Debian's Firefox ESR, driven by W3C WebDriver BiDi, which it speaks itself. Playwright’s own client of it sends commands
 * that this Firefox does not have.
 *
 * @packageDocumentation
 */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { WebSocket } from 'ws'
import { start, type Candidate, type Driver, type Test } from './driver.js'

const program = '/usr/bin/firefox-esr'

/** What comes from the browser: the answer to a command, or an event. */
interface Message {
  readonly type: 'success' | 'error' | 'event'
  readonly id?: number
  readonly result?: unknown
  readonly message?: string
  readonly method?: string
  readonly params?: { readonly level?: string; readonly text?: string | null }
}

type Send = (method: string, params: object) => Promise<unknown>

/** Commands over a socket, one answer each. */
function createSend(socket: WebSocket, listen: (message: Message) => void): Send {
  const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>()
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Message
    const command = waiting.get(message.id ?? -1)
    waiting.delete(message.id ?? -1)
    if (message.type === 'event') listen(message)
    else if (message.type === 'success') command?.resolve(message.result)
    else command?.reject(new Error(message.message))
  })
  let last = 0
  return (method, params) =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      socket.send(JSON.stringify({ id: last, method, params }))
    })
}

/** Firefox tells of errors, and not of what a policy forbade; this runs in every page before its own scripts. */
const tellViolations = `() => addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('Content Security Policy', violatedDirective, blockedURI))`

async function launch(test: Test): Promise<Driver> {
  const home = test.testdir()
  const args = ['--headless', '--no-remote', '--profile', home, '--remote-debugging-port', '0']
  const firefox = start(test, program, [...args, 'about:blank'], { HOME: home })
  const address = await firefox.said(/WebDriver BiDi listening on (ws:\/\/\S+)/)
  const socket = new WebSocket(`${address}/session`)
  await once(socket, 'open')
  const faults: string[] = []
  const send = createSend(socket, ({ method, params: { level = '', text } = {} }) => {
    if (method === 'log.entryAdded' && ['error', 'warn'].includes(level))
      faults.push(`${level}: ${text ?? ''}`)
    if (method === 'browsingContext.userPromptOpened') faults.push('dialog')
  })
  const { capabilities } = (await send('session.new', { capabilities: {} })) as {
    capabilities: { browserVersion: string }
  }
  test.teardown(async () => {
    await send('browser.close', {})
    await firefox.ended
  })
  await send('session.subscribe', { events: ['log.entryAdded', 'browsingContext.userPromptOpened'] })
  await send('script.addPreloadScript', { functionDeclaration: tellViolations })
  const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] }
  return drive(send, contexts[0]?.context ?? '', capabilities.browserVersion, faults)
}

function drive(send: Send, context: string, version: string, faults: readonly string[]): Driver {
  const run = async (expression: string): Promise<{ value?: unknown; sharedId?: string }> => {
    const target = { context }
    const given = { expression, target, awaitPromise: true, resultOwnership: 'none' }
    const answer = (await send('script.evaluate', given)) as {
      result?: { value?: unknown; sharedId?: string }
      exceptionDetails?: { text: string }
    }
    if (answer.result === undefined) throw new Error(answer.exceptionDetails?.text)
    return answer.result
  }
  const find = async (selector: string): Promise<object> => {
    const found = `document.querySelector(${JSON.stringify(selector)})`
    const { sharedId } = await run(
      `${found}.scrollIntoView({ block: 'center', behavior: 'instant' }), ${found}`,
    )
    return { sharedId }
  }
  const click = async (selector: string): Promise<void> => {
    const origin = { type: 'element', element: await find(selector) }
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'pointer', actions }] })
  }
  return {
    version,
    faults: () => Promise.resolve(faults),
    click,
    async open(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async evaluate(expression) {
      const { value } = await run(`(async () => JSON.stringify(await (${expression})))()`)
      return typeof value === 'string' ? (JSON.parse(value) as unknown) : undefined
    },
    async type(selector, text) {
      await click(selector)
      const actions = Array.from(text).flatMap(value => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    async setFiles(selector, files) {
      await send('input.setFiles', { context, element: await find(selector), files })
    },
  }
}

export const firefox: Candidate = {
  name: 'Firefox ESR',
  skip: existsSync(program) ? false : 'there is no Firefox ESR here: scripts/setup-debian.sh installs it',
  launch,
}
