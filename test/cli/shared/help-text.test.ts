// What every --help says, and how it is laid out.
import { spawnSync } from 'node:child_process'
import t from 'tap'
import { describeCommand, renderHelp } from '../../../src/cli/shared/help-text.js'
import { placeholderOf } from '../../../src/cli/shared/placeholders.js'
import { runProgram } from '../../../src/cli/shared/program.js'
import { readUsageTable } from '../../../src/cli/shared/usage-table.js'
import type { Command } from '../../../src/cli/shared/command.js'

const { groups, commands } = readUsageTable()
const declared = Object.entries(commands).flatMap(([word, usages]) =>
  usages.map(usage => {
    const command: Command = { ...usage, run: () => Promise.resolve(0) }
    return { command, ...(word in groups && { group: { name: word, commands: [command] } }) }
  }),
)
const helpsIn = (columns: number): readonly string[] =>
  [...declared, ...declared.flatMap(({ group }) => (group === undefined ? [] : [{ group }]))].map(call =>
    renderHelp({ args: [], words: [], ...call }, { lines: [] }, columns),
  )

/** The examples of a help, with what is before the next section. */
const examplesOf = (help: string): string => /\nExamples:\n([^]*?)(?:\n\n|\n$|$)/.exec(help)?.[1] ?? ''

await t.test('no line is wider than the terminal, but for what cannot be divided', t => {
  for (const columns of [60, 80, 120]) {
    const long = helpsIn(columns)
      .flatMap(help => help.split('\n'))
      .filter(line => line.length > columns && /\S\s+\S/.test(line.replace(/ \\$/, '')))
    t.strictSame(long, [], `${columns} columns`)
  }
  t.end()
})

await t.test(
  'examples can be pasted into a shell in any width: they are calls that the program takes',
  async t => {
    const folder = t.testdir()
    // Every call of the program listens to them.
    for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0)
    const words = (script: string): readonly string[] =>
      // Each call ends with two NULs, and `curl` and the like are not called.
      spawnSync('sh', ['-s'], {
        // Some write to files.
        cwd: folder,
        encoding: 'utf8',
        input: `drawaudit() { printf '%s\\0' "$@"; printf '\\0'; }\n${script.replaceAll(/^ *\S+(?: \S+)* \| /gm, '')}\n`,
      })
        .stdout.split('\0\0')
        .filter(call => call !== '')
    const wide = words(helpsIn(1000).map(examplesOf).join('\n'))
    t.ok(wide.length > 160, `${wide.length} examples`)
    t.strictSame(words(helpsIn(60).map(examplesOf).join('\n')), wide)
    t.strictSame(words(helpsIn(80).map(examplesOf).join('\n')), wide)
    const loaders = Object.fromEntries(
      Object.entries(commands).map(([word, usages]) => [
        word,
        () => Promise.resolve(usages.map((usage): Command => ({ ...usage, run: () => Promise.resolve(3) }))),
      ]),
    )
    for (const call of wide) t.equal(await runProgram(call.split('\0'), loaders, groups), 3, call)
  },
)

await t.test('every option says what it takes', t => {
  for (const { command, group } of declared) {
    const { call, options } = describeCommand(command, group?.name)
    for (const { term } of options) t.notMatch(term, / VALUE$/, `${call} ${term}`)
  }
  t.equal(placeholderOf('no-such-option'), 'VALUE')
  t.end()
})

await t.test('values, defaults and exit codes are those of the declaration', t => {
  const {
    call,
    arguments: given,
    options,
    exits,
    epilogue,
  } = describeCommand(
    {
      name: 'add <path..>',
      describe: 'Add up',
      arguments: { path: { array: true, describe: 'Files' } },
      options: {
        store: {
          type: 'string',
          demandOption: true,
          describe: 'A store',
          fallback: { environment: ['DRAWAUDIT_STORE'], setting: 'store', otherwise: 'none' },
        },
        'key-file': { type: 'string', describe: 'A key', fallback: { setting: 'key_file' } },
        engine: { choices: ['a', 'b'], default: 'a', describe: 'What adds' },
        out: { type: 'string', alias: 'o', placeholder: 'FOLDER', describe: 'Where (default: here); or not' },
        quiet: { type: 'boolean', default: false, describe: 'Say less' },
      },
      examples: [['$0 add 1', 'One']],
      exits: { 0: 'added', 1: 'nothing' },
    },
    'sum',
  )
  t.equal(call, 'drawaudit sum add <path..>')
  t.match(given, [{ term: 'path', says: 'Files', notes: ['may be repeated'], usual: '' }])
  t.strictSame(
    options.map(({ term, says, notes, usual }) => [term, says, notes, usual]),
    [
      ['--store STORE', 'A store', ['required'], 'DRAWAUDIT_STORE, store in drawaudit.json, or none'],
      ['--key-file FILE', 'A key', [], 'key_file in drawaudit.json'],
      ['--engine a|b', 'What adds', [], 'a'],
      ['-o, --out FOLDER', 'Where; or not', [], 'here'],
      ['--quiet', 'Say less', [], ''],
    ],
  )
  t.strictSame(exits, [
    ['0', 'added'],
    ['1', 'nothing'],
    ['2', 'usage error, or refused'],
  ])
  t.equal(epilogue, undefined)
  t.end()
})
