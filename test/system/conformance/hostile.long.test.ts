// All of hostile.test.ts.
process.env['LONG'] = '1'
await import('./hostile.test.js')
