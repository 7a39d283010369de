// The beginning of a text that may be long, and what comes after it.
import t from 'tap'
import { goOn, readBeginning } from '../../src/server/stream.js'

async function* textOf(...pieces: readonly (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  for (const piece of pieces) {
    await Promise.resolve()
    yield piece
  }
}

await t.test('a text is read to its end, or until it is longer than what is kept', async t => {
  let turns = 0
  const turn = (): Promise<void> => {
    turns += 1
    return Promise.resolve()
  }
  const read = async (longest: number, ...pieces: readonly (string | Uint8Array)[]) => {
    turns = 0
    const text = textOf(...pieces)
    const beginning = await readBeginning(text, longest, turn)
    const asked = turns
    const rest: string[] = []
    for await (const piece of goOn(beginning, text)) rest.push(Buffer.from(piece).toString())
    const said = Buffer.concat(beginning.pieces).toString()
    return [said, beginning.isWhole, asked, rest.join('')]
  }
  t.strictSame(await read(100, 'ab', 'cd'), ['abcd', true, 3, 'abcd'])
  t.strictSame(await read(4, 'ab', 'cd'), ['abcd', true, 3, 'abcd'], 'as long as is kept')
  t.strictSame(await read(3, 'ab', 'cd', 'ef'), ['abcd', false, 2, 'abcdef'])
  t.strictSame(await read(1, 'ab', 'cd'), ['ab', false, 1, 'abcd'])
  t.strictSame(await read(3, 'éé', 'x'), ['éé', false, 1, 'ééx'], 'bytes are counted, not characters')
  t.strictSame(await read(3, Buffer.from('ab'), 'c'), ['abc', true, 3, 'abc'])
  t.strictSame(await read(0), ['', true, 1, ''])
})
