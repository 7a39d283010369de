import t from 'tap'
import { findGaps } from '../../../src/cli/init/levels.js'

await t.test('what is missing for level 5, and the command for it', t => {
  const commandOf = (means: Parameters<typeof findGaps>[0]): string | undefined =>
    findGaps(means).find(({ level }) => level === 5)?.command
  t.equal(commandOf({ hasLog: false, witnesses: 0 }), 'drawaudit init --log ORIGIN --witness URL=VKEY')
  t.equal(commandOf({ hasLog: true, witnesses: 0 }), 'drawaudit init --witness URL=VKEY')
  t.equal(commandOf({ hasLog: false, witnesses: 0, namesList: true }), 'drawaudit init')
  t.strictSame(findGaps({ hasLog: true, witnesses: 1, namesList: true }), [], 'once the store asks one')
  t.end()
})
