// All of package.test.ts.
process.env['LONG'] = '1'
await import('./package.test.js')
