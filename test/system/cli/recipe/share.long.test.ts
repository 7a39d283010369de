// All of share.test.ts.
process.env['LONG'] = '1'
await import('./share.test.js')
