import t from 'tap'
import { maskUrl } from '../../src/render/mask-url.js'

await t.test('no user name and no password is told', t => {
  for (const [url, told] of [
    ['https://user:secret@time.example/tsr', 'https://***@time.example/tsr'],
    ['https://secret@time.example', 'https://***@time.example'],
    ['HTTP://a:b@c@time.example:80/x?y#z', 'HTTP://***@time.example:80/x?y#z'],
    ['postgres://user:se%20cret@db/raffles', 'postgres://***@db/raffles'],
    ['https://user:[@time.example', 'https://***@time.example'],
    ['https://time.example/@user', 'https://time.example/@user'],
    ['https://time.example/?mail=a@b', 'https://time.example/?mail=a@b'],
    ['raffles.db', 'raffles.db'],
  ] as const) {
    t.equal(maskUrl(url), told)
  }
  t.end()
})
