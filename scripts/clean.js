// Empties dist/, so that a file whose source is gone does not stay in the package.
import { rmSync } from 'node:fs'

rmSync(new URL('../dist/', import.meta.url), { recursive: true, force: true })
