// All of wal.test.ts.
process.env['LONG'] = '1'
await import('./wal.test.js')
