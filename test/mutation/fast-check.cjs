// Properties are tried on fewer values, and not made smaller: every mutant meets them again.
'use strict'
const { default: fc } = require('fast-check')

const assert = (property, options) =>
  fc.assert(property, { ...options, numRuns: Math.min(options?.numRuns ?? 100, 300), endOnFailure: true })

module.exports = { __esModule: true, ...fc, default: { ...fc, assert } }
