import t from 'tap'
import { parseRemoteUrl } from '../../src/remote/url.js'

const refused: readonly (readonly [text: string, words: string])[] = [
  // schemes
  ['file:///etc/passwd', 'http://'],
  ['ftp://raffle.example/', 'http://'],
  ['gopher://raffle.example/', 'http://'],
  ['data:text/plain,x', 'http://'],
  ['unix:/var/run/docker.sock', 'http://'],
  ['javascript:alert(1)', 'http://'],
  ['raffle.example/api/v1', 'http://'],
  ['', 'http://'],
  // what the WHATWG parser repairs
  ['http:raffle.example', 'http://'],
  ['http:/raffle.example', 'http://'],
  ['http:///raffle.example', 'http://'],
  ['https:\\\\good\\@evil', 'backslash'],
  ['https://good\\@evil', 'backslash'],
  ['http://raffle.example/\\..\\x', 'backslash'],
  [' https://raffle.example/', 'white space'],
  ['https://raffle.example/ ', 'white space'],
  ['https://raffle.example/a b', 'white space'],
  ['https://raf\tfle.example/', 'white space'],
  ['https://raffle.example/\n', 'white space'],
  ['https://raffle.example/\r\nHost: evil', 'white space'],
  ['https://raffle.example/\u0000', 'control character'],
  ['https://raffle.example/\u001b[2J', 'control character'],
  ['https://raffle.example/\u202e', 'control character'],
  ['https://raf\u00adfle.example/', 'control character'],
  ['https://raffle.example/\ud800', 'control character'],
  // credentials and fragments
  ['https://user:pass@raffle.example/', 'password'],
  ['https://user@raffle.example/', 'password'],
  ['https://@raffle.example/', 'password'],
  ['https://good#@evil', 'fragment'],
  ['https://raffle.example/#', 'fragment'],
  // hosts and ports
  ['https://raffle.example:0/', 'port 0'],
  ['https://raffle.example:00000/', 'port 0'],
  ['https://raffle.example:65536/', 'port'],
  ['https://raffle.example:http/', 'port'],
  ['https://[fe80::1%25eth0]/', 'host'],
  ['https://xn--a/', 'host'],
  ['https://www.xn--zz-.example/', 'host'],
  ['https://xn--/', 'host'],
  ['https://256.1.1.1/', 'host'],
  ['https://a%00b/', 'host'],
  ['https://127.0.0.1../', 'two dots'],
  ['https://a..example/', 'two dots'],
  ['https://localhost../', 'two dots'],
  ['https://.example/', 'begins with one'],
  [`https://raffle.example/${'a'.repeat(2026)}`, '2048'],
]

await t.test('texts that are not URLs to ask', t => {
  for (const [text, words] of refused) {
    const name = JSON.stringify(text.slice(0, 60))
    try {
      t.fail(`${name} gave ${parseRemoteUrl(text).href}`)
    } catch (error) {
      t.match(error, { name: 'DrawauditError', code: 'url-invalid', hint: /./ }, name)
      t.ok((error as Error).message.includes(words), `${name}: ${(error as Error).message}`)
    }
  }
  t.end()
})

await t.test('where the first disputed character is', t => {
  try {
    parseRemoteUrl('https://raffle.example/a b')
    t.fail('accepted')
  } catch (error) {
    t.match(error, { where: { character: 24 } })
  }
  t.end()
})

await t.test('URLs to ask', t => {
  t.equal(parseRemoteUrl('HTTPS://Raffle.Example:443/api/v1?x=1').href, 'https://raffle.example/api/v1?x=1')
  t.equal(parseRemoteUrl('http://127.0.0.1:8080').href, 'http://127.0.0.1:8080/')
  t.equal(parseRemoteUrl('http://[2606:4700::1111]:81/').port, '81')
  t.equal(parseRemoteUrl('https://раffle.example/').hostname, 'xn--ffle-43d9g.example', 'a look-alike shows')
  t.equal(parseRemoteUrl('https://raffle.example/@a?b=c@d').pathname, '/@a')
  t.equal(parseRemoteUrl(`https://raffle.example/${'a'.repeat(2025)}`).href.length, 2048)
  t.end()
})
