// Puts the sample report into README.md and the library example into docs/LIBRARY.md: what the programs print and run.
import { readFileSync, writeFileSync } from 'node:fs'
import { drawaudit } from './fixtures.js'

const files = ['README.md', 'docs/LIBRARY.md'].map(path => new URL(`../${path}`, import.meta.url))

/** A document as it should be. */
export function renderReadme(text) {
  const example = readFileSync(new URL('../examples/verify-draw.mjs', import.meta.url), 'utf8')
  return text
    .replace(/(```console\n\$ npx drawaudit (.*)\n)[^]*?```/, (_, start, args) => {
      return `${start}${drawaudit(args.split(' ')).stdout}\`\`\``
    })
    .replace(/(```js\n)[^]*?```/, (_, start) => `${start}${example.replace(/^(\/\/.*\n)+/, '')}\`\`\``)
}

if (process.argv.includes('--write')) {
  for (const file of files) writeFileSync(file, renderReadme(readFileSync(file, 'utf8')))
}
