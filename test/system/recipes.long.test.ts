// All of recipes.test.ts.
process.env['LONG'] = '1'
await import('./recipes.test.js')
