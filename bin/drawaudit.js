#!/usr/bin/env node
import module from 'node:module'

// From Node 22 on what was compiled once is not compiled again.
module.enableCompileCache?.()
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
// What is called most is built by itself, in as few files as it takes.
const program = args[0] === 'verify' ? 'verify-main' : 'main'
const { main } = await import(`../dist/bin/${program}.js`)

process.exitCode = await main(args)
