// The list and the page of a raffle in the language that the address or the browser asks for.
import t from 'tap'
import { renderCorrections } from '../../src/server/corrections.js'
import { renderFailurePage } from '../../src/server/failure-page.js'
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

await t.test('failures and corrections in Polish', t => {
  const polish = languageFor(new URLSearchParams('lang=pl'), undefined)
  const failure = { status: 429, seconds: 5, requestId: 'an-id' } as const
  const { html } = renderFailurePage(failure, polish, undefined)
  t.match(html, '<html lang="pl">')
  t.match(html, `<h1>${polish.site.failures.tooMany}</h1>`)
  t.match(html, polish.site.failures.again(5))
  t.notMatch(html, /request|address|Wait/)
  const correction = {
    ...{ publishedAt: '2026-09-02T08:00:00Z', reason: '<b>', prizes: new Map([['draw-1', 'A']]) },
    changes: [{ draw_id: 'draw-1', member: 'winner_entry_id', old: '1', new: null }],
  } as const
  const section = renderCorrections([correction], 'an-id', polish)
  for (const text of [polish.site.corrections.title, polish.site.corrections.gone]) t.match(section, text)
  t.match(section, polish.site.corrections.reason('<bdi>&lt;b&gt;</bdi>'))
  t.notMatch(section, /record|reason|gone|winning/)
  t.end()
})
