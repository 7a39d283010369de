// All of postgres.test.ts.
process.env['LONG'] = '1'
await import('./postgres.test.js')
