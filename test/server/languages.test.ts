// The list and the page of a raffle in the language that the address or the browser asks for.
import t from 'tap'
import { keepLanguage, languageFor, renderLanguages } from '../../src/server/languages.js'
import { renderListPage } from '../../src/server/list-page.js'

const asking = (query: string, accepted?: string): ReturnType<typeof languageFor> =>
  languageFor(new URLSearchParams(query), accepted)

await t.test('the address comes first, then the browser, then English', t => {
  t.equal(asking('lang=fr', 'de').tag, 'fr')
  t.equal(asking('', 'ja, de-CH;q=0.8, fr;q=0.9').tag, 'fr')
  t.equal(asking('', 'de-CH').tag, 'de')
  t.equal(asking('lang=xx', 'pl').tag, 'pl')
  t.equal(asking('').tag, 'en')
  t.equal(asking('', '*').tag, 'en')
  t.equal(asking('', 'not a language;;;').tag, 'en')
  t.end()
})

await t.test('links keep a language that was asked for', t => {
  t.equal(keepLanguage('/raffles/a', asking('lang=fr')), '/raffles/a?lang=fr')
  t.equal(keepLanguage('/?q=a', asking('lang=en')), '/?q=a&lang=en')
  t.equal(keepLanguage('/', asking('', 'fr')), '/', 'the browser will say so again')
  const switches = renderLanguages(asking('lang=fr'), { q: 'a&b' })
  t.match(switches, '<nav id="languages" aria-label="Langue">')
  t.match(switches, '<a href="?q=a%26b&amp;lang=de" lang="de" hreflang="de">Deutsch</a>')
  t.match(switches, 'lang="fr" hreflang="fr" aria-current="true">Français</a>')
  t.end()
})

await t.test('the list in German', t => {
  const html = renderListPage({
    ...{ raffles: [], query: '<b>', filter: 'drawn', newer: undefined, older: 'o', runBy: undefined },
    ...{ counts: { open: 0, sealed: 0, drawn: 1, cancelled: 0, unsigned: 0 }, overdue: 0 },
    ...{ assets: undefined, now: 0, language: asking('lang=de') },
  })
  t.match(html, '<html lang="de">')
  t.match(html, '<input type="hidden" name="lang" value="de">')
  t.match(html, '&amp;after=o&amp;lang=de"')
  t.notMatch(html, /<b>|Raffles|Search/)
  t.match(html, '&lt;b&gt;')
  t.end()
})
