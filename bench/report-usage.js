// Preloaded into a command: says at its end, in file descriptor 3, what it took.
import { writeSync } from 'node:fs'
import { readPeakMemory } from './entries.js'

process.once('exit', () => {
  const { user, system } = process.cpuUsage()
  writeSync(3, JSON.stringify({ processor: (user + system) / 1e6, memory: readPeakMemory() }))
})
