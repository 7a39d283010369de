// All of second-verifier.test.ts.
process.env['LONG'] = '1'
await import('./second-verifier.test.js')
