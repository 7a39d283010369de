// test/sqlite.ts, for scripts, which do not wait at their top.
'use strict'
const { fileURLToPath } = require('node:url')
const { findDriver } = require('../../src/io/sqlite.js')

module.exports = { __esModule: true, Sqlite: require(fileURLToPath(findDriver())) }
