// PNG of what a picture says: its letters are drawn, and by the fonts of this package alone.
import t from 'tap'
import { PictureMaker } from '../../src/server/picture.js'
import { loadRasteriser } from '../../src/server/rasteriser.js'

await t.test('another name is another picture', async t => {
  const maker = new PictureMaker()
  const named = (name: string): string =>
    maker.draw(
      {
        raffleId: 'r',
        name,
        operator: '',
        state: 'open',
        prizes: [],
        winners: [],
        totalDraws: 0,
      } as never,
      undefined,
    )
  const rasterise = await loadRasteriser(maker.fontFiles)
  if (rasterise === undefined) throw new Error('@resvg/resvg-js is not installed')
  const draw = async (name: string): Promise<Buffer> => Buffer.from(await rasterise(named(name)))
  const [one, same, other] = [await draw('Summer'), await draw('Summer'), await draw('Winter')]
  t.equal(one.subarray(1, 4).toString(), 'PNG')
  t.strictSame([one.readUInt32BE(16), one.readUInt32BE(20)], [1200, 630])
  t.ok(one.equals(same))
  t.notOk(one.equals(other), 'the letters are drawn')
})
