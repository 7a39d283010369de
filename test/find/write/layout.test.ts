import { readFileSync, readdirSync } from 'node:fs'
import t from 'tap'
import { layOut } from '../../../src/find/write/layout.js'

await t.test('a recipe is laid out as those of this repository are', t => {
  const folder = new URL('../../../recipes/', import.meta.url)
  for (const file of readdirSync(folder)) {
    const recipe = readFileSync(new URL(file, folder), 'utf8')
    t.equal(layOut(JSON.parse(recipe)), recipe, file)
  }
  t.end()
})
