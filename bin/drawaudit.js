#!/usr/bin/env node
import module from 'node:module'

// From Node 22 on what was compiled once is not compiled again.
module.enableCompileCache?.()
if (process.env.DRAWAUDIT_DEBUG) process.setSourceMapsEnabled(true)

const args = process.argv.slice(2)
// What is called most is built by itself, in as few files as it takes.
const program = args[0] === 'verify' ? 'verify-main' : 'main'
const { main } = await import(`../dist/bin/${program}.js`)

process.exitCode = await main(args)
