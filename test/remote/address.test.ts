// What is of the public internet: addresses, names, and every spelling by which a private one comes in.
import t from 'tap'
import { formatAddress, isPublicAddress, isPublicName, parseNetwork } from '../../src/remote/address.js'
import { createClient } from '../../src/remote/client.js'
import { fails } from './start.js'

const privateHosts = [
  // loopback, in the spellings that the WHATWG parser folds
  ...[
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '0',
    '127.0.0.1.',
  ],
  '%31%32%37.0.0.1',
  // names
  ...[
    'localhost',
    'localhost.',
    'LOCALHOST',
    'foo.localhost',
    'foo.localhost.',
    'a.internal',
    'a.b.internal.',
  ],
  ...[
    'printer.local',
    'metadata.google.internal',
    'metadata.goog',
    'metadata.tencentyun.com',
    '127.0.0.1.nip.io',
    'a.10-0-0-1.sslip.io.',
    'localtest.me',
    'Any.LVH.me',
    'router.home.arpa',
    'home.arpa',
    'nas.lan',
  ],
  ...['intranet', 'metadata', 'instance-data', 'ip6-localhost', 'localhost.localdomain'],
  // IPv6
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]'],
  ...[
    '[64:ff9b:1::a00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[100::1]',
    '[ff02::1]',
  ],
  ...[
    '[2001::1]',
    '[2001:db8::1]',
    '[fec0::1]',
    '[::ffff:0:127.0.0.1]',
    '[4000::1]',
    '[3fff::1]',
    '[5f00::1]',
  ],
  // IPv4
  ...[
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.192',
    '198.18.0.1',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
  ],
  ...['192.168.0.1', '224.0.0.1', '255.255.255.255', '0.0.0.0', '240.0.0.1', '192.0.2.1', '203.0.113.7'],
]

await t.test('a service on a private host is not asked, however it is spelled', async t => {
  const client = createClient({ lookup: () => Promise.reject(new Error('must not be asked')) })
  for (const host of privateHosts) {
    await fails(t, client.request(`http://${host}/api/v1`), 'address-forbidden')
    await fails(t, client.request(`https://${host}:8443/`), 'address-forbidden')
  }
})

await t.test('the message shows what an address really is', async t => {
  await fails(t, createClient().request('http://2130706433/'), 'address-forbidden', '127.0.0.1 is not')
  await fails(t, createClient().request('http://localhost/'), 'address-forbidden', 'localhost is not a name')
  const error: unknown = await createClient()
    .request('http://10.1.2.3/')
    .catch((error: unknown) => error)
  t.match(error, { hint: 'give --allow-private to ask an address of your own network' })
})

await t.test('public addresses', t => {
  for (const ip of [
    '1.1.1.1',
    '93.184.216.34',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ]) {
    t.ok(isPublicAddress(ip), ip)
  }
  t.ok(isPublicAddress('::ffff:1.1.1.1'), 'the IPv4 address in it is public')
  for (const text of [
    '',
    'example.org',
    '1.1.1',
    '::1.1.1.1',
    '2606:4700::1111%eth0',
    '[2606:4700::1111]',
    '16843009',
  ]) {
    t.notOk(isPublicAddress(text), text)
  }
  t.end()
})

await t.test('public names', t => {
  for (const name of [
    'raffle.example',
    'raffle.example.',
    'localhost.example.org',
    'notlocal.org',
    'xlocal.net',
  ]) {
    t.ok(isPublicName(name), name)
  }
  t.end()
})

await t.test('addresses as people write them', t => {
  for (const [ip, text] of [
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::ffff:a00:1', '10.0.0.1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['::1', '::1'],
    ['::10.1.2.3', '::a01:203'],
    ['127.0.0.1', '127.0.0.1'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
    ['service.example', 'service.example'],
  ] as const) {
    t.equal(formatAddress(ip), text)
  }
  t.end()
})

await t.test('the names of private networks, and of zones in which everybody has names', t => {
  for (const zone of [
    ...['localhost', 'localdomain', 'local', 'internal', 'home.arpa'],
    ...['intranet', 'private', 'corp', 'home', 'lan', 'metadata.goog', 'metadata.tencentyun.com'],
    ...['nip.io', 'sslip.io', 'xip.io', 'traefik.me', 'localtest.me', 'lvh.me', 'vcap.me', 'lacolhost.com'],
  ]) {
    t.notOk(isPublicName(zone), zone)
    t.notOk(isPublicName(`raffle.${zone}`), `below ${zone}`)
    t.ok(isPublicName(`${zone}.example`), `${zone} elsewhere`)
  }
  t.end()
})

await t.test('networks', t => {
  const ofTen = parseNetwork('10.0.0.0/8')
  t.equal(ofTen.text, '10.0.0.0/8')
  for (const ip of ['10.0.0.0', '10.255.255.255', '::ffff:10.1.2.3']) t.ok(ofTen.contains(ip), ip)
  for (const ip of ['9.255.255.255', '11.0.0.0', '::10.1.2.3', 'fd00::1', '', 'ten', '10.0.0']) {
    t.notOk(ofTen.contains(ip), ip)
  }
  const linkLocal = parseNetwork('FE80:0::/10')
  t.equal(linkLocal.text, 'fe80::/10')
  t.ok(linkLocal.contains('fe80::1'))
  t.notOk(linkLocal.contains('fe80::1%eth0'), 'a zone is of this machine')
  t.equal(parseNetwork('0.0.0.0/0').text, '0.0.0.0/0')
  t.equal(parseNetwork('192.0.2.1').text, '192.0.2.1/32', 'one address')
  t.equal(parseNetwork('2001:db8::1').text, '2001:db8::1/128')
  t.equal(parseNetwork('192.0.2.1/32').text, '192.0.2.1/32')
  t.equal(parseNetwork('2001:db8::1/128').text, '2001:db8::1/128')
  t.equal(parseNetwork('::10.1.2.3').text, '::a01:203/128', 'no mapped one')
  t.end()
})

await t.test('what is no network', t => {
  for (const text of [
    ...['', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/08', '10.0.0.0/-1', 'x10.0.0.0/8', '10.0.0.0/8x'],
    ...['010.0.0.0/8', '10.0.0/8', '10/8', '::/129', '2001:db8::/129', 'fe80::1%eth0', 'fe80::%eth0/64'],
    ...['example.org', '/8'],
  ]) {
    t.throws(() => parseNetwork(text), {
      code: 'usage',
      message: `${JSON.stringify(text)} is not a network`,
      hint: 'a network looks like 10.0.0.0/8 or fd00::/8; one address is one too',
    })
  }
  t.throws(() => parseNetwork('10.1.2.3/8'), {
    code: 'usage',
    message: '10.1.2.3/8 has bits after its first 8',
    hint: 'write the network as 10.0.0.0/8, or the one address as 10.1.2.3/32',
  })
  t.throws(() => parseNetwork('fd00::1/8'), {
    message: 'fd00::1/8 has bits after its first 8',
    hint: 'write the network as fd00::/8, or the one address as fd00::1/128',
  })
  t.throws(() => parseNetwork('::ffff:10.0.0.0/104'), {
    code: 'usage',
    message: '::ffff:10.0.0.0/104 is a network of IPv4 addresses',
    hint: 'write it as one: 10.0.0.0/8',
  })
  t.end()
})
