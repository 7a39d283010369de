// All of action.test.ts.
process.env['LONG'] = '1'
await import('./action.test.js')
