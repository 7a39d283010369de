// All of kills.test.ts.
process.env['LONG'] = '1'
await import('./kills.test.js')
