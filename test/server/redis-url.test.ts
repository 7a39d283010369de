// URLs of Redis, whose password nobody is shown.
import t from 'tap'
import { parseRedisUrl } from '../../src/server/redis-url.js'

await t.test('what a driver takes, what a log shows, and what is printed', t => {
  const cases = [
    ['redis://localhost', 'redis://localhost', 'redis://localhost', 'redis://localhost'],
    [
      'valkey://a.example:6380/12',
      'redis://a.example:6380/12',
      'valkey://a.example:6380',
      'valkey://a.example:6380/12',
    ],
    ['valkeys://u:p@a.example', 'rediss://u:p@a.example', 'valkeys://a.example', 'valkeys://u:***@a.example'],
    ['rediss://:p%20q@[::1]:1/0', 'rediss://:p%20q@[::1]:1/0', 'rediss://[::1]:1', 'rediss://:***@[::1]:1/0'],
    ['redis://u@a.example/', 'redis://u@a.example/', 'redis://a.example', 'redis://u@a.example/'],
    // Where there is nothing to hide it is printed as it was given.
    ['redis://u:@a.example', 'redis://u:@a.example', 'redis://a.example', 'redis://u:@a.example'],
  ] as const
  for (const [text, url, name, masked] of cases) {
    t.strictSame(parseRedisUrl(text), { url, name, masked }, text)
  }
  t.end()
})

await t.test('what is none', t => {
  for (const text of [
    ...['', 'redis', 'redis:', 'redis://', 'redis:///1', 'http://a.example', 'redis://a.example/x'],
    ...[
      'redis://a.example/1/2',
      'redis://a.example/1?a=b',
      'redis://a.example#a',
      'redis://a b',
      ' redis://a',
    ],
    ...[
      'redis://a.example/0123456789',
      'redis://u:%zz@a.example',
      'redis://%zz@a.example',
      'xredis://a.example',
    ],
    ...['redisss://a.example', 'redis://a.example:x'],
  ]) {
    t.equal(parseRedisUrl(text), undefined, text)
  }
  t.end()
})
