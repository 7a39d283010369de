// What all declarations of commands have in common.
import t from 'tap'
import { loaders } from '../../src/cli/main.js'

const commands = await Promise.all(
  Object.entries(loaders).map(async ([word, load]) =>
    (await load()).map(command => {
      const [first = ''] = command.name.split(' ')
      return { ...command, call: first === word ? word : `${word} ${first}` }
    }),
  ),
)

for (const { call, name, describe, arguments: positionals, options, examples } of commands.flat()) {
  await t.test(call, t => {
    t.strictSame(
      Array.from(name.matchAll(/[<[](\w+)(?:\.\.)?[\]>]/g), ([, argument]) => argument),
      Object.keys(positionals),
      'every argument of its name is declared, in that order',
    )
    for (const [argument, { demandOption = false, array = false }] of Object.entries(positionals)) {
      t.equal(demandOption, name.includes(`<${argument}`), `whether ${argument} has to be given`)
      t.equal(array, name.includes(`${argument}..`), `whether ${argument} is a list`)
    }
    t.strictSame(
      Object.keys(options).filter(option => Object.hasOwn(positionals, option)),
      [],
      'no option has the name of an argument',
    )
    for (const [option, declared] of Object.entries({ ...positionals, ...options })) {
      t.ok(declared.describe, `${option} is described`)
      t.ok(declared.type ?? declared.choices, `${option} has a type`)
    }
    t.match(describe, /^[A-Z].*[^.]$/)
    t.not(examples.length, 0)
    t.ok(
      examples.some(([example]) => example.includes(`$0 ${call}`)),
      'an example calls it',
    )
    t.end()
  })
}
