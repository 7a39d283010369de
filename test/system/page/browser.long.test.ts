// All of browser.test.ts.
process.env['LONG'] = '1'
await import('./browser.test.js')
