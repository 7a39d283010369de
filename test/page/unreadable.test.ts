// What cannot be read is not judged.
import t from 'tap'
import { createUnreadable } from '../../src/page/unreadable.js'

await t.test('of what cannot be read nothing is said but why', t => {
  const model = createUnreadable({ code: 'json-syntax', message: 'the document cannot be read' })
  t.match(model, {
    ...{ kind: 'unreadable', title: 'What was given cannot be checked', verdict: 'not-checked' },
    ...{ winners: [], paths: [], findings: [], keys: [] },
  })
  t.strictSame(model.chooser, { says: ['Nothing was checked.'] })
  t.strictSame(model.claims, [
    {
      ...{ id: 'document.read', word: 'not-checked', code: 'json-syntax' },
      ...{ message: 'the document cannot be read', says: 'The document cannot be read.' },
    },
  ])
  t.strictSame(
    model.answers.map(({ word, text }) => [word, ...text]),
    Array.from({ length: 5 }, () => ['not-checked', 'Nothing was checked.']),
  )
  t.end()
})
