#!/usr/bin/env node
'use strict'
const module_ = require('node:module')
const { readFileSync, writeSync } = require('node:fs')
const { join } = require('node:path')
const { load } = require('./load.js')

// From Node 22 on what was compiled once is not compiled again.
module_.enableCompileCache?.()
if (process.env.DRAWAUDIT_DEBUG) process.setSourceMapsEnabled(true)

// Node would end with 1, which says that something was refuted.
process.on('uncaughtException', error => {
  // A service ends in order.
  if (process.listenerCount('uncaughtException') > 1) return
  const { code, message = String(error), stack } = error ?? {}
  const [what, hint] = /MODULE_NOT_FOUND|^E[MN]FILE$/.test(code)
    ? ['drawaudit cannot be loaded', 'install it again, or in a clone: npm run build; and look at ulimit -n']
    : [
        'a bug in drawaudit',
        'please report it, with what DRAWAUDIT_DEBUG=1 prints; it says nothing about the draw',
      ]
  const said = process.env.DRAWAUDIT_DEBUG && stack ? stack.split('\n') : [message]
  const lines = said.map(line => line.replace(/\p{Cc}+/gu, ' '))
  process.stderr.write(`error: ${what}: ${lines.join('\n')}\nhint: ${hint}\n`)
  process.exit(70)
})

const args = process.argv.slice(2)
if (!(args.length === 1 && args[0] === '--version' && saysVersion())) void run()

/** Says the version without loading more; false where it cannot be written, which the program then says. */
function saysVersion() {
  try {
    const { version } = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8'))
    writeSync(1, `${version}\n`)
    return true
  } catch {
    return false
  }
}

async function run() {
  const name = choose()
  const loadAll = () => import('../dist/bin/main.js')
  const { main } = name === 'main' ? await loadAll() : await load(name)
  process.exitCode = await main(args, async (...call) => (await loadAll()).runWord(...call))
}

/** Which program it takes: the least of those that know what was asked. Only `main` has source maps. */
function choose() {
  const [word = ''] = args
  if (['help', 'completion', '__complete'].includes(word)) return 'usage-main'
  if (process.env.DRAWAUDIT_DEBUG) return 'main'
  const end = args.indexOf('--')
  const options = end === -1 ? args : args.slice(0, end)
  if (options.some(arg => arg === '--help' || arg === '-h') || /^(-|$)/.test(word)) return 'usage-main'
  return word === 'verify' ? 'verify-main' : 'main'
}
