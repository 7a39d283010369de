import { readFileSync } from 'node:fs'
import t from 'tap'
import { parseJson, type JsonValue } from '../../src/core/json.js'
import { DrawauditError } from '../../src/errors.js'
import { parseTrust } from '../../src/model/trust.js'
import type { Engine } from '../../src/core/engine.js'
import { native } from '../../src/native/engine.js'
import type { Subject } from '../../src/model/report.js'
import { createReport } from '../../src/verify/verdict.js'
import type { DocumentOptions } from '../../src/verify/options.js'
import { verifyPublished } from '../../src/verify/draw/verify-published.js'
import { describeUnreadable, verifyDocument } from '../../src/verify/verify-document.js'
import { drawOf, good, recipeJson, recipeOf, refusal } from '../recipe/build.js'
import { claimOf, endingOf, inReport } from './report.js'

const draw = drawOf({ seed: '', hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' })
const recipes = new Map([['test', recipeOf(good)]])

const verify = (value: unknown, require?: readonly string[]): Subject =>
  inReport(
    verifyDocument(JSON.parse(JSON.stringify(value)) as JsonValue, {
      source: 'some.json',
      now: new Date(),
      findRecipe: name => recipes.get(name),
      ...(require && { require }),
    }),
    require,
  )

await t.test('a published draw is verified by the recipe of its name', t => {
  const subject = verify(draw, ['seed.committed'])
  t.strictSame([subject.kind, subject.source, subject.verdict], ['published-draw', 'some.json', 'proven'])
  t.equal(endingOf(subject, 'seed.committed'), 'proven values-equal')
  t.equal(verify(draw, ['winner.derived']).verdict, 'not-provable')
  t.end()
})

await t.test('a draw whose recipe is not there is not provable', t => {
  for (const recipe of ['other', 'constructor', 'to-string']) {
    const subject = verify({ ...draw, recipe })
    t.equal(endingOf(subject, 'document.read'), 'not-provable recipe-unknown')
    t.match(
      claimOf(subject, 'document.read')?.message,
      new RegExp(`there is none called "${recipe}"; give one with --recipe$`),
    )
    t.strictSame([subject.kind, subject.title, subject.claims.length], ['published-draw', 'Test draw', 1])
  }
  t.end()
})

await t.test('a draw of another form is not provable, and where is said', t => {
  const { title, ...untitled } = draw
  const cases: readonly (readonly [value: object, message: RegExp])[] = [
    [untitled, /: not a published draw: \/title is missing$/],
    [{ ...draw, draw: 'drawaudit/v2' }, /\/draw expected "drawaudit\/v1"$/],
    [{ ...draw, draw: null }, /\/draw expected "drawaudit\/v1"$/],
    [{ ...draw, recipe: '../x' }, /\/recipe expected a recipe's name of a-z, 0-9 and -$/],
    [{ ...draw, published: {} }, /\/published expected at least 1 member$/],
    [{ ...draw, published: [] }, /\/published expected object$/],
    [{ ...draw, published: { Seed: '' } }, /\/published\/Seed expected a name of a-z, 0-9 and _$/],
    [{ ...draw, winner: 5 }, /\/winner is not a known member$/],
    [{ draw: 'drawaudit/v1' }, /\/recipe is missing; \/title is missing; \/source is missing; and 1 more$/],
  ]
  t.equal(title, 'Test draw')
  t.equal(verify({ draw: 17 }).kind, 'unknown', 'a value of that name')
  for (const [value, message] of cases) {
    const subject = verify(value)
    t.strictSame(
      [subject.kind, endingOf(subject, 'document.read')],
      ['published-draw', 'not-provable draw-schema'],
    )
    t.match(claimOf(subject, 'document.read')?.message, message)
  }
  t.end()
})

await t.test('what fails on our side is no verdict on the document', t => {
  const value = drawOf({ seed: '00', hash: '00'.repeat(32) }) as unknown as JsonValue
  const chain = { from: '$seed', times: 100_000, hash: 'sha256', encoding: 'bytes' }
  const claim = { id: 'seed.committed', says: 'it is', equal: [{ hash_chain: chain }, '$hash'] }
  const recipe = recipeOf({ ...good, claims: [claim] })
  for (const error of [new DrawauditError('internal', 'a defect'), new TypeError('a defect')]) {
    const options = { source: 'here', now: new Date(), findRecipe: () => recipe, engine: native }
    const onProgress = (): never => {
      throw error
    }
    t.throws(() => verifyDocument(value, { ...options, onProgress }), error, error.name)
  }
  t.end()
})

await t.test('an audit record is recognised by its raffle and its draws, whatever else is in it', t => {
  const raffle_id = '966e7bac-0056-4380-8c6c-a0572662dc91'
  for (const value of [
    { raffle_id, draws: [] },
    { raffle_id, draw_id: 1 },
    { raffle_id, winner_entry_id: 1 },
    { raffle_id, draws: [], draw: 1, bundle: 1 },
  ]) {
    t.strictSame(
      [verify(value).kind, verify(value).verdict],
      ['audit-record', 'refuted'],
      JSON.stringify(value),
    )
  }
  t.equal(verify({ raffle_id, total_draws: 0, draws: [] }).level, 1)
  t.end()
})

const report = createReport([verify(draw)])
const raffle = { raffle_id: '966e7bac-0056-4380-8c6c-a0572662dc91', total_entries: 5 }

const others: readonly (readonly [value: unknown, code: string, found: RegExp])[] = [
  [null, 'document-unknown', /found no JSON object$/],
  [true, 'document-unknown', /found no JSON object$/],
  [5, 'document-unknown', /found no JSON object$/],
  ['draw', 'document-unknown', /found no JSON object$/],
  [[], 'document-unknown', /found an empty list$/],
  [[1, 2], 'document-unknown', /found a list of values: a draw is a JSON object$/],
  [[draw], 'document-unknown', /found a list of one JSON object: if these are the values of a draw, /],
  [
    [{ winner: 5 }, { winner: 6 }],
    'document-unknown',
    /found a list of 2 JSON objects: if these are the values of a draw, give the recipe with --recipe, or search for one with drawaudit recipe find$/,
  ],
  [
    {},
    'document-unknown',
    /found another JSON object: if these are the values of a draw, give the recipe with --recipe, or search for one with drawaudit recipe find$/,
  ],
  [
    { winner: 5 },
    'document-unknown',
    /found another JSON object: if these are the values of a draw, give the recipe with --recipe, or search for one with drawaudit recipe find$/,
  ],
  [
    { draws: [] },
    'document-unknown',
    /found another JSON object: if these are the values of a draw, give the recipe with --recipe, or search for one with drawaudit recipe find$/,
  ],
  [
    raffle,
    'document-unknown',
    /found another JSON object: if these are the values of a draw, give the recipe with --recipe, or search for one with drawaudit recipe find$/,
  ],
  [report, 'document-unknown', /found a report of drawaudit: reports are not evidence$/],
  [
    { inclusion: [] },
    'document-unknown',
    /found the proof of an entry, which goes with a bundle: give it with --proof$/,
  ],
  [
    { payload: '', payloadType: 'x', signatures: [] },
    'document-unknown',
    /found an envelope: an observation goes with a bundle or a draw, with --observation$/,
  ],
  [recipeJson(good), 'document-unknown', /found a recipe: use it with --recipe on a published draw$/],
  [
    { trust: 'drawaudit/v1', operators: [] },
    'document-unknown',
    /found a trust file, which goes with a bundle: give it with --trust$/,
  ],
  [
    { ...raffle, max_entries: 9 },
    'document-unknown',
    /found entry statistics, which prove nothing about a draw$/,
  ],
  [
    { ...raffle, ratio: '1 in 5', probability: '0.200000' },
    'document-unknown',
    /found odds, which prove nothing about a draw$/,
  ],
  [{ error: { code: 'NOT_FOUND' } }, 'document-unknown', /found an error message of a service$/],
]

await t.test('any other document is named, and nothing is proven by it', t => {
  for (const [value, code, found] of others) {
    const subject = verify(value)
    t.strictSame([subject.kind, subject.verdict], ['unknown', 'not-provable'])
    t.equal(endingOf(subject, 'document.read'), `not-provable ${code}`, JSON.stringify(value).slice(0, 60))
    t.match(claimOf(subject, 'document.read')?.message, found)
    t.equal(subject.who_could_choose, 'unknown: the document was not verified')
    t.equal(verify(value, ['winner.derived']).verdict, 'not-provable')
  }
  t.end()
})

await t.test('names that every object has do not make a document something', t => {
  for (const name of ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf']) {
    t.equal(endingOf(verify({ [name]: 1 }), 'document.read'), 'not-provable document-unknown')
    const message = claimOf(verify({ ...draw, [name]: 1 }), 'document.read')?.message
    t.match(message, new RegExp(`: /${name} is not a known member$`))
  }
  t.end()
})

await t.test('a document that cannot be read says why and where', t => {
  const cases: readonly (readonly [text: string, code: string, message: RegExp])[] = [
    [
      '',
      'json-empty',
      /^the document can be read: expected JSON, found nothing, line 1, column 1; give the whole document$/,
    ],
    [
      '{"a":[1,]}',
      'json-syntax',
      /a trailing comma, line 1, column 9, at \/a\/1; remove the comma before the closing bracket$/,
    ],
    [
      '{"seed":1,"seed":2}',
      'json-duplicate-name',
      /^the document can be read: duplicate name "seed", line 1, column 11, at \/seed; keep one of them/,
    ],
  ]
  for (const [text, code, message] of cases) {
    const error = refusal(() => parseJson(text))!
    const subject = inReport(describeUnreadable('-', error))
    t.strictSame(
      [subject.kind, subject.source, endingOf(subject, 'document.read')],
      ['unknown', '-', `not-provable ${code}`],
    )
    t.match(claimOf(subject, 'document.read')?.message, message)
    t.equal(describeUnreadable('-', error, ['a.b']).claims.length, 2)
  }
  const bytes = refusal(() => parseJson(Uint8Array.of(0x22, 0xff, 0x22)))!
  t.match(
    claimOf(describeUnreadable('-', bytes), 'document.read')?.message,
    /, line 1, column 2, byte 1; save the file as UTF-8$/,
  )
  const long = new DrawauditError('json-syntax', 'x', { where: { pointer: `/${'a'.repeat(100_000)}` } })
  t.ok(inReport(describeUnreadable('-', long)).claims[0]!.message.length < 5000)
  t.end()
})

await t.test('a published draw is verified with the trust that was given, and tells how far it is', t => {
  const parts = {
    inputs: {
      seed: { type: 'text', title: 'seed' },
      hash: { type: 'bytes', encoding: 'hex', title: 'hash' },
    },
    claims: [
      {
        id: 'seed.committed',
        says: 'it is',
        equal: [
          {
            hash_chain: { from: { bytes_utf8: '$seed' }, times: 100_000, hash: 'sha256', encoding: 'bytes' },
          },
          '$hash',
        ],
      },
      {
        id: 'draw.signed',
        says: 'it is signed',
        signed: {
          trusted: 'The notary',
          algorithm: 'ed25519',
          message: { bytes_utf8: '$seed' },
          signature: '$hash',
        },
      },
    ],
  }
  const recipe = recipeOf(parts)
  const value = drawOf({ seed: 'x', hash: '00'.repeat(64) }) as unknown as JsonValue
  const options = { source: 'here', now: new Date(), findRecipe: () => recipe, engine: native }
  const told: number[] = []
  const onProgress = (done: number): void => {
    told.push(done)
  }
  const public_key = 'PUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw='
  const keys = [{ algorithm: 'ed25519', public_key }]
  const trust = parseTrust({ trust: 'drawaudit/v1', signers: [{ name: 'The notary', keys }] })
  const given = inReport(verifyDocument(value, { ...options, trust, onProgress }))
  t.equal(endingOf(given, 'draw.signed'), 'refuted signature-invalid')
  t.strictSame(told, [50_000, 100_000])
  const alone = inReport(verifyDocument(value, options))
  t.equal(endingOf(alone, 'draw.signed'), 'not-provable key-unpinned')
  t.end()
})

await t.test('every kind of document is verified with what it was given', t => {
  let hashed = 0
  const engine: Engine = {
    ...native,
    name: 'counting',
    hash: (algorithm, bytes) => {
      hashed += 1
      return native.hash(algorithm, bytes)
    },
  }
  const read = (path: string): JsonValue =>
    parseJson(readFileSync(new URL(`../../fixtures/${path}`, import.meta.url)))
  const recipe = recipeOf({
    ...good,
    inputs: {
      rng_seed_hash: { type: 'sha256', title: 'seed hash' },
      prize_name: { type: 'text', title: 'prize' },
    },
    claims: [
      {
        id: 'seed.committed',
        says: 'it is',
        equal: [{ sha256: { bytes_utf8: '$prize_name' } }, '$rng_seed_hash'],
      },
    ],
  })
  const given = (value: JsonValue, more: Partial<DocumentOptions> = {}): Subject => {
    hashed = 0
    const subject = verifyDocument(value, {
      source: 'here',
      now: new Date('2027-01-01T00:00:00Z'),
      findRecipe: name => recipes.get(name),
      engine,
      ...more,
    })
    t.ok(hashed > 0, `${subject.kind}: by that engine`)
    return inReport(subject)
  }
  const trust = parseTrust(read('bundles/no-beacon/trust.json'))
  t.equal(endingOf(given(read('records/flat.json'), { recipe }), 'seed.committed'), 'refuted values-differ')
  const bundle = read('bundles/no-beacon/bundle.json')
  t.equal(endingOf(given(bundle, { trust }), 'statement.signed'), 'proven signature-verified')
  t.equal(endingOf(given(bundle), 'statement.signed'), 'not-provable operator-unknown')
  const record = read('bundles/no-beacon/record.json') as object
  t.equal(endingOf(given(bundle, { trust, record }), 'record.matches'), 'proven values-equal')
  const fraud = { fraud: 'drawaudit/v1', origin: 'a', checkpoints: ['a', 'b'], prefix: [] }
  const proof = verifyDocument(fraud, { source: 'here', now: new Date(), findRecipe: () => undefined })
  t.equal(endingOf(inReport(proof), 'log.consistent'), 'not-provable log-unknown')
  const published = draw as unknown as JsonValue
  t.equal(endingOf(given(published), 'seed.committed'), 'proven values-equal')
  const { seed, ...unrevealed } = draw.published
  const open = { ...draw, published: unrevealed } as unknown as JsonValue
  t.equal(endingOf(verify(open), 'seed.committed'), 'not-provable value-missing')
  const supplied = given(open, {
    supply: { given: new Map([['seed', { value: seed ?? null, from: 'a file' }]]) },
  })
  t.equal(endingOf(supplied, 'seed.committed'), 'proven values-equal')
  t.strictSame(supplied.supplied, [{ name: 'seed', from: 'a file' }])
  t.end()
})

await t.test('plain values are verified by the recipe that is given, under the names of recipe find', t => {
  const recipe = recipeOf({
    ...good,
    inputs: {
      server_seed: { type: 'text', title: 'seed' },
      proof_hash: { type: 'bytes', encoding: 'hex', title: 'hash' },
      draw: { type: 'integer', title: 'number of the draw', informational: true },
      max_entries: { type: 'integer', title: 'limit', informational: true },
    },
    claims: [{ id: 'seed.committed', says: 'it is', equal: [{ sha256: { bytes_utf8: '$server_seed' } }, '$proof_hash'] }],
  })
  const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  // As an organiser has them: names of all kinds, some that other documents have, and some that no rule uses.
  const values = { draw: 7, 'Server Seed': '', proof: { hash }, max_entries: 5, isOpen: false, error: null }
  const byRecipe = (value: unknown): Subject =>
    inReport(verifyDocument(value as JsonValue, { source: 'v.json', now: new Date(), findRecipe: () => undefined, recipe }))
  const subject = byRecipe(values)
  t.strictSame([subject.kind, subject.source, subject.title], ['published-draw', 'v.json', recipe.title])
  t.equal(endingOf(subject, 'seed.committed'), 'proven values-equal')
  t.equal(endingOf(byRecipe({ ...values, 'Server Seed': 'x' }), 'seed.committed'), 'refuted values-differ')
  t.equal(endingOf(byRecipe({ proof: { hash } }), 'seed.committed'), 'not-provable value-missing')
  const misfits: readonly (readonly [value: unknown, code: string, message: RegExp])[] = [
    [{ ...values, proof: { hash: 'xyz' } }, 'draw-value', / declares: \/proof\/hash expected hex digits, found "x"/],
    [{ ...values, draw: 'seven', 'Server Seed': 5 }, 'draw-value', / declares: \/draw expected .*; \/Server Seed expected /],
    [{ a: { b: { c: { d: { e: 1 } } } } }, 'draw-value', /the values can be read: objects in objects more than 4 deep$/],
    [{ seed: 1, error: 'none' }, 'document-unknown', /found an error message of a service$/],
    [{ seed: 1 }, 'document-unknown', /: the recipe test knows none of its values \(it knows server_seed, proof_hash, draw, max_entries\)$/],
  ]
  for (const [value, code, message] of misfits) {
    const misfit = byRecipe(value)
    t.equal(endingOf(misfit, 'document.read'), `not-provable ${code}`)
    t.match(claimOf(misfit, 'document.read')?.message, message)
  }
  const report = verifyPublished([values, { ...values, proof: { hash: 'ab' } }, { ...draw, recipe: 'test' }, { seed: 1 }] as JsonValue, recipe, { source: 'v.json' })
  t.strictSame(
    report.subjects.map(one => [one.source, one.claims[0]?.status, one.claims[0]?.code]),
    [
      ['v.json#/0', 'proven', 'values-equal'],
      ['v.json#/1', 'refuted', 'values-differ'],
      ['v.json#/2', 'not-provable', 'draw-value'],
      ['v.json#/3', 'not-provable', 'document-unknown'],
    ],
  )
  t.equal(verifyPublished(values as JsonValue, recipe).subjects[0]?.claims[0]?.status, 'proven')
  t.match(verifyPublished([{ ...values, draw: 'x' }] as JsonValue, recipe).subjects[0]?.claims[0]?.message, /: \/0\/draw expected /)
  for (const value of [null, 5, [], [1], { raffle_id: '966e7bac-0056-4380-8c6c-a0572662dc91', draws: [] }]) {
    t.equal(verifyPublished(value, recipe).verdict, 'not-provable')
  }
  t.end()
}) // prettier-ignore
