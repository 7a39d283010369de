// All of kill.test.ts.
process.env['LONG'] = '1'
await import('./kill.test.js')
