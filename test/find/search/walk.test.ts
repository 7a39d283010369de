import t from 'tap'
import { encodeUtf8 } from '../../../src/core/encoding.js'
import { textForm } from '../../../src/find/formulas/forms.js'
import { walk, type MessagePiece, type Walk } from '../../../src/find/search/walk.js'

function pieceOf(text: string, mark = 0): MessagePiece {
  const form = textForm({ name: 'text', says: text, text, read: () => text })
  return { form, bytes: encodeUtf8(text), mark }
}

const choices: Walk['choices'] = [[pieceOf('a'), pieceOf('A', 1)], [pieceOf('b')], [pieceOf('c', 2)]]

/** The messages of a walk, and how it ended; at most as many as `most`. */
function messagesOf(
  given: Partial<Omit<Walk, 'separator'>> & { readonly separator?: string },
  { length = 64, most = Infinity } = {},
): readonly [ended: boolean, ...messages: readonly string[]] {
  const messages: string[] = []
  const buffer = new Uint8Array(length)
  const { separator = '', ...rest } = given
  const options: Walk = {
    choices,
    size: 2,
    order: 'given',
    needed: 0,
    ...rest,
    separator: encodeUtf8(separator),
  }
  const ended = walk(options, buffer, 0, (end, pieces) => {
    const message = new TextDecoder().decode(buffer.subarray(0, end))
    const parts = pieces.slice(0, options.size).map(({ form }) => form.says)
    t.equal(message, parts.join(separator))
    messages.push(message)
    return messages.length < most
  })
  return [ended, ...messages]
}

await t.test('every choice of parts, in the orders that are asked for', t => {
  t.strictSame(messagesOf({ order: 'given' }), [true, 'ab', 'ac', 'Ab', 'Ac', 'bc'])
  t.strictSame(messagesOf({ order: 'run' }), [true, 'ab', 'Ab', 'bc'])
  const any = messagesOf({ order: 'any' })
  t.strictSame(any, [true, 'ab', 'ac', 'Ab', 'Ac', 'ba', 'bA', 'bc', 'ca', 'cA', 'cb'])
  t.strictSame(messagesOf({ order: 'run', size: 3, separator: '::' }), [true, 'a::b::c', 'A::b::c'])
  t.strictSame(messagesOf({ size: 4 }), [true])
  t.end()
})

await t.test('messages that do not show all that is needed are left out', t => {
  t.strictSame(messagesOf({ needed: 1 }), [true, 'Ab', 'Ac'])
  t.strictSame(messagesOf({ needed: 3 }), [true, 'Ac'])
  t.end()
})

await t.test('what does not fit into the buffer is left out, and a visitor can end the walk', t => {
  t.strictSame(messagesOf({ separator: '--' }, { length: 3 }), [true])
  t.strictSame(messagesOf({ separator: '-' }, { length: 3 }), [true, 'a-b', 'a-c', 'A-b', 'A-c', 'b-c'])
  t.strictSame(messagesOf({}, { most: 2 }), [false, 'ab', 'ac'])
  t.end()
})
