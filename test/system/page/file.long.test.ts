// All of file.test.ts.
process.env['LONG'] = '1'
await import('./file.test.js')
