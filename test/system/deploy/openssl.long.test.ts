// All of openssl.test.ts.
process.env['LONG'] = '1'
await import('./openssl.test.js')
