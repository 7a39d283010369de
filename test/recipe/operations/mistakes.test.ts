import t from 'tap'
import type { Expression } from '../../../src/model/recipe.js'
import { operationNames } from '../../../src/recipe/operations/index.js'
import { compute, refusal } from '../build.js'

const pick = (count: Expression, index: Expression): Expression => ({ pick: { from: '$list', count, index } })

const one = ['bytes_utf8', 'bytes_hex', 'text_hex', 'text_decimal', 'integer_be', 'integer_le', 'integer_hex', 'sha256', 'md5', 'range', 'count'] // prettier-ignore
const two = ['join', 'chunks', 'add', 'subtract', 'mod', 'at', 'take']
const toHint = (operation: string): string => `convert it with ${operation}`

const wrong: readonly (readonly [expression: Expression, pointer: string, message: RegExp, hint?: string])[] =
  [
    // One argument, and that of another type.
    ...one.map(
      name =>
        [
          { [name]: '$time' },
          `/${name}`,
          /^expected (text|bytes|integer|list of anything), found time$/,
        ] as const,
    ),
    ...one
      .filter(name => name !== 'count' && name !== 'range')
      .map(name => [{ [name]: ['a', 'b'] }, `/${name}`, /found list of text$/] as const),
    [
      { sha256: '$text' },
      '/sha256',
      /^expected bytes, found text$/,
      toHint('bytes_utf8 for the letters, bytes_hex for what hex digits stand for'),
    ],
    [
      { bytes_utf8: '$digest' },
      '/bytes_utf8',
      /^expected text, found 32 bytes$/,
      toHint('text_hex for hex digits, text_utf8 for the letters that they stand for'),
    ],
    [{ bytes_utf8: 5 }, '/bytes_utf8', /^expected text, found integer$/, toHint('text_decimal')],
    [{ sha256: 5 }, '/sha256', /^expected bytes, found integer$/, toHint('bytes_be and a width')],
    [
      { text_decimal: '$bytes' },
      '/text_decimal',
      /^expected integer, found bytes$/,
      toHint('integer_be or integer_le'),
    ],
    [
      { add: ['$text', 1] },
      '/add/0',
      /^expected integer, found text$/,
      toHint('integer_decimal or integer_hex'),
    ],
    // Several arguments.
    ...two.flatMap(name => [
      [{ [name]: 'a' }, `/${name}`, /^\w+ takes an array of 2 arguments, found one$/] as const,
      [{ [name]: ['a'] }, `/${name}`, /found 1$/] as const,
      [{ [name]: [1, 2, 3] }, `/${name}`, /found 3$/] as const,
      [{ [name]: ['$time', '$time'] }, `/${name}/0`, /found time$/] as const,
    ]),
    [{ join: [['a'], 1] }, '/join/1', /^expected text, found integer$/],
    [{ join: ['$list', ','] }, '/join/0', /^expected list of text, found list of integer$/],
    [{ at: ['$list', '$text'] }, '/at/1', /^expected integer, found text$/],
    [{ bytes_be: 5 }, '/bytes_be', /an integer and a width in bytes$/],
    [{ bytes_be: [5] }, '/bytes_be', /an integer and a width in bytes$/],
    [{ bytes_be: ['a', 4] }, '/bytes_be/0', /^expected integer, found text$/],
    ...([0, 513, -1, '4', '$number'] as const).map(
      width =>
        [
          { bytes_be: [5, width] },
          '/bytes_be/1',
          /^expected a number from 1 to 512, written in the recipe$/,
        ] as const,
    ),
    [{ concat: '$bytes' }, '/concat', /two or more arguments$/],
    [{ concat: ['$bytes'] }, '/concat', /two or more arguments$/],
    [{ concat: ['$bytes', '$text'] }, '/concat/1', /^expected bytes, found text$/],
    // Words.
    [{ sort: '$list' }, '/sort', /takes an array of a list and an order$/],
    [{ sort: [] }, '/sort', /takes an array of a list and an order$/],
    [{ sort: ['$list'] }, '/sort/1', /^expected "ascending" or "descending"$/],
    [{ sort: ['$list', 'up'] }, '/sort/1', /^expected "ascending" or "descending"$/],
    [{ sort: ['$list', 'ascending', 'utf8'] }, '/sort/2', /^only text needs a third argument$/],
    [{ sort: [['a'], 'ascending'] }, '/sort/2', /^expected "utf16" or "utf8"$/],
    [{ sort: [['a'], 'ascending', 'utf8', 1] }, '/sort', /takes an array of a list and an order$/],
    [{ sort: ['$number', 'ascending'] }, '/sort/0', /^expected a list, found integer$/],
    [{ sort: ['$times', 'ascending'] }, '/sort/0', /^a list of time has no order$/],
    [{ drand_round: 'default' }, '/drand_round', /a chain, a time and which round$/],
    [{ drand_round: ['default', '$time'] }, '/drand_round', /a chain, a time and which round$/],
    [
      { drand_round: ['fastnet', '$time', 'next'] },
      '/drand_round/0',
      /^expected "default" or "quicknet" or "evmnet"$/,
    ],
    [{ drand_round: ['default', '$number', 'next'] }, '/drand_round/1', /^expected time, found integer$/],
    [{ drand_round: ['default', '$time', 'last'] }, '/drand_round/2', /^expected "latest" or "next"$/],
    [{ drand_time: 'default' }, '/drand_time', /a chain and a round$/],
    [{ drand_time: ['default', 1, 2] }, '/drand_time', /a chain and a round$/],
    [{ drand_time: ['fastnet', 1] }, '/drand_time/0', /^expected "default" or "quicknet" or "evmnet"$/],
    [{ drand_time: ['default', '$time'] }, '/drand_time/1', /^expected integer, found time$/],
    [{ time_rfc3339: '$number' }, '/time_rfc3339', /^expected text, found integer$/, toHint('text_decimal')],
    [{ integer_time: '2025-06-13T09:46:14Z' }, '/integer_time', /^expected time, found text$/],
    // Members.
    ...['map', 'iterate', 'pick', 'sort_by'].flatMap(name => [
      [{ [name]: 'a' }, `/${name}`, /^\w+ takes an object with /] as const,
      [{ [name]: ['a'] }, `/${name}`, /^\w+ takes an object with /] as const,
      [{ [name]: {} }, `/${name}`, /: (list|from) is missing$/] as const,
      [
        {
          [name]: {
            list: '$list',
            from: '$list',
            as: 'n',
            do: 1,
            times: 1,
            count: 1,
            index: 0,
            key: '$n',
            order: 'ascending',
          },
        },
        name === 'map' ? '/map/from' : `/${name}/list`.replace('sort_by/list', 'sort_by/from'),
        /is not one$/,
      ] as const,
    ]),
    [{ map: { list: '$number', as: 'n', do: 1 } }, '/map/list', /^expected a list, found integer$/],
    [
      { map: { list: '$list', as: 'n', do: { sha256: '$n' } } },
      '/map/do/sha256',
      /^expected bytes, found integer$/,
    ],
    [
      { sort_by: { list: '$list', as: 'n', key: '$time', order: 'ascending' } },
      '/sort_by/key',
      /^a key is an integer, a float, bytes or text, found time$/,
    ],
    [
      { sort_by: { list: '$list', as: 'n', key: '$n', order: 'up' } },
      '/sort_by/order',
      /^expected "ascending" or "descending"$/,
    ],
    [
      { iterate: { from: 1, times: 'a', as: 'n', do: '$n' } },
      '/iterate/times',
      /^expected integer, found text$/,
    ],
    [{ iterate: { from: 1, times: 1, as: 'n', do: 'a' } }, '/iterate/do', /^expected integer, found text$/],
    [{ pick: { from: '$text', count: 1, index: 0 } }, '/pick/from', /^expected a list, found text$/],
    [pick('$text', 0), '/pick/count', /^expected integer, found text$/],
    [pick(1, '$text'), '/pick/index', /^expected integer, found text$/],
    // Lists.
    [[], '', /^a list in a recipe has at least one item$/],
    [['a', 1], '/1', /^expected text, found integer$/],
  ]

