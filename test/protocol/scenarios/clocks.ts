import { utc, type Members } from '../second-opinion.js'
import { ceremony, lied, scenariosOf, told } from './scenario.js'

const { times } = ceremony()
const roundTime = 1_692_806_364

/** When things happen without a beacon. */
const plain = {
  ...{ committed: 1_749_000_000, close: 1_749_900_000, sealed: 1_749_900_100, drawAt: 1_749_999_000 },
  ...{ drawn: 1_750_000_000, commitmentSeen: 1_749_000_100, sealSeen: 1_749_900_200, now: 1_750_100_000 },
}

/** Times that break a rule, mostly by one second. */
export const clocks = scenariosOf('statement.chain', add => {
  const time = 'chain-time'
  const at = (seconds: number): Members => ({ issued_at_utc: utc(seconds) })
  const drawn = (seconds: number): Members => ({ ...at(seconds), drawn_at_utc: utc(seconds) })
  add(
    'commitment-at-the-close',
    'the commitment is dated when the entries close',
    time,
    lied({ commitment: at(times.close) }),
  )
  add(
    'commitment-after-the-close',
    'the commitment is dated a second after the entries close',
    time,
    lied({ commitment: at(times.close + 1) }),
  )
  add(
    'draw-planned-29-s-after-the-close',
    'draw_at_utc is 29 s after the entries close',
    time,
    lied({ commitment: { entries_close_at_utc: utc(times.drawAt - 29) }, seal: at(times.drawAt - 29) }),
  )
  add(
    'draw-planned-before-the-close',
    'draw_at_utc is before the entries close',
    time,
    lied({ commitment: { entries_close_at_utc: utc(times.drawAt + 1) } }),
  )
  add(
    'seal-before-the-close',
    'the seal is dated a second before the entries close',
    time,
    lied({ seal: at(times.close - 1) }),
  )
  add('seal-at-the-round', 'the seal is dated when the round comes out', time, lied({ seal: at(roundTime) }))
  add(
    'seal-after-the-round',
    'the seal is dated a second after the round',
    time,
    lied({ seal: at(roundTime + 1) }),
  )
  add(
    'seal-at-the-first-draw',
    'without a beacon, the seal is dated when the first draw is made',
    time,
    lied({ seal: at(1_750_000_000) }, { beacon: null, times: { ...plain, sealed: 1_750_000_000 } }),
  )
  add(
    'seal-before-the-commitment',
    'the seal is dated before the commitment',
    time,
    lied({ seal: at(times.committed - 1) }),
  )
  add(
    'draw-before-the-round',
    'the first draw was made a second before the round',
    time,
    lied({ draws: { 1: drawn(roundTime - 1) } }),
  )
  add(
    'draw-before-its-time',
    'without a beacon, the first draw was made a second before draw_at_utc',
    time,
    lied({ draws: { 1: drawn(plain.drawAt - 1) } }, { beacon: null, times: plain }),
  )
  add(
    'draw-dated-after-its-statement',
    'a draw was made a second after its statement',
    time,
    lied({ draws: { 2: { drawn_at_utc: utc(times.drawn + 5) } } }),
  )
  add(
    'statement-goes-back',
    'the second draw is dated a second before the first',
    time,
    lied({ draws: { 2: drawn(times.drawn - 1) } }),
  )
  add(
    'replacement-goes-back',
    'a replacement is dated before the last draw',
    time,
    lied({ replacements: { 1: drawn(times.drawn) } }, { replace: [1] }),
  )
  add(
    'replacement-before-the-round',
    'a replacement was made before the round',
    time,
    lied({ replacements: { 1: { drawn_at_utc: utc(roundTime - 1) } } }, { replace: [1] }),
  )
  add(
    'replacement-dated-after-its-statement',
    'a replacement was made a second after its statement',
    time,
    lied({ replacements: { 1: { drawn_at_utc: utc(times.replaced + 1) } } }, { replace: [1] }),
  )
  add(
    'cancellation-goes-back',
    'the cancellation is dated before the seal',
    time,
    told(it => {
      it.commit()
      it.seal()
      it.cancel(at(times.committed))
    }),
  )
})
