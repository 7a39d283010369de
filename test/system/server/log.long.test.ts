// All of log.test.ts.
process.env['LONG'] = '1'
await import('./log.test.js')
