// All of new.test.ts.
process.env['LONG'] = '1'
await import('./new.test.js')
