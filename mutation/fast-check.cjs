// Properties are tried on fewer values: every mutant meets them again.
'use strict'
const { default: fc } = require('fast-check')

const assert = (property, options) =>
  fc.assert(property, { ...options, numRuns: Math.min(options?.numRuns ?? 100, 100) })

module.exports = { __esModule: true, ...fc, default: { ...fc, assert } }
