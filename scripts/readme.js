// Puts the sample report and the library example into README.md: both are what the programs really print and run.
import { readFileSync, writeFileSync } from 'node:fs'
import { drawaudit } from './fixtures.js'

const file = new URL('../README.md', import.meta.url)

/** The README as it should be. */
export function renderReadme(text) {
  const example = readFileSync(new URL('../examples/verify-draw.mjs', import.meta.url), 'utf8')
  return text
    .replace(/(```console\n\$ npx drawaudit (.*)\n)[^]*?```/, (_, start, args) => {
      return `${start}${drawaudit(args.split(' ')).stdout}\`\`\``
    })
    .replace(/(```js\n)[^]*?```/, (_, start) => `${start}${example.replace(/^(\/\/.*\n)+/, '')}\`\`\``)
}

if (process.argv.includes('--write')) writeFileSync(file, renderReadme(readFileSync(file, 'utf8')))
