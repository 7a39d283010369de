// Says which tests have another name or place than at a commit, so that none is lost on the way:
// `node scripts/test-names.js COMMIT`. Titles are read from the source, templates as they stand there.
import { execFileSync } from 'node:child_process'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('../', import.meta.url))
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })

/** The files of each title at a commit, a file once for each test. */
function readTitles(commit) {
  const titles = new Map()
  for (const file of git('ls-tree', '-r', '--name-only', commit, 'test').split('\n')) {
    if (!file.endsWith('.ts')) continue
    const source = ts.createSourceFile(file, git('show', `${commit}:${file}`), ts.ScriptTarget.Latest, true)
    const visit = node => {
      const title = titleOf(node, source)
      if (title !== undefined) titles.set(title, [...(titles.get(title) ?? []), file])
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return titles
}

/** Of a call of `t.test`. */
function titleOf(node, source) {
  if (!ts.isCallExpression(node) || node.arguments.length < 2) return undefined
  const { expression } = node
  if (!ts.isPropertyAccessExpression(expression) || expression.name.text !== 'test') return undefined
  const [title] = node.arguments
  return (ts.isStringLiteralLike(title) ? title.text : title.getText(source)).replace(/\s+/g, ' ')
}

const [commit] = process.argv.slice(2)
if (commit === undefined) {
  console.error('error: which commit? node scripts/test-names.js COMMIT')
  process.exit(2)
}
const [before, now] = [readTitles(commit), readTitles('HEAD')]
const counts = { before: 0, now: 0, moved: 0, gone: 0 }
for (const files of now.values()) counts.now += files.length
for (const [title, files] of before) {
  counts.before += files.length
  const left = [...(now.get(title) ?? [])]
  const take = fits => {
    const at = left.findIndex(fits)
    return at < 0 ? undefined : left.splice(at, 1)[0]
  }
  const others = files.filter(file => take(one => one === file) === undefined)
  for (const file of others) {
    const place = take(one => basename(one) === basename(file)) ?? left.shift()
    counts[place === undefined ? 'gone' : 'moved'] += 1
    console.log(place === undefined ? `gone: ${file}: ${title}` : `moved: ${file} → ${place}: ${title}`)
  }
}
for (const [title, files] of now) {
  const more = files.length - (before.get(title)?.length ?? 0)
  if (more > 0) console.log(`new: ${files.at(-1)}: ${title}`)
}
console.log(
  `${counts.before} tests in ${commit}, ${counts.now} now: ${counts.moved} moved, ${counts.gone} gone`,
)
