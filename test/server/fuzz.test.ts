// Raw requests from a seed against one server, which is as it was when they are over; `npm run campaign requests` sends a
// million of them.
import t from 'tap'
import { random } from '../../src/cli/shared/random.js'
import { publish } from '../../src/operator/publish.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import { bombard } from '../hostile/bombard.js'
import { publicGrammar } from '../hostile/raw-requests.js'
import { format, serve } from './raw.js'
import { sample, sampleStatistics, view } from './start.js'

const file = `${t.testdir()}/raffles.db`
const store = await openSqliteStore(file, { access: 'write', create: true })
const publications = [sample, sampleStatistics].map(value => ({ file: 'sample', read: () => value }))
await publish(store, publications, { now: new Date('2026-09-01T08:00:00Z'), random })
await store.close()
const settings = ['--rate-limit', '1000000000', '--trusted-proxy', '127.0.0.1']

await bombard(t, await serve(t, file, ...settings), {
  grammar: publicGrammar,
  total: Number(process.env['REQUESTS'] ?? 2500),
  formatGood: id => format(view('audit'), [`X-Request-Id: ${id}`, 'Connection: close']),
  // 429 to more searches at a time than an address gets.
  allowed: new Set([200, 204, 304, 400, 404, 405, 406, 408, 414, 429, 431]),
})
