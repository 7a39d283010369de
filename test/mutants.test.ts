import { readFileSync, readdirSync } from 'node:fs'
import t from 'tap'
import { parseJson, type JsonValue } from '../src/core/json.js'
import { parsePublishedDraw, type PublishedDraw } from '../src/model/published-draw.js'
import { inputsOf, parseRecipe, type Recipe } from '../src/recipe/recipe.js'
import { verifyPublished } from '../src/verify/verify-published.js'

const folder = new URL('../fixtures/draws/', import.meta.url)
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
  name.endsWith('.json'),
)

const readRecipe = (name: string): Recipe =>
  parseRecipe(parseJson(readFileSync(new URL(`../recipes/${name}.json`, import.meta.url))))

type Json = JsonValue
type Path = readonly (string | number)[]

/** A copy of `value` in which the part at `path` is what `change` makes of it; undefined takes it out. */
function change(value: Json, path: Path, edit: (part: Json) => readonly Json[]): Json {
  const [key, ...rest] = path
  if (Array.isArray(value)) {
    return value.flatMap((item: Json, index) =>
      index !== key ? [item] : rest.length > 0 ? [change(item, rest, edit)] : edit(item),
    )
  }
  const entries = Object.entries(value as Record<string, Json>).flatMap(([name, item]): [string, Json][] => {
    if (name !== key) return [[name, item]]
    return (rest.length > 0 ? [change(item, rest, edit)] : edit(item)).slice(0, 1).map(part => [name, part])
  })
  return Object.fromEntries(entries)
}

/** Every place in a value, itself left out. */
function places(value: Json, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Array.isArray(value)
    ? value.map((item: Json, index) => [index, item] as const)
    : Object.entries(value)
  return inner.flatMap(([key, item]) => [[...path, key], ...places(item, [...path, key])])
}

function alter(part: Json): readonly Json[] {
  if (typeof part === 'number') return [part + 1]
  if (typeof part === 'string') return [(part.startsWith('1') ? '2' : '1') + part.slice(1)]
  if (Array.isArray(part)) return [(part as readonly Json[]).toReversed()]
  return [{}]
}

/** Lists that their recipe sorts before anything else: in another order they are the same list. */
const unordered = ['raffair: tickets altered']

interface Mutation {
  readonly name: string
  readonly field: string
  readonly removed: boolean
  readonly published: PublishedDraw['published']
}

function* mutationsOf({ published }: PublishedDraw): Generator<Mutation> {
  for (const path of places(published)) {
    const field = String(path[0])
    const edits: Record<string, (part: Json) => readonly Json[]> = {
      altered: alter,
      removed: () => [],
      // A name cannot stand twice in an object; that is tested on the text below.
      ...(typeof path.at(-1) === 'number' && { duplicated: part => [part, part] }),
    }
    for (const [edit, apply] of Object.entries(edits)) {
      const mutant = change(published, path, apply) as PublishedDraw['published']
      // A palindrome stays the same reversed.
      if (JSON.stringify(mutant) === JSON.stringify(published)) continue
      yield {
        name: `${path.join('/')} ${edit}`,
        field,
        removed: edit === 'removed' && path.length === 1,
        published: mutant,
      }
    }
  }
}

for (const file of files) {
  const bytes = readFileSync(new URL(file, folder))
  const draw = parsePublishedDraw(parseJson(bytes))
  const recipe = readRecipe(draw.recipe)
  const statusesOf = (published: PublishedDraw['published']): ReadonlyMap<string, string> =>
    new Map(
      verifyPublished({ ...draw, published }, recipe).subjects.flatMap(({ claims }) =>
        claims.map(({ id, status }) => [id, status] as const),
      ),
    )

  await t.test(`${file}: no mutant keeps the claim that it changes`, t => {
    const leaks: string[] = []
    let mutants = 0
    for (const { name, field, removed, published } of mutationsOf(draw)) {
      mutants += 1
      const statuses = statusesOf(published)
      const resting = recipe.claims.filter(claim => inputsOf(claim).has(field))
      const unproven = resting.filter(({ id }) => statuses.get(id) !== 'proven')
      if (unproven.length === 0 && !unordered.includes(`${recipe.name}: ${name}`))
        leaks.push(`${name}: every claim that rests on it is still proven`)
      if (removed && unproven.length < resting.length) leaks.push(`${name}: a claim is proven without it`)
    }
    t.strictSame(leaks, [])
    t.ok(mutants > 2 * Object.keys(draw.published).length, `${mutants} mutants`)
    t.end()
  })

  await t.test(`${file}: a field that stands twice is refused`, t => {
    const text = bytes.toString()
    const names = Object.keys(draw.published)
    for (const name of names) {
      const member = `${JSON.stringify(name)}: ${JSON.stringify(draw.published[name])}`
      const twice = text.replace('"published": {', `"published": { ${member},`)
      t.throws(() => parseJson(twice), { message: `duplicate name ${JSON.stringify(name)}` })
    }
    t.end()
  })
}
