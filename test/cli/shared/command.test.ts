import t from 'tap'
import { defineCommand, type Command } from '../../../src/cli/shared/command.js'
import { pathArgument, quietOption, valueOption } from '../../../src/cli/shared/options.js'

/** Runs a command with values, and returns what it wrote and its exit code. */
async function call(command: Command, values: object) {
  const written = { stdout: '', stderr: '' }
  const catches = (['stdout', 'stderr'] as const).map(name =>
    t.intercept(process[name], 'write', {
      value(text: string, done?: () => void) {
        written[name] += text
        done?.()
        return true
      },
    }),
  )
  try {
    return { exitCode: await command.run(values), ...written }
  } finally {
    // The results of the tests go there, too.
    for (const { restore } of catches) restore()
  }
}

const sum = defineCommand({
  name: 'sum <path..>',
  describe: 'Add up numbers',
  arguments: { path: pathArgument },
  options: { unit: { ...valueOption, default: 'm' }, quiet: quietOption },
  examples: [['$0 sum 1 2', 'Their sum']],
  epilogue: 'Exits 1 for nothing.',
  run: ({ path, unit }) => ({ total: path.reduce((total, one) => total + Number(one), 0), unit }),
  json: ({ total }, { unit }) => ({ [unit]: total }),
  text: ({ total, unit }, { quiet }, { colour, width }) =>
    `${quiet ? '' : 'sum: '}${total} ${unit}, ${colour ? 'coloured' : 'plain'}, ${width} wide\n`,
  notes: ({ total }) => (total === 0 ? 'note: nothing\n' : ''),
  exitCode: ({ total }) => (total === 0 ? 1 : 0),
})

const values = { path: ['1', '2'], unit: 'm', quiet: false, format: 'text', color: false }

await t.test('a result is printed as text, or as JSON', async t => {
  t.strictSame(await call(sum, values), {
    exitCode: 0,
    stdout: 'sum: 3 m, plain, 80 wide\n',
    stderr: '',
  })
})

await t.test('text knows the options and how it may look', async t => {
  const { stdout } = await call(sum, { ...values, quiet: true, color: true })
  t.equal(stdout, '3 m, coloured, 80 wide\n')
})

await t.test('the exit code follows from the result, and notes are beside it', async t => {
  t.strictSame(await call(sum, { ...values, path: [], color: false }), {
    exitCode: 1,
    stdout: 'sum: 0 m, plain, 80 wide\n',
    stderr: 'note: nothing\n',
  })
})

await t.test('JSON is on standard output alone, with the same exit code', async t => {
  t.strictSame(await call(sum, { ...values, path: [], format: 'json' }), {
    exitCode: 1,
    stdout: '{\n  "m": 0\n}\n',
    stderr: '',
  })
})

await t.test('without a form of its own JSON is the result, and the exit code 0', async t => {
  const bare = defineCommand({
    name: 'bare',
    describe: 'Answer',
    examples: [['$0 bare', 'The answer']],
    run: () => Promise.resolve({ answer: 42 }),
    text: ({ answer }) => `${answer}\n`,
  })
  t.strictSame([Object.keys(bare.arguments), Object.keys(bare.options)], [[], ['format', 'color']])
  t.strictSame(await call(bare, { format: 'json', color: undefined }), {
    exitCode: 0,
    stdout: '{\n  "answer": 42\n}\n',
    stderr: '',
  })
})

await t.test('what prints for itself has no format that it does not declare', async t => {
  const served: unknown[] = []
  const serve = defineCommand({
    name: 'serve',
    describe: 'Serve',
    options: { port: valueOption },
    examples: [['$0 serve', 'Until it is stopped']],
    print({ port }) {
      served.push(port)
      return Promise.resolve(4)
    },
  })
  t.strictSame(Object.keys(serve.options), ['port', 'color'])
  t.strictSame(await call(serve, { port: '1', color: undefined }), {
    exitCode: 4,
    stdout: '',
    stderr: '',
  })
  t.strictSame(served, ['1'])
})

await t.test('its own options come before those of all commands', t => {
  t.strictSame(Object.keys(sum.options), ['unit', 'quiet', 'format', 'color'])
  t.match(sum, { name: 'sum <path..>', epilogue: 'Exits 1 for nothing.' })
  t.end()
})
