// All of export-log.test.ts.
process.env['LONG'] = '1'
await import('./export-log.test.js')