await t.test('an argument that does not fit is refused where it stands', t => {
  for (const [expression, pointer, message, hint] of wrong) {
    const name = JSON.stringify(expression).slice(0, 80)
    const error = refusal(() => compute(expression))
    t.strictSame([error?.code, error?.where.pointer], ['recipe-type', `/steps/x${pointer}`], name)
    t.match(error?.message, message, name)
    if (hint !== undefined) t.equal(error?.hint, hint, name)
  }
  t.end()
})

await t.test('a value of another type comes with what turns it into the wanted one', t => {
  const isName = 'if this is a name, write $ before it'
  const float: Expression = { float: 1 }
  const hints: readonly (readonly [expression: Expression, hint: string | undefined])[] = [
    [{ sha256: '$text' }, toHint('bytes_utf8 for the letters, bytes_hex for what hex digits stand for')],
    [{ lower: '$bytes' }, toHint('text_hex for hex digits, text_utf8 for the letters that they stand for')],
    [{ lower: '$number' }, toHint('text_decimal')],
    [{ lower: '$time' }, toHint('text_time')],
    [{ lower: float }, toHint('text_float or text_fixed')],
    [{ sha256: '$number' }, toHint('bytes_be and a width')],
    [{ text_decimal: '$bytes' }, toHint('integer_be or integer_le')],
    [{ text_decimal: '$text' }, toHint('integer_decimal or integer_hex')],
    [{ text_decimal: float }, toHint('integer_floor or integer_round')],
    [{ text_float: '$number' }, toHint('float')],
    [{ text_float: '$text' }, toHint('float_decimal')],
    [{ text_time: '$text' }, toHint('time_rfc3339')],
    [{ text_time: '$number' }, undefined],
    [{ text_time: '$list' }, undefined],
    [{ sha256: '$list' }, undefined],
    // What the recipe writes as text may be a name without its $.
    [
      { sha256: 'seed' },
      `${toHint('bytes_utf8 for the letters, bytes_hex for what hex digits stand for')}; ${isName}`,
    ],
    [{ text_decimal: 'five' }, `${toHint('integer_decimal or integer_hex')}; ${isName}`],
    [{ text_time: 'time' }, isName],
    [{ sum: 'list' }, isName],
    [{ text_decimal: 'number' }, isName],
    [{ sum: '$text' }, undefined],
    [{ sum: 5 }, undefined],
    [{ sum: '$number' }, undefined],
  ]
  for (const [expression, hint] of hints) {
    const error = refusal(() => compute(expression))
    t.strictSame([error?.code, error?.hint], ['recipe-type', hint], JSON.stringify(expression))
  }
  t.end()
})

