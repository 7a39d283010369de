import t from 'tap'
import { runTool } from './tools.js'

// By itself, since it takes longer than all other tools together.
await runTool(t, ['the linter has nothing to say', 'eslint', '.'])
