// Puts the sample report and the counts of docs/PLATFORMS.md into README.md, and the library example into docs/LIBRARY.md:
// what the programs print and run.
import { readFileSync, writeFileSync } from 'node:fs'
import { drawaudit } from './fixtures.js'

const files = ['README.md', 'docs/LIBRARY.md'].map(path => new URL(`../${path}`, import.meta.url))

/** A program of examples/ without the comment that it begins with. */
const programOf = name =>
  readFileSync(new URL(`../examples/${name}.mjs`, import.meta.url), 'utf8').replace(/^(\/\/.*\n)+/, '')

/** The counts of docs/PLATFORMS.md by name: how many draws were checked, and what came of it. */
const readCounts = () =>
  new Map(
    [
      ...readFileSync(new URL('../docs/PLATFORMS.md', import.meta.url), 'utf8').matchAll(
        /<!-- (\w+) -->(\d+)/g,
      ),
    ].map(([, name, count]) => [name, count]),
  )

/** A document as it should be. */
export function renderReadme(text) {
  const counts = readCounts()
  return text
    .replace(/<!-- (\w+) -->\d+/g, (_, name) => `<!-- ${name} -->${counts.get(name)}`)
    .replace(/(```console\n\$ npx drawaudit (.*)\n)[^]*?```/, (_, start, args) => {
      return `${start}${drawaudit(args.split(' ')).stdout}\`\`\``
    })
    .replace(/(```js\n)[^]*?```/, (_, start) => `${start}${programOf('verify-draw')}\`\`\``)
    .replace(/(```js signature\n)[^]*?```/, (_, start) => `${start}${programOf('signature-and-seed')}\`\`\``)
}

if (process.argv.includes('--write')) {
  for (const file of files) writeFileSync(file, renderReadme(readFileSync(file, 'utf8')))
}
