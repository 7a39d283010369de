import t from 'tap'
import { base, createFindRoute } from '../../src/server/route.js'
import { findRoute, routes } from '../../src/server/routes.js'
import { paths } from './openapi.js'

const id = '49638a53-01d5-4ea0-96bc-887c4448c4f3'

await t.test('the table has what schemas/openapi.json has, each once', t => {
  // For a path with slashes in it OpenAPI has no word.
  const tile = [`${base}/log/tile/{level}/{tile}`, `${base}/log/{+tile}`]
  const described = paths.map(({ name }) => (name === tile[0] ? tile[1] : name))
  t.strictSame(routes.map(({ path }) => path).toSorted(), described.toSorted())
  const names = routes.map(({ name }) => name)
  t.equal(new Set(names).size, names.length)
  t.end()
})

await t.test('what a path names', t => {
  const found: readonly (readonly [path: string, name: string | undefined, parameter?: string])[] = [
    ['/', 'page', ''],
    ['/livez', 'livez', ''],
    ['/livez/', undefined],
    [`${base}/keys`, 'keys', ''],
    [`${base}/webhooks/ep_1/keys`, 'webhook-keys', 'ep_1'],
    [`${base}/webhooks/ep_1/2/keys`, undefined],
    [`${base}/openapi.json`, 'openapi', ''],
    [`${base}/openapi-json`, undefined],
    [`${base}/raffles/${id}/audit`, 'audit', id],
    [`${base}/raffles/${id}/audit/`, undefined],
    [`${base}/raffles/${id}/audit/history`, 'audit-history', id],
    [`${base}/raffles/${id}/entries`, 'entries', id],
    [`${base}/raffles/${id}/entries/stats`, 'statistics', id],
    [`${base}/raffles/${id}/entries/stats/proof`, 'entry-proof', id],
    [`${base}/raffles/${id}/entries/a%2Fb/proof`, 'entry-proof', id],
    [`${base}/raffles/${id}/entries/a/b/proof`, undefined],
    [`${base}/raffles//odds`, 'odds', ''],
    [`${base}/raffles/${id}`, undefined],
    [`x${base}/raffles/${id}/audit`, undefined],
    [`/raffles/${id}`, 'raffle-page', id],
    [`/visits/${id}/entries/a%2Fb/proof`, 'visit-proof', id],
    [`/raffles/${id}/`, undefined],
    ['/assets/page.js', 'assets', 'page.js'],
    ['/assets/', 'assets', ''],
    ['/assets/a/b', undefined],
    [`${base}/log/checkpoint`, 'log-checkpoint', ''],
    [`${base}/log/tile/0/x001/234.p/5`, 'log-tile', 'tile/0/x001/234.p/5'],
    [`${base}/log/tile/entries/000`, 'log-tile', 'tile/entries/000'],
    [`${base}/log/tile/0/000.p/256`, undefined],
    [`${base}/log/tile/64/000`, undefined],
    [`${base}/log/`, undefined],
  ]
  for (const [path, name, parameter] of found) {
    t.strictSame([findRoute(path)?.route.name, findRoute(path)?.parameter], [name, parameter], path)
  }
  t.end()
})

await t.test('a template takes no more than it says', t => {
  const find = createFindRoute([
    { path: '/a.b/{one}/c' },
    { path: '/d/{one}/{two}' },
    { path: '/e/{+rest}', has: (text: string) => text.startsWith('x') },
    { path: '/e/{one}' },
  ])
  t.equal(find('/a.b/1/c')?.parameter, '1')
  t.equal(find('/a-b/1/c'), undefined)
  t.equal(find('/d/1/2')?.parameter, '1')
  t.equal(find('/d/1/2/3'), undefined)
  t.equal(find('/e/x/y\n')?.parameter, 'x/y\n')
  t.match(find('/e/y'), { route: { path: '/e/{one}' }, parameter: 'y' }, 'the next that has it')
  t.end()
})

await t.test('what counts the requests of each, and whether Accept chooses', t => {
  const said = (name: string): string | undefined => {
    const route = routes.find(one => one.name === name)
    const { limiter = 'requests', offer, isPage = false } = route ?? {}
    return route && `${limiter}, ${offer ?? 'nothing'}${isPage ? ', a page' : ''}`
  }
  const same = (text: string, names: readonly string[]): void => {
    for (const name of names) t.equal(said(name), text, name)
  }
  same('requests, json', ['audit', 'odds', 'statistics', 'audit-history', 'bundle', 'statements'])
  same('requests, json', ['entry-proof', 'keys', 'webhook-keys', 'openapi'])
  same('requests, list', ['entries'])
  same('visits, json', ['visit-bundle', 'visit-audit', 'visit-keys', 'visit-proof'])
  same('pieces, nothing', ['log-checkpoint', 'log-tile', 'badge', 'favicon', 'assets'])
  same('requests, nothing, a page', ['page', 'raffle-page'])
  same('requests, nothing', ['picture'])
  same('none, nothing', ['livez', 'readyz'])
  const answers = new Map(routes.map(({ name, answer }) => [name, answer]))
  t.equal(answers.get('visit-bundle'), answers.get('bundle'), 'whoever visits is answered as programs are')
  t.equal(answers.get('visit-audit'), answers.get('audit'))
  t.equal(answers.get('visit-keys'), answers.get('keys'))
  t.equal(answers.get('visit-proof'), answers.get('entry-proof'))
  t.equal(answers.get('audit-history'), 'history')
  t.end()
})
