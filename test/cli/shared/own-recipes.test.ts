import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
} from 'node:fs'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import {
  findRecipeFolder,
  installedNames,
  installRecipe,
  mostRecipeBytes,
  readInstalled,
  removeInstalled,
} from '../../../src/cli/shared/own-recipes.js'
import { loadInstalled, locateRecipe } from '../../../src/cli/shared/recipes.js'
import { emptyTrust } from '../../../src/model/trust.js'
import { asNobody } from '../../unprivileged.js'

const before = { ...process.env }
t.afterEach(() => {
  for (const name of ['XDG_CONFIG_HOME', 'HOME']) {
    const value = before[name]
    if (value === undefined) Reflect.deleteProperty(process.env, name)
    else process.env[name] = value
  }
})

/** A folder of settings that a test has to itself. */
function useFolder(folder: string): string {
  process.env['XDG_CONFIG_HOME'] = folder
  return join(folder, 'drawaudit/recipes')
}

await t.test('the folder is that of the XDG Base Directory Specification', t => {
  process.env['HOME'] = '/home/somebody'
  process.env['XDG_CONFIG_HOME'] = '/somewhere'
  t.equal(findRecipeFolder(), '/somewhere/drawaudit/recipes')
  for (const ignored of ['', 'relative']) {
    process.env['XDG_CONFIG_HOME'] = ignored
    t.equal(findRecipeFolder(), '/home/somebody/.config/drawaudit/recipes', JSON.stringify(ignored))
  }
  process.env['HOME'] = ''
  t.equal(findRecipeFolder(), undefined, 'and none without a home')
  t.strictSame(installedNames(), [])
  t.equal(readInstalled('a'), undefined)
  t.equal(removeInstalled('a'), undefined)
  t.throws(() => installRecipe('a', '{}', false), { code: 'file-access', hint: /XDG_CONFIG_HOME/ })
  t.end()
})

await t.test('a recipe is installed whole, once, and removed', t => {
  const folder = useFolder(t.testdir())
  t.strictSame(installedNames(), [])
  t.equal(readInstalled('shop'), undefined)
  t.equal(removeInstalled('shop'), undefined)
  t.equal(installRecipe('shop', 'first', false), join(folder, 'shop.json'))
  t.throws(() => installRecipe('shop', 'second', false), { code: 'recipe-exists' })
  t.equal(readInstalled('shop')?.bytes.toString(), Uint8Array.from(Buffer.from('first')).toString())
  installRecipe('shop', 'third', true)
  t.equal(readFileSync(join(folder, 'shop.json'), 'utf8'), 'third')
  t.strictSame(readdirSync(folder), ['shop.json'], 'and nothing stays beside it')
  t.equal(lstatSync(folder).mode & 0o777, 0o700)
  t.strictSame(installedNames(), ['shop'])
  t.equal(removeInstalled('shop'), join(folder, 'shop.json'))
  t.strictSame(installedNames(), [])
  t.end()
})

await t.test('no name leads out of the folder', t => {
  const folder = useFolder(t.testdir({ 'other.json': 'secret' }))
  installRecipe('shop', '{}', false)
  for (const name of ['../../other', '..', '.', '', 'a/b', 'A', 'x'.repeat(65), 'shop.json', '-x', 'a\0']) {
    t.equal(readInstalled(name), undefined, JSON.stringify(name))
    t.equal(removeInstalled(name), undefined)
    t.throws(() => installRecipe(name, '{}', true), { code: 'file-access' })
  }
  writeFileSync(join(folder, 'Not A Recipe.json'), '{}')
  writeFileSync(join(folder, '.hidden.json'), '{}')
  t.strictSame(installedNames(), ['shop'])
  t.end()
})

await t.test('a link in the place of a recipe is not followed', t => {
  const home = t.testdir({ 'mine.txt': 'mine' })
  const folder = useFolder(home)
  mkdirSync(folder, { recursive: true })
  symlinkSync(join(home, 'mine.txt'), join(folder, 'shop.json'))
  symlinkSync(join(home, 'not-there'), join(folder, 'gone.json'))
  for (const name of ['shop', 'gone']) {
    t.throws(() => readInstalled(name), { code: 'file-kind' }, name)
    t.throws(() => installRecipe(name, '{}', false), { code: 'recipe-exists' })
    installRecipe(name, '{}', true)
    t.ok(lstatSync(join(folder, `${name}.json`)).isFile(), 'the link itself was replaced')
  }
  t.equal(readFileSync(join(home, 'mine.txt'), 'utf8'), 'mine')
  t.notOk(existsSync(join(home, 'not-there')))
  mkdirSync(join(folder, 'folder.json'))
  t.throws(() => readInstalled('folder'), { code: 'file-kind' })
  t.end()
})

await t.test('a file that nobody could have installed is not read', t => {
  const folder = useFolder(t.testdir())
  installRecipe('large', ' '.repeat(mostRecipeBytes + 1), false)
  t.throws(() => readInstalled('large'), { code: 'file-too-large' })
  writeFileSync(join(folder, 'broken.json'), '{')
  t.throws(() => loadInstalled('broken', emptyTrust), {
    code: 'json-syntax',
    where: { file: join(folder, 'broken.json') },
  })
  t.end()
})

await t.test('a file of another user is not read', t => {
  const folder = useFolder(t.testdir())
  installRecipe('shop', '{}', false)
  const own = process.getuid?.() ?? 0
  if (own === 0) chownSync(join(folder, 'shop.json'), 1234, 1234)
  else t.intercept(process, 'getuid', { value: () => own + 1 })
  t.throws(() => readInstalled('shop'), { code: 'file-access', message: /another user/ })
  t.end()
})

await t.test('a folder that cannot be written', t => {
  const home = t.testdir()
  useFolder(home)
  chmodSync(home, 0o555)
  t.throws(() => asNobody(() => installRecipe('shop', '{}', false)), {
    code: 'file-access',
    message: /permission denied/,
  })
  t.strictSame(installedNames(), [])
  t.end()
})

await t.test('a folder where a file is', t => {
  const home = t.testdir({ drawaudit: 'a file' })
  useFolder(home)
  t.strictSame(installedNames(), [])
  t.equal(readInstalled('shop'), undefined)
  t.throws(() => installRecipe('shop', '{}', false), { code: 'file-access' })
  t.end()
})

await t.test('a name of drawaudit’s is drawaudit’s, whatever is installed', t => {
  useFolder(t.testdir())
  installRecipe('raffair', '{}', true)
  t.equal(locateRecipe('raffair').from, 'drawaudit')
  t.end()
})
