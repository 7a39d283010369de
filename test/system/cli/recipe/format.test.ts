import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { proven, root, run } from '../../../cli/resident.js'

const draw = JSON.parse(readFileSync(join(root, proven), 'utf8')) as { recipe: string }
const json = readFileSync(join(root, `recipes/${draw.recipe}.json`), 'utf8')

await t.test('a recipe becomes text, and text the same recipe', async t => {
  const folder = t.testdir({})
  const call = async (...args: readonly string[]) => run(args, { cwd: folder })
  const printed = await call('recipe', 'format', draw.recipe, '--to', 'text')
  t.equal(printed.code, 0, printed.stderr)
  t.match(printed.stdout, new RegExp(`^recipe ${draw.recipe}\ntitle "`))
  await call('recipe', 'format', draw.recipe, '-o', 'a.txt')
  t.equal(readFileSync(join(folder, 'a.txt'), 'utf8'), printed.stdout, 'text when no form is named')
  const back = await call('recipe', 'format', 'a.txt', '--to', 'json')
  t.strictSame(JSON.parse(back.stdout), JSON.parse(json))
  t.equal((await call('recipe', 'format', 'a.txt')).stdout, printed.stdout)

  const digests = await Promise.all(
    [draw.recipe, 'a.txt'].map(async recipe => {
      const { stdout } = await call('verify', join(root, proven), '--recipe', recipe, '--format', 'json')
      const { subjects } = JSON.parse(stdout) as { subjects: readonly { recipe: { digest: string } }[] }
      return subjects[0]?.recipe.digest
    }),
  )
  t.match(digests[0], /^sha256:/)
  t.equal(digests[1], digests[0])
})

await t.test('whatever takes a recipe takes text', async t => {
  const folder = t.testdir({})
  const call = async (...args: readonly string[]) => run(args, { cwd: folder })
  await call('recipe', 'format', draw.recipe, '-o', 'a.txt')
  const shown = await call('recipe', 'show', 'a.txt')
  t.equal(shown.stdout, readFileSync(join(folder, 'a.txt'), 'utf8'))
  t.match(shown.stderr, /is a valid recipe: \d+ inputs/)
  const tested = await call('recipe', 'test', 'a.txt', join(root, proven))
  t.equal(tested.code, 0, tested.stderr)
  const explained = await call('explain', join(root, proven), '--recipe', 'a.txt')
  t.equal(explained.code, 0, explained.stderr)
})

await t.test('what is wrong with a text is said at its place', async t => {
  const input = 'source "here"\ninput seed: bytes hex 32 "seed"\n'
  const folder = t.testdir({
    'cut.txt': 'recipe a\nlet x = sha256(\n',
    'type.txt': `recipe a\ntitle "A"\n${input}\nlet x = seed + 1\nclaim a.b "it is": x = 1\n`,
    'draft.txt': `recipe a\n${input}claim a.b "it is": nothing = 1`,
  })
  const call = async (...args: readonly string[]) => run(args, { cwd: folder })
  const [cut, type, draft, verified, formatted, unknown] = await Promise.all([
    call('recipe', 'show', 'cut.txt'),
    call('recipe', 'show', 'type.txt'),
    call('recipe', 'format', 'draft.txt'),
    call('verify', join(root, proven), '--recipe', 'type.txt'),
    call('recipe', 'format', 'type.txt', '--to', 'json'),
    call('recipe', 'format', 'no-such-recipe'),
  ])
  t.match(
    cut.stderr,
    /^error: cut\.txt, line 3, column 1: expected an expression, found the end of the text\nhint: /,
  )
  const wrong =
    /^error: type\.txt, line 6, column 9, at \/steps\/x\/add\/0: expected integer, found 32 bytes\nhint: .*integer_be/
  t.match(type.stderr, wrong)
  t.match(verified.stderr, wrong)
  t.match(
    draft.stderr,
    /^error: draft\.txt, line 1, column 1, at \/title: not a recipe: \/title is missing\n/,
  )
  t.strictSame([cut.code, type.code, draft.code, verified.code, unknown.code], [2, 2, 2, 2, 2])
  t.equal(formatted.code, 0, 'types are not looked at')
  t.match(unknown.stderr, /there is no recipe "no-such-recipe"/)
})

await t.test('a file that is there is kept', async t => {
  const folder = t.testdir({ 'a.txt': 'mine' })
  const call = async (...args: readonly string[]) => run(args, { cwd: folder })
  const kept = await call('recipe', 'format', draw.recipe, '-o', 'a.txt')
  t.equal(kept.code, 2)
  t.equal(readFileSync(join(folder, 'a.txt'), 'utf8'), 'mine')
  t.equal((await call('recipe', 'format', draw.recipe, '-o', 'a.txt', '--force')).code, 0)
})
