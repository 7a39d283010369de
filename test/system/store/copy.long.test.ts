// All of copy.test.ts.
process.env['LONG'] = '1'
await import('./copy.test.js')
