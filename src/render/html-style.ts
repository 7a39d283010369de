/**
 * Style sheet of the HTML report: phone, paper, light and dark.
 *
 * @packageDocumentation
 */
import { tokens } from './tokens.js'

export const stylesheet = `
${tokens}* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  overflow-wrap: anywhere;
}
main, footer { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1, h2, h3, p, dl, dd { margin: 0; }
a { color: var(--link); }
bdi, dd, td p, code { unicode-bidi: isolate; }
code { font: .875em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
dd code { display: block; background: var(--code); border-radius: .3rem; padding: .2rem .45rem; white-space: pre-wrap; }
dt { color: var(--soft); font-size: .85rem; }
.verdict { border: 1px solid currentColor; border-radius: .9rem; padding: 1.4rem 1.5rem 1.5rem; color: var(--none); background: var(--none-back); }
.verdict.proven { color: var(--proven); background: var(--proven-back); }
.verdict.refuted, .verdict.error { color: var(--refuted); background: var(--refuted-back); }
.verdict.not-provable, .verdict.broken { color: var(--open); background: var(--open-back); }
.verdict > p, .verdict dd { color: var(--ink); }
.verdict h1 { font-size: clamp(1.9rem, 7vw, 2.9rem); line-height: 1.2; letter-spacing: -.02em; margin: .1rem 0 .4rem; }
.verdict .tool { color: inherit; font-size: .85rem; font-weight: 600; }
.verdict dl { margin-top: 1.1rem; border-top: 1px solid currentColor; padding-top: .9rem; }
.verdict dt { color: inherit; font-weight: 600; }
.verdict dd { font-size: 1.1rem; }
.verdict dd code { display: inline; }
section { margin-top: 1.6rem; background: var(--card); border: 1px solid var(--line); border-radius: .9rem; padding: 1.2rem 1.5rem 1.5rem; }
h2 { font-size: 1.2rem; line-height: 1.35; }
h3 { font-size: 1rem; margin: 1.4rem 0 .4rem; }
.title { color: var(--soft); }
.about { display: grid; grid-template-columns: minmax(6rem, 13rem) 1fr; gap: .35rem 1rem; margin-top: 1rem; }
.about dt { padding-top: .12rem; }
.about code { display: inline; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .6rem .8rem .6rem 0; border-top: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--soft); font-size: .85rem; border-top: 0; padding-bottom: .3rem; }
td:last-child, th:last-child { padding-right: 0; }
.claims tbody th, .overview tbody th { width: 14rem; }
.overview a { display: block; margin-top: .25rem; }
.claims th code { display: block; margin-top: .25rem; }
.claims dl { display: grid; grid-template-columns: 5.4rem 1fr; gap: .3rem .6rem; margin-top: .5rem; }
.claims .code { color: var(--soft); font-size: .8rem; margin-top: .3rem; }
.badge { display: inline-block; white-space: nowrap; border-radius: 1rem; padding: .05rem .65rem; font-size: .85rem; font-weight: 600; color: var(--none); background: var(--none-back); }
.badge.proven { color: var(--proven); background: var(--proven-back); }
.badge.refuted { color: var(--refuted); background: var(--refuted-back); }
.badge.not-provable, .badge.broken { color: var(--open); background: var(--open-back); }
details { margin-top: 1.2rem; border-top: 1px solid var(--line); padding-top: .8rem; }
summary { cursor: pointer; font-weight: 600; }
footer { color: var(--soft); font-size: .9rem; padding-bottom: 3rem; }
@media (max-width: 40rem) {
  main { padding: .6rem; }
  section, .verdict { padding: 1rem; }
  .claims tbody th, .overview tbody th { width: 7.5rem; }
  .about, .claims dl { grid-template-columns: 1fr; gap: .1rem; }
  .about dd, .claims dd { margin-bottom: .4rem; }
}
@media print {
  :root { --page: #fff; --card: #fff; --ink: #000; --soft: #333; --line: #999; --code: #f2f2f2; --link: #000; }
  body { font-size: 10pt; }
  main, footer { max-width: none; padding: 0; }
  section { border: 0; padding: 0; }
  tr, .verdict { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  details::details-content { content-visibility: visible; }
}
`
