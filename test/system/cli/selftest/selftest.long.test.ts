// All of selftest.test.ts.
process.env['LONG'] = '1'
await import('./selftest.test.js')
