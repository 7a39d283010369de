// An explanation as plain texts.
import t from 'tap'
import { createSteps } from '../../src/page/steps.js'

type Steps = Parameters<typeof createSteps>[0]['steps']

const stepOf = (step: object): ReturnType<typeof createSteps>[number] | undefined =>
  createSteps({ steps: [step] as unknown as Steps, claims: [] })[0]

const hash = {
  operation: 'sha256',
  inputs: [{ name: 'seed', value: '01' }, { value: '02' }],
  output: { value: 'ab' },
}
const said = {
  operation: 'sha256',
  inputs: [{ name: 'seed', value: '01' }, { value: '02' }],
  output: 'ab',
}

await t.test('a step lists its operations, of which the last has the result', t => {
  t.strictSame(stepOf({ name: 'mix', operations: [hash], output: { value: 'ab' } }), {
    title: 'mix',
    operations: [said],
  })
  t.end()
})

await t.test('a step without operations has its result alone', t => {
  t.strictSame(stepOf({ name: 'mix', title: 'all of it', operations: [], output: { value: 7, more: 3 } }), {
    title: 'mix: all of it',
    operations: [{ operation: 'result', inputs: [], output: '7 … (3 more)' }],
  })
  t.end()
})

await t.test('a step that came to nothing says why, and has no result', t => {
  t.strictSame(stepOf({ name: 'mix', expression: '$seed', operations: [], failed: 'there is no seed' }), {
    title: 'mix = "$seed"',
    operations: [],
    failed: 'there is no seed',
  })
  t.end()
})

await t.test('claims that took no operation are no steps', t => {
  const claims = [
    { id: 'a.b', operations: [hash] },
    { id: 'c.d', operations: [] },
    { id: 'e.f', operations: [hash] },
  ] as unknown as Parameters<typeof createSteps>[0]['claims']
  const steps = createSteps({ steps: [], claims }, { claim: id => (id === 'a.b' ? 'it is so' : undefined) })
  t.strictSame(steps, [
    { title: 'it is so', operations: [said] },
    { title: 'e.f', operations: [said] },
  ])
  t.end()
})
