/** Operators who do everything right, with every lawful oddity: none of them is refuted, and each has its level. */
import { createRaffle, createSigner, type Choices, type Evidence } from '../protocol/factory.js'
import { published } from '../protocol/rounds.js'

export interface Honest {
  readonly name: string
  readonly evidence: () => Evidence
  readonly acceptReplacements: boolean
  readonly level: number
}

const sizes = [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33, 64, 100]
const lists = ['full', 'file', 'light'] as const
const beacons = {
  quicknet: published.quicknet.find(({ round }) => round > 1),
  'the default chain': published.default.find(({ round }) => round > 1),
  none: null,
}
const logs: Readonly<Record<string, Choices['log'] | undefined>> = {
  'no log': undefined,
  'a log that was read': {},
  'a log that was not read': { isRead: false, isObserved: true },
  'a log in the bundle alone, and read': { isObserved: true, threshold: 2 },
}

/** What such a draw reaches, by the table of docs/CLAIMS.md. */
function levelOf(list: string, beacon: string, log: string, isReplaced: boolean): number {
  if (beacon === 'none' || list === 'light' || isReplaced) return 3
  return log === 'no log' || log === 'a log that was not read' ? 4 : 5
}

const operator = createSigner('Honest raffles')
const newKey = { from: 2, signer: createSigner(operator.name, 'its second key') }

export const honest: readonly Honest[] = sizes.flatMap((entries, at) =>
  lists.flatMap((list, which) =>
    Object.keys(logs).flatMap((log, nth): Honest[] => {
      const beacon = Object.keys(beacons)[(at + which + nth) % 3] as keyof typeof beacons
      const prizes = Math.min(entries, 1 + ((at + nth) % 3))
      const isReplaced = entries > prizes && (at + which + nth) % 4 === 0
      const accepts = (at + which) % 2 === 0
      const isRotated = (at + nth) % 3 === 0
      const choices: Choices = {
        seed: `honest ${entries} ${list} ${log}`,
        operator,
        entries,
        prizes,
        list,
        beacon: beacons[beacon]!,
        ...(isReplaced && { replace: [1] }),
        ...(isRotated && { newKey }),
        ...(logs[log] && { log: logs[log] }),
      }
      const words = [
        `${entries} entries`,
        `${list} list`,
        `beacon ${beacon}`,
        log,
        ...(isReplaced ? [`a replaced winner${accepts ? ', accepted' : ''}`] : []),
        ...(isRotated ? ['a new key'] : []),
      ]
      return [
        {
          name: words.join(', '),
          evidence: () => createRaffle(choices),
          acceptReplacements: accepts,
          level: levelOf(list, beacon, log, isReplaced && !accepts),
        },
      ]
    }),
  ),
)
