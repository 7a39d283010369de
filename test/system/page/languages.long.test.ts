// All of languages.test.ts.
process.env['LONG'] = '1'
await import('./languages.test.js')
