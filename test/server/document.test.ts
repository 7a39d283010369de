// The frame that all pages have in common, and what people read where a page cannot be had.
import t from 'tap'
import type { PageAssets } from '../../src/server/assets.js'
import { renderDocument, renderHead } from '../../src/server/document.js'
import { escapeHtml, isolateHtml, showUnseen } from '../../src/server/escape-html.js'
import { renderFailurePage } from '../../src/server/failure-page.js'
import { english } from '../../src/server/languages.js'
import { listPagePolicy, renderMessagePage } from '../../src/server/list-page.js'

await t.test('text from outside is no markup', t => {
  t.equal(escapeHtml(`<b title="a" class='b'>&`), '&lt;b title=&quot;a&quot; class=&#39;b&#39;&gt;&amp;')
  t.equal(escapeHtml('a\nb\u202ec\u200b'), 'a\\u{a}b\\u{202e}c\\u{200b}')
  t.equal(showUnseen('::command #a'), '::command #a')
  t.equal(isolateHtml('<i>'), '<bdi>&lt;i&gt;</bdi>')
  t.end()
})

const asset = (name: string, type: string) => ({ name, type, integrity: `sha384-${name}` })
const assets = {
  'list.css': asset('list-1.css', 'text/css'),
  'style.css': asset('style-1.css', 'text/css'),
  'icon.svg': asset('icon-1.svg', 'image/svg+xml'),
} as unknown as PageAssets

await t.test('the head of a document', t => {
  const plain = renderHead({ title: 'A & B', description: 'of "C"', assets: undefined, style: 'list.css' })
  t.strictSame(plain.split('\n'), [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    '<title>A &amp; B</title>',
    '<meta name="description" content="of &quot;C&quot;">',
  ])
  const sharing = { url: 'https://a.example/?a&b', publishedAt: '2026-09-01T12:00:00+00:00' }
  const head = { title: 'T', description: 'D', assets, style: 'style.css', more: '<more>' } as const
  const styled = [
    '<link rel="stylesheet" href="/assets/style-1.css" integrity="sha384-style-1.css" crossorigin>',
    '<link rel="icon" href="/favicon.ico" sizes="16x16 32x32 48x48">',
    '<link rel="icon" href="/assets/icon-1.svg" type="image/svg+xml">',
  ]
  const shared = [
    '<link rel="canonical" href="https://a.example/?a&amp;b">',
    '<meta property="og:type" content="article">',
    '<meta property="og:title" content="T">',
    '<meta property="og:description" content="D">',
    '<meta property="og:url" content="https://a.example/?a&amp;b">',
    '<meta property="article:published_time" content="2026-09-01T12:00:00+00:00">',
  ]
  t.strictSame(
    renderHead({ ...head, sharing })
      .split('\n')
      .slice(6),
    [...styled, ...shared, '<meta name="twitter:card" content="summary">', '<more>'],
  )
  const picture = { url: 'https://a.example/p.png', text: 'a "picture"', width: 1200, height: 630 }
  t.strictSame(
    renderHead({ ...head, sharing: { ...sharing, picture } })
      .split('\n')
      .slice(6),
    [
      ...styled,
      ...shared,
      '<meta property="og:image" content="https://a.example/p.png">',
      '<meta property="og:image:type" content="image/png">',
      '<meta property="og:image:width" content="1200">',
      '<meta property="og:image:height" content="630">',
      '<meta property="og:image:alt" content="a &quot;picture&quot;">',
      '<meta name="twitter:card" content="summary_large_image">',
      '<more>',
    ],
  )
  t.end()
})

await t.test('a document without a script', t => {
  const html = renderDocument({ title: 'T', description: 'D', assets }, '<p>main</p>', { language: english })
  t.match(html, /^<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n/)
  t.match(html, '<link rel="stylesheet" href="/assets/list-1.css"')
  t.match(html, '<main class="list">\n<p>main</p>\n</main>')
  t.notMatch(html, '<script')
  t.match(
    renderMessagePage('No <such> raffle', ['One.', 'Two.'], undefined, { more: '<i>more</i>' }),
    '<h1>No &lt;such&gt; raffle</h1>\n<p class="found">One.</p>\n<p class="found">Two.</p>\n<i>more</i>\n<p class="found"><a href="/">All raffles</a></p>',
  )
  t.end()
})

await t.test('what people read where a page cannot be had', t => {
  const nothing = 'This says nothing about any draw.'
  const read = (failure: Parameters<typeof renderFailurePage>[0]): readonly string[] =>
    [
      ...renderFailurePage(failure, english, undefined).html.matchAll(
        /<(?:h1|p class="found")>(.*)<\/(?:h1|p)>/g,
      ),
    ].map(([, text = '']) => text)
  const failure = { requestId: 'an <id>', message: 'for programs' }
  const back = '<a href="/">All raffles</a>'
  t.strictSame(read({ ...failure, status: 500 } as never), [
    'This service failed',
    nothing,
    'Its operator finds the cause in the log under this number: <code>an &lt;id&gt;</code>',
    back,
  ])
  const again = 'Then load this page again.'
  t.strictSame(read({ ...failure, status: 503 } as never), [
    'This service cannot read its data just now',
    nothing,
    `Wait a moment. ${again}`,
    back,
  ])
  t.strictSame(read({ ...failure, status: 503, seconds: 1 } as never).slice(2), [
    `Wait a moment. ${again}`,
    back,
  ])
  t.strictSame(read({ ...failure, status: 429, seconds: 2 } as never), [
    'Too many requests just now',
    `Your address, which others may share with you, has asked more often in a minute than this service answers. ${nothing}`,
    `Wait 2 seconds. ${again}`,
    back,
  ])
  t.strictSame(renderFailurePage({ ...failure, status: 500 } as never, english, undefined).headers, [
    'Content-Security-Policy',
    listPagePolicy,
    'Referrer-Policy',
    'no-referrer',
  ])
  t.end()
})
