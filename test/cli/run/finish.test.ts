import { copyFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import t from 'tap'
import { chooseFiles } from '../../../src/cli/run/finish.js'
import { parseJson } from '../../../src/core/json.js'
import { parseBundle } from '../../../src/model/bundle.js'
import { parseStatement } from '../../../src/model/statement.js'
import { readFile } from '../../../src/io/files.js'

const sample = 'fixtures/bundles/unicode-ids/bundle.json'
const [envelope] = parseBundle(parseJson(readFile(sample))).statements
const commitment = envelope?.payload ?? new Uint8Array()
const ours = parseStatement(commitment).raffle_id
const other = '49638a53-01d5-4ea0-96bc-887c4448c4f3'

await t.test('files are called after the raffle', t => {
  const name = (text: string): string => basename(chooseFiles('none', text, ours, undefined).page, '.html')
  t.equal(name('Summer raffle 2026!'), 'summer-raffle-2026')
  t.equal(name('../../etc: Größe'), 'etc-größe')
  t.equal(name('…'), 'draw')
  t.equal(name('a '.repeat(99)), `${'a-'.repeat(23)}a`)
  t.match(chooseFiles('none', 'names', ours, undefined), {
    bundle: join('none', 'names.bundle.json'),
    trust: join('none', 'names.trust.json'),
  })
  t.end()
})

await t.test('and never written over another’s', t => {
  const folder = t.testdir()
  const nameOf = (id: string, signed?: Uint8Array): string =>
    basename(chooseFiles(folder, 'names', id, signed).page)
  copyFileSync(sample, join(folder, 'names.bundle.json'))
  t.equal(nameOf(ours, commitment), 'names.html', 'its own is written anew')
  const elsewhere = `names-${ours.slice(0, 8)}.html`
  t.equal(nameOf(ours), elsewhere, 'of the same name in another store')
  t.equal(nameOf(ours, commitment.slice(1)), elsewhere, 'signed in another store')
  t.equal(nameOf(other), 'names-49638a53.html')
  writeFileSync(join(folder, 'names-49638a53.html'), 'of somebody else')
  t.throws(() => nameOf(other), { code: 'file-exists', hint: 'give --out FOLDER' })
  t.end()
})
