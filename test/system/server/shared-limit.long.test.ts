// All of shared-limit.test.ts.
process.env['LONG'] = '1'
await import('./shared-limit.test.js')