await t.test('every operation refuses what no operation takes, and what only others take', t => {
  const takesTime = ['text_time', 'integer_time', 'integer_milliseconds']
  for (const name of operationNames) {
    const wrong: readonly Expression[] = [
      takesTime.includes(name) ? '$text' : '$time',
      ['$time', '$times', '$time', '$times', '$time', '$times'],
      { no_such_member: { bytes_utf8: 'x' }, list: '$time', from: '$time', text: '$time' },
    ]
    for (const args of wrong.filter(args => name !== 'row' || typeof args === 'string')) {
      const error = refusal(() => compute({ [name]: args }))
      const place = error?.where.pointer
      t.match(error?.code, /^recipe-(type|schema|reference)$/, `${name}: ${JSON.stringify(args)}`)
      t.ok(place?.startsWith(`/steps/x/${name}`), `${name}: ${place}`)
    }
  }
  t.end()
})

await t.test('a name that an operation binds is new and plain', t => {
  const bad: readonly (readonly [expression: Expression, pointer: string, message: RegExp])[] = [
    [{ map: { list: '$list', as: 'list', do: 1 } }, '/map/as', /^the name list is taken$/],
    [
      { map: { list: '$list', as: 'n', do: { map: { list: '$list', as: 'n', do: 1 } } } },
      '/map/do/map/as',
      /taken$/,
    ],
    [{ iterate: { from: 1, times: 1, as: 'text', do: 1 } }, '/iterate/as', /^the name text is taken$/],
    [
      { sort_by: { list: '$list', as: 'time', key: 1, order: 'ascending' } },
      '/sort_by/as',
      /^the name time is taken$/,
    ],
    [{ map: { list: '$list', as: 'turn', do: pick(1, 0) } }, '/map/do/pick', /^the name turn is taken$/],
    [pick(1, { at: [pick(1, 0), 0] }), '/pick/index/at/0/pick', /^the name turn is taken$/],
    ...['N', '$n', '', 'a b', '__proto__', '1n'].map(
      as => [{ map: { list: '$list', as, do: 1 } }, '/map/as', /^expected a new name/] as const,
    ),
    [{ map: { list: '$list', as: 5, do: 1 } }, '/map/as', /^expected a new name/],
  ]
  for (const [expression, pointer, message] of bad) {
    const error = refusal(() => compute(expression))
    t.strictSame([error?.code, error?.where.pointer], ['recipe-reference', `/steps/x${pointer}`])
    t.match(error?.message, message, JSON.stringify(expression))
  }
  t.end()
})
