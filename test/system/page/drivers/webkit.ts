/**
 * Debian's WebKitGTK, driven by its own WebDriver (W3C WebDriver over HTTP), on a display that nobody sees.
 *
 * @packageDocumentation
 */
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { poll, start, type Candidate, type Driver, type Test } from './driver.js'

const [program, display] = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb']

/** The small browser that comes with the library, in a folder by architecture and version. */
const browser = namesIn('/usr/lib')
  .flatMap(folder => namesIn(folder).filter(path => /\/webkit2?gtk-[\d.]+$/.test(path)))
  .map(path => join(path, 'MiniBrowser'))
  .find(existsSync)

/** What is in a folder, as paths; nothing where it is none. */
function namesIn(folder: string): readonly string[] {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
  return isFolder ? readdirSync(folder).map(name => join(folder, name)) : []
}

/** The name of an element in W3C WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

type Send = (method: string, path: string, body?: object) => Promise<unknown>

/** A command of W3C WebDriver. */
async function command(method: string, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: unknown }
  if (response.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new Error(`${error}: ${message}`)
}

/**
 * Collects what goes wrong in a page from the first command on: this browser tells its driver of nothing, and lets it put
 * nothing before the scripts of a page.
 */
const listen = `(() => {
  if (globalThis.faultsSeen !== undefined) return
  const seen = []
  globalThis.faultsSeen = seen
  addEventListener('error', event => seen.push('error: ' + event.message))
  addEventListener('unhandledrejection', event => seen.push('rejected: ' + event.reason))
  addEventListener('securitypolicyviolation', event =>
    seen.push('Content Security Policy ' + event.violatedDirective + ' ' + event.blockedURI))
})()`

async function launch(test: Test): Promise<Driver> {
  const home = test.testdir()
  const screen = start(test, display, ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'])
  const port = await freePort()
  start(test, program, [`--port=${port}`], {
    DISPLAY: `:${await screen.said(/^(\d+)$/)}`,
    GDK_BACKEND: 'x11',
    HOME: home,
    XDG_RUNTIME_DIR: home,
  })
  const origin = `http://127.0.0.1:${port}`
  await untilReady(`${origin}/status`)
  const { sessionId, capabilities } = (await command('POST', `${origin}/session`, {
    capabilities: {
      alwaysMatch: {
        pageLoadStrategy: 'none',
        'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
      },
    },
  })) as { sessionId: string; capabilities: { browserVersion: string } }
  const session = `${origin}/session/${sessionId}`
  test.teardown(async () => {
    await command('DELETE', session)
  })
  return drive((method, path, body) => command(method, session + path, body), capabilities.browserVersion)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Waits until the WebDriver answers; that there is none after a while is said by the next command. */
async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const isReady = await command('GET', url).then(
      () => true,
      () => false,
    )
    if (isReady) return
    await sleep(50)
  }
}

function drive(send: Send, version: string): Driver {
  const evaluate = (expression: string): Promise<unknown> =>
    send('POST', '/execute/sync', { script: `${listen}; return ${expression}`, args: [] })
  const find = async (selector: string): Promise<string> => {
    const found = await send('POST', '/element', { using: 'css selector', value: selector })
    return `/element/${(found as Readonly<Record<string, string>>)[elementKey] ?? ''}`
  }
  const put = async (selector: string, text: string): Promise<void> => {
    await send('POST', `${await find(selector)}/value`, { text })
  }
  return {
    version,
    evaluate,
    async open(url) {
      await send('POST', '/url', { url })
      // Without waiting for the page, so that as few scripts as possible run unseen.
      const isThere = (): Promise<string> =>
        evaluate(`location.href === ${JSON.stringify(url)} ? 'yes' : ''`).then(String, () => '')
      await poll(isThere, () => Promise.resolve(`${url} does not open`))
    },
    async click(selector) {
      await send('POST', `${await find(selector)}/click`, {})
    },
    type: put,
    setFiles: (selector, paths) => put(selector, paths.join('\n')),
    faults: async () => (await evaluate('globalThis.faultsSeen')) as readonly string[],
  }
}

export const webkit: Candidate = {
  name: 'WebKitGTK',
  skip:
    browser === undefined || !existsSync(program) || !existsSync(display)
      ? 'there is no WebKitGTK, its WebDriver or Xvfb here: scripts/setup-debian.sh installs them'
      : false,
  launch,
}
