// All of syncs.test.ts.
process.env['LONG'] = '1'
await import('./syncs.test.js')
