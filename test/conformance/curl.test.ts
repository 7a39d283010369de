import t from 'tap'
import { describeRequest } from '../../src/conformance/curl.js'
import { exchangeOf, type Given } from './made-up.js'

await t.test('a request as a command that sends it again', t => {
  const url = 'https://a.example/api/v1/x'
  const cases: readonly (readonly [command: string, given: Given])[] = [
    [`-H Accept: ${url}`, { url }],
    [`-H 'Accept: application/json' ${url}`, { url, sent: { Accept: 'application/json' } }],
    [`-H 'accept: */*' ${url}`, { url, sent: { accept: '*/*' } }],
    [`-X POST -H Accept: ${url}`, { url, method: 'POST' }],
    [`-H 'Accept: a/b' -H 'X: 1' ${url}`, { url, sent: { Accept: 'a/b', X: '1' } }],
    [
      `-H 'Accept: a/b' ${url}`,
      {
        url,
        sent: {
          'User-Agent': 'd',
          'Accept-Encoding': 'gzip',
          HOST: 'a.example',
          Accept: 'a/b',
          Connection: 'close',
        },
      },
    ],
    [`-H 'X: it'\\''s' -H Accept: ${url}`, { url, sent: { X: "it's" } }],
    [`-H Accept: '${url}?a=1&b=2'`, { url: `${url}?a=1&b=2` }],
    [`-H Accept: ''`, { url: '' }],
    [
      `-H Accept: https://first.example/`,
      { url, redirects: ['https://first.example/', 'https://second.example/'] },
    ],
  ]
  for (const [command, given] of cases) t.equal(describeRequest(exchangeOf(given)), `curl -sSi ${command}`)
  t.end()
})
