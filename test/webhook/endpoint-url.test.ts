// Where subscribers' URLs may lead: the table of webhook URLs, and that nothing else gets through.
import fc from 'fast-check'
import t from 'tap'
import { isIP } from 'node:net'
import { isPublicAddress, isPublicName, parseNetwork } from '../../src/remote/address.js'
import { hostOf } from '../../src/remote/guard.js'
import type { EndpointAllowance } from '../../src/store/outbox.js'
import { parseEndpointUrl } from '../../src/webhook/endpoint-url.js'

const numRuns = process.env['SLOW'] === '1' ? 50_000 : 333

const nothing: EndpointAllowance = { http: false, anyPort: false, networks: [] }
const apiUrl = 'https://raffles.example/api/v1'

const hosts = (...names: readonly string[]) => names.map(name => `https://${name}/hook`)

/** By the rows of the table: what is refused, with which code and words. */
const refused: readonly (readonly [row: string, texts: readonly string[], code: string, words: string])[] = [
  [
    'W1 loopback in every spelling',
    hosts(
      ...['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '127.0.0.1.', '0x7f000001'],
      ...['①②⑦.⓪.⓪.①', '127。0。0。1', '127．0．0．1', '%31%32%37.0.0.1', '017700000001'],
    ),
    'address-forbidden',
    '127.0.0.1 is not an address',
  ],
  ['W1 zero', hosts('0', '0.0.0.0', '0x0', '00'), 'address-forbidden', '0.0.0.0 is not'],
  [
    'W2 names of this machine and network',
    hosts(
      ...[
        'localhost',
        'LOCALHOST',
        'localhost.',
        'foo.localhost',
        'a.b.localhost.',
        'ｌocalhost',
        'db.internal',
      ],
      ...['printer.local', 'metadata.google.internal', 'metadata.google.internal.', 'metadata', 'router.lan'],
    ),
    'address-forbidden',
    'is not a name',
  ],
  [
    'W3 IPv6',
    hosts(
      ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[0:0:0:0:0:0:0:1]'],
      ...['[64:ff9b::7f00:1]', '[64:ff9b:1::a00:1]', '[2002:7f00:1::]', '[fe80::1]', '[fc00::1]'],
      ...['[fd00:ec2::254]', '[100::1]', '[ff02::1]', '[2001:db8::1]', '[2001::1]', '[fec0::1]'],
    ),
    'address-forbidden',
    'is not an address',
  ],
  [
    'W4 IPv4 that is not public',
    hosts(
      ...['169.254.169.254', '100.64.0.1', '192.0.0.192', '198.18.0.1', '10.0.0.1', '172.16.0.1'],
      ...['172.31.255.255', '192.168.1.1', '224.0.0.1', '255.255.255.255', '203.0.113.1', '240.0.0.1'],
    ),
    'address-forbidden',
    'is not an address',
  ],
  [
    'W8 http',
    ['http://a.example/', 'HTTP://a.example/', 'http://a.example:443/'],
    'url-invalid',
    'not https',
  ],
  [
    'W8 other schemes',
    [
      ...[
        'file:///etc/passwd',
        'ftp://a.example/',
        'gopher://a.example/',
        'data:text/plain,x',
        'ws://a.example/',
      ],
      ...[
        'unix:/var/run/docker.sock',
        'javascript:alert(1)',
        'a.example/hook',
        '',
        'https:a.example',
        '//a.example',
      ],
    ],
    'url-invalid',
    'does not start with',
  ],
  [
    'W9 credentials',
    ['https://user:pass@a.example/', 'https://user@a.example/', 'https://@a.example/'],
    'url-invalid',
    'user name or password',
  ],
  ['W9 a backslash', ['https://good\\@evil', 'https:\\\\a.example/'], 'url-invalid', 'backslash'],
  ['W9 a fragment', ['https://good#@evil', 'https://a.example/#x'], 'url-invalid', 'fragment'],
  [
    'W9 white space',
    [
      ...[' https://a.example/', 'https://a.example/ ', 'https://a.ex\tample/', 'https://a.example/\n'],
      ...['https://a.example/\r\nx: y', 'https://a.ex\u200bample/', 'https://a.example/\u0000'],
    ],
    'url-invalid',
    'white space',
  ],
  [
    'W10 ports',
    ['22', '25', '80', '6379', '5432', '8080', '65535', '44', '4430'].map(
      port => `https://a.example:${port}/`,
    ),
    'url-invalid',
    'has the port',
  ],
  [
    'W10 no ports',
    ['0', '65536', 'x', '-1'].map(port => `https://a.example:${port}/`),
    'url-invalid',
    'port',
  ],
  [
    'W11 the service itself',
    [
      ...[
        'https://raffles.example/',
        'https://raffles.example/api/v1/raffles',
        'https://RAFFLES.example:443/',
      ],
      ...['https://raffles.example./hook', 'https://r%61ffles.example/'],
    ],
    'url-invalid',
    'is the public API of this service',
  ],
  ['W12 too long', [`https://a.example/${'x'.repeat(2049 - 18)}`], 'url-invalid', 'longer than 2048'],
  [
    'W12 hosts that are none',
    hosts(
      'xn--a',
      'xn--',
      '[fe80::1%25eth0]',
      '[fe80::1%eth0]',
      '256.1.1.1',
      '1.2.3.4.5',
      '[::1',
      'a%00b',
      'a..',
      '127.0.0.1..',
      '.a.example',
    ),
    'url-invalid',
    '',
  ],
]

for (const [row, texts, code, words] of refused) {
  await t.test(row, t => {
    for (const text of texts) {
      const name = JSON.stringify(text.slice(0, 60))
      try {
        t.fail(`${name} gave ${parseEndpointUrl(text, nothing, apiUrl).href}`)
      } catch (error) {
        t.match(error, { name: 'DrawauditError', code, hint: /./ }, name)
        t.ok((error as Error).message.includes(words), `${name}: ${(error as Error).message}`)
      }
    }
    t.end()
  })
}

await t.test('what is taken, in the form that is shown', t => {
  for (const [text, shown] of [
    ['https://a.example', 'https://a.example/'],
    ['https://a.example:443/hook?token=x%20y', 'https://a.example/hook?token=x%20y'],
    ['https://a.example:8443/hook', 'https://a.example:8443/hook'],
    ['HTTPS://A.EXAMPLE/Hook', 'https://a.example/Hook'],
    ['https://1.1.1.1/', 'https://1.1.1.1/'],
    ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
    ['https://[::ffff:1.1.1.1]/', 'https://[::ffff:101:101]/'],
    // A name that looks like another is shown as what it is.
    ['https://аррle.com/', 'https://xn--le-6kc8da.com/'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    [`https://a.example/${'x'.repeat(2048 - 18)}`, `https://a.example/${'x'.repeat(2048 - 18)}`],
    // not the service: another port, another name
    ['https://raffles.example:8443/', 'https://raffles.example:8443/'],
    ['https://hooks.raffles.example/', 'https://hooks.raffles.example/'],
  ]) {
    t.equal(parseEndpointUrl(text!, nothing, apiUrl).href, shown)
  }
  t.end()
})

await t.test('what is allowed of one endpoint, and no more than that', t => {
  const parse = (text: string, allow: Partial<EndpointAllowance>, api?: string) =>
    parseEndpointUrl(text, { ...nothing, ...allow }, api).href
  const refuse = (text: string, allow: Partial<EndpointAllowance>, code: string, api?: string) => {
    t.throws(() => parse(text, allow, api), { code }, `${text} ${JSON.stringify(allow)}`)
  }
  t.equal(parse('http://a.example/', { http: true }), 'http://a.example/')
  refuse('http://a.example:8080/', { http: true }, 'url-invalid')
  refuse('http://a.example:443/', { http: true }, 'url-invalid')
  refuse('https://a.example:80/', { http: true }, 'url-invalid')
  refuse('http://127.0.0.1/', { http: true, anyPort: true }, 'address-forbidden')
  refuse('http://localhost/', { http: true, anyPort: true }, 'address-forbidden')
  t.equal(parse('https://a.example:5432/', { anyPort: true }), 'https://a.example:5432/')
  refuse('http://a.example:5432/', { anyPort: true }, 'url-invalid')
  refuse('https://a.example:0/', { anyPort: true }, 'url-invalid')
  refuse('ftp://a.example/', { http: true, anyPort: true, networks: ['0.0.0.0/0'] }, 'url-invalid')
  const own = 'http://127.0.0.1:8080/api/v1'
  const local = { http: true, anyPort: true, networks: ['127.0.0.0/8'] }
  refuse('http://127.1:8080/hook', local, 'url-invalid', own)
  t.equal(parse('http://127.1:8081/hook', local, own), 'http://127.0.0.1:8081/hook')
  t.end()
})

await t.test('networks that are allowed', t => {
  const taken: readonly (readonly [network: string, host: string])[] = [
    ['10.0.0.0/8', '10.1.2.3'],
    ['10.0.0.0/8', '[::ffff:10.1.2.3]'],
    ['10.0.0.0/8', '167837955'],
    ['192.168.1.5/32', '192.168.1.5'],
    ['127.0.0.0/8', '127.0.0.1'],
    ['0.0.0.0/0', '169.254.169.254'],
    ['::1/128', '[::1]'],
    ['fd00::/8', '[fd12:3456::1]'],
    ['::/0', '[fe80::1]'],
    // A name may lead there: its addresses are looked at when it is asked.
    ['10.0.0.0/8', 'hooks.internal'],
    ['10.0.0.0/8', 'receiver'],
    ['fd00::/8', 'localhost'],
    ['10.0.0.0/8', '1.1.1.1'],
    ['10.0.0.0/8', 'a.example'],
  ]
  for (const [network, host] of taken) {
    const allow = { ...nothing, networks: ['198.51.100.0/24', network] }
    t.ok(parseEndpointUrl(`https://${host}/`, allow), `${host} in ${network}`)
  }
  const refused: readonly (readonly [network: string, host: string])[] = [
    ['10.0.0.0/8', '127.0.0.1'],
    ['10.0.0.0/8', '169.254.169.254'],
    ['10.0.0.0/8', '[::a01:203]'],
    ['10.0.0.0/8', '[64:ff9b::a01:203]'],
    ['10.0.0.0/8', '[fd00::1]'],
    ['10.1.0.0/16', '10.2.0.1'],
    ['192.168.1.5/32', '192.168.1.4'],
    ['::1/128', '127.0.0.1'],
    ['::/0', '127.0.0.1'],
    ['::/0', '[::ffff:127.0.0.1]'],
    ['0.0.0.0/0', '[::1]'],
    ['fd00::/8', '[fc00::1]'],
  ]
  for (const [network, host] of refused) {
    const allow = { ...nothing, networks: [network] }
    t.throws(
      () => parseEndpointUrl(`https://${host}/`, allow),
      { code: 'address-forbidden', hint: /--allow-network/ },
      `${host} in ${network}`,
    )
  }
  t.end()
})

await t.test('who gives a URL that is none is shown one of a receiver, or what to leave out', t => {
  for (const [text, hint] of [
    ['not-a-URL', 'an endpoint looks like https://subscriber.example/hook'],
    [`https://a.example/${'x'.repeat(3000)}`, 'an endpoint looks like https://subscriber.example/hook'],
    ['https://a.example/#hook', 'leave out what follows #'],
    ['https://user@a.example/', 'send credentials in a header field'],
    ['https://a.example/\thook', 'write it percent-encoded, or leave it out'],
  ] as const) {
    t.throws(() => parseEndpointUrl(text, nothing), { code: 'url-invalid', hint }, text.slice(0, 30))
  }
  t.throws(
    () => parseEndpointUrl('https://a.example/\thook', nothing),
    { code: 'url-invalid', where: { character: 18 } },
    'and where it is',
  )
  t.end()
})

await t.test('who hands over no text at all has a defect, which is told as it is', t => {
  t.throws(() => parseEndpointUrl(undefined as unknown as string, nothing), { name: 'TypeError' })
  t.end()
})

await t.test('networks are written so that they are what they look like', t => {
  for (const [text, shown] of [
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['192.168.1.5/32', '192.168.1.5/32'],
    ['FD00:0:0::/8', 'fd00::/8'],
    ['0:0:0:0:0:0:0:1/128', '::1/128'],
    ['::/0', '::/0'],
    ['192.168.1.5', '192.168.1.5/32'],
    ['FD00::1', 'fd00::1/128'],
  ]) {
    t.equal(parseNetwork(text!).text, shown)
  }
  for (const [text, words] of [
    ['', 'not a network'],
    ['10.0.0', 'not a network'],
    ['10.0.0.0/', 'not a network'],
    ['10.0.0.0/33', 'not a network'],
    ['10.0.0.0/08', 'not a network'],
    ['10.0.0.0/-1', 'not a network'],
    ['10.0.0.0/8 ', 'not a network'],
    ['10.0.0.0/255.0.0.0', 'not a network'],
    ['10/8', 'not a network'],
    ['0x0a.0.0.0/8', 'not a network'],
    ['010.0.0.0/8', 'not a network'],
    ['a.example/8', 'not a network'],
    ['fd00::/129', 'not a network'],
    ['fe80::1%eth0/64', 'not a network'],
    ['[fd00::]/8', 'not a network'],
    ['*', 'not a network'],
    ['\u001b[2J', 'not a network'],
    ['10.1.2.3/8', 'bits after its first 8'],
    ['fd00::1/8', 'bits after its first 8'],
    ['::ffff:10.0.0.0/104', 'network of IPv4 addresses'],
  ]) {
    t.throws(() => parseNetwork(text!), { code: 'usage', message: new RegExp(words!), hint: /./ }, text!)
    t.throws(() => parseEndpointUrl('https://a.example/', { ...nothing, networks: [text!] }), {
      code: 'usage',
    })
  }
  t.match(
    (() => {
      try {
        return parseNetwork('10.1.2.3/8')
      } catch (error) {
        return error
      }
    })(),
    { hint: 'write the network as 10.0.0.0/8, or the one address as 10.1.2.3/32' },
  )
  t.end()
})

/** Hosts near the border between what is public and what is not, in many spellings. */
const spelledHost = fc.oneof(
  fc.ipV4Extended(),
  fc.ipV4(),
  fc.ipV6().map(ip => `[${ip}]`),
  fc.ipV4().map(ip => `[::ffff:${ip}]`),
  fc.nat({ max: 0xffffffff }).map(String),
  fc.nat({ max: 0xffffffff }).map(number => `0x${number.toString(16)}`),
  fc
    .constantFrom('127', '10', '0', '169.254', '192.168', '100.64')
    .chain(start =>
      fc.array(fc.nat({ max: 300 }), { maxLength: 3 }).map(parts => [start, ...parts].join('.')),
    ),
  fc.domain(),
  fc
    .tuple(fc.domain(), fc.constantFrom('localhost', 'local', 'internal', 'LAN', 'home.arpa', 'localhost.'))
    .map(parts => parts.join('.')),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
)
const spelledUrl = fc.oneof(
  fc
    .record({
      scheme: fc.constantFrom('https://', 'HTTPS://', 'https:', 'https:/', 'https:///', 'http://'),
      before: fc.constantFrom('', '', '', 'a@', '\t', '//'),
      host: spelledHost,
      port: fc.constantFrom('', '', '', ':443', ':8443', ':22', ':'),
      path: fc.oneof(fc.constant(''), fc.webPath(), fc.string({ maxLength: 10 })),
    })
    .map(({ scheme, before, host, port, path }) => `${scheme}${before}${host}${port}${path}`),
  fc.webUrl(),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
)

await t.test('no URL that is taken leads to what is not public', t => {
  let taken = 0
  fc.assert(
    fc.property(spelledUrl, text => {
      let url
      try {
        url = parseEndpointUrl(text, nothing, apiUrl)
      } catch (error) {
        return ['url-invalid', 'address-forbidden'].includes((error as { code?: string }).code ?? '')
      }
      taken += 1
      const host = hostOf(url)
      // What is printed and read again is the same: the next reader goes where this one would.
      return (
        new URL(url.href).href === url.href &&
        parseEndpointUrl(url.href, nothing, apiUrl).href === url.href &&
        url.protocol === 'https:' &&
        ['', '8443'].includes(url.port) &&
        (isIP(host) === 0 ? isPublicName(host) : isPublicAddress(host))
      )
    }),
    { numRuns },
  )
  t.ok(taken > numRuns / 50, `${taken} were taken`)
  t.end()
})
