import t from 'tap'
import { defineCommand } from '../../../src/cli/shared/command.js'
import { switchOption, valueOption } from '../../../src/cli/shared/options.js'
import { checkOptions, describeUsage, guardDashes, releaseDashes } from '../../../src/cli/shared/usage.js'

const command = defineCommand({
  name: 'try <first> <rest..>',
  describe: 'Try',
  arguments: {
    first: { type: 'string', demandOption: true },
    rest: { type: 'string', array: true, demandOption: true },
  },
  options: {
    force: { ...switchOption, alias: 'f' },
    name: valueOption,
    draw: { ...valueOption, array: true },
  },
  examples: [['$0 try a b', 'Try it']],
  print: () => Promise.resolve(0),
})

await t.test('options are checked by how they were declared', t => {
  const wrong: readonly (readonly [values: object, args: readonly string[], message: string])[] = [
    [{ force: false }, ['--force=yes'], '--force does not take a value, found "yes"'],
    [{ help: false }, ['--help=yes'], '--help does not take a value, found "yes"'],
    [{ name: false }, ['--no-name'], 'there is no option --no-name'],
    [{ draw: [false] }, ['--no-draw'], 'there is no option --no-draw'],
    [{ name: ['a', 'b'] }, ['--name', 'a', '--name', 'b'], '--name is given more than once'],
    [{ force: [true, true] }, ['--force', '--force'], '--force is given more than once'],
    [{ f: [true, true] }, ['-f', '-f'], '-f is given more than once'],
    [{ first: ['a', 'b'] }, ['--first', 'a', '--first', 'b'], '--first is given more than once'],
  ]
  for (const [values, args, message] of wrong) {
    const check = (): void => {
      checkOptions({ _: [], $0: '', ...values }, command, args)
    }
    t.throws(check, { code: 'usage', message })
  }
  const right: readonly (readonly [values: object, args: readonly string[]])[] = [
    [{ force: false, f: false }, ['--no-force']],
    [{ force: true, f: true }, ['--force=true']],
    [{ name: '--force=yes' }, ['--name', 'a', '--', '--force=yes']],
    [{ draw: ['a', 'b'], rest: ['c', 'd'], _: ['e', 'f'] }, ['--draw', 'a', '--draw=b', 'c', 'd']],
    [{ color: false }, ['--no-color']],
  ]
  for (const [values, args] of right) {
    const check = (): void => {
      checkOptions({ ...values }, command, args)
    }
    t.doesNotThrow(check, args.join(' '))
  }
  t.end()
})

await t.test('a missing argument is named', t => {
  const call = { args: ['try', 'a'], words: ['try'], command }
  const say = (got: number) =>
    describeUsage(`Not enough non-option arguments: got ${got}, need at least 2`, ['a'], call)
  t.match(say(0), {
    message: 'the argument <first> is missing',
    hint: 'drawaudit try --help shows how to call it',
  })
  t.match(say(1), { message: 'the argument <rest> is missing' })
  t.end()
})

await t.test('an unknown option is taken for the one that is near', t => {
  const say = (...args: readonly string[]) =>
    describeUsage(
      `Unknown arguments: ${args.map(arg => arg.replace(/^-+(no-)?|=.*/g, '')).join(', ')}`,
      ['try'],
      { args, words: ['try'], group: { name: 'group', commands: [command] }, command },
    )
  t.match(say('--nam'), { message: 'unknown argument: --nam', hint: 'did you mean --name?' })
  t.match(say('--wholly', '--forse=1'), {
    message: 'unknown argument: --wholly, --forse',
    hint: 'did you mean --force?',
  })
  for (const arg of ['--wholly', '-n', 'name2', '--no-nam']) {
    t.match(say(arg), { hint: 'drawaudit group try --help shows how to call it' }, arg)
  }
  t.end()
})

await t.test('dashes are data after -- and alone', t => {
  const guarded = guardDashes(['-', '--x', '--', '--y', '-z'])
  const values = { _: guarded, one: guarded[0] }
  releaseDashes(values)
  t.strictSame(values, { _: ['-', '--x', '--y', '-z'], one: '-' })
  t.end()
})
