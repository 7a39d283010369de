// All of bounds.test.ts.
process.env['LONG'] = '1'
await import('./bounds.test.js')
