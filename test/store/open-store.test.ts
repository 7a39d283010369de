import { register } from 'node:module'
import { join } from 'node:path'
import t from 'tap'
import { migrateStore, openStore } from '../../src/store/open-store.js'

await t.test('the name of a file is an SQLite store', async t => {
  const file = join(t.testdir(), 'raffles.db')
  t.match(await migrateStore(file), { from: 0 })
  const store = await openStore(file, { access: 'read' })
  t.strictSame(await store.listRaffles({ limit: 1 }), [])
  await store.close()
})

await t.test('without the driver of PostgreSQL the store says so', async t => {
  // What resolves as if nobody had installed it.
  const hook = `export async function resolve(name, context, next) {
    if (name === 'pg') throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
    return next(name, context)
  }`
  register(`data:text/javascript,${encodeURIComponent(hook)}`)
  const url = 'postgres://me:secret@db.example/raffles'
  const expected = {
    code: 'store-unavailable',
    message: 'the package pg is not installed',
    hint: /^npm install pg/,
  }
  await t.rejects(openStore(url, { access: 'read', create: true }), expected)
  await t.rejects(migrateStore(url), expected)
})

await t.test('a URL that is mistyped may have a password, which no message has', async t => {
  for (const scheme of ['postgress', 'psql', 'mysql', 'POSTGRE', 'https']) {
    const url = `${scheme}://me:secret@db.example/raffles`
    const expected = { code: 'url-invalid', message: `no store has a URL that begins with ${scheme}://` }
    const opening: readonly Promise<unknown>[] = [
      openStore(url, { access: 'write', create: true }),
      migrateStore(url),
    ]
    for (const opened of opening) {
      await t.rejects(opened, expected)
      t.notMatch(await opened.catch((error: unknown) => JSON.stringify(error)), 'secret')
    }
  }
})
