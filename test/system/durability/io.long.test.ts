// All of io.test.ts.
process.env['LONG'] = '1'
await import('./io.test.js')
