import t from 'tap'
import { findGaps, renderOwn } from '../../../src/cli/init/levels.js'

await t.test('what is missing for level 5, and the command for it', t => {
  const commandOf = (means: Parameters<typeof findGaps>[0]): string | undefined =>
    findGaps(means).find(({ level }) => level === 5)?.command
  t.equal(commandOf({ hasLog: false, witnesses: 0 }), 'drawaudit init --log ORIGIN --witness URL=VKEY')
  t.equal(commandOf({ hasLog: true, witnesses: 0 }), 'drawaudit init --witness URL=VKEY')
  t.equal(commandOf({ hasLog: false, witnesses: 0, namesList: true }), 'drawaudit init')
  t.strictSame(findGaps({ hasLog: true, witnesses: 1, namesList: true }), [], 'once the store asks one')
  t.end()
})

await t.test('a witness without a public address is most likely the operator’s own', t => {
  const own = [
    'http://127.0.0.1:9',
    'http://[::1]/',
    'https://10.0.0.7/w',
    'http://localhost',
    'https://w.lan',
  ]
  const others = ['https://witness.example/', 'https://9.9.9.9']
  t.match(renderOwn([...others, ...own]), `${own.join(', ')}: no public address, so most likely your own; `)
  t.notMatch(renderOwn([...others, ...own]), others[0])
  t.equal(renderOwn(others), '')
  t.end()
})
