/**
 * `drawaudit log proof`
 *
 * @packageDocumentation
 */
import { formatTlogProof } from '../../core/tlog-proof.js'
import { DrawauditError } from '../../errors.js'
import { proveStatement } from '../../log/read/statement-proof.js'
import { native } from '../../native/engine.js'
import { escapeText } from '../../render/escape.js'
import { atStore } from '../shared/at-store.js'
import { findRaffle, raffleArgument } from '../shared/find-raffle.js'
import { requiredArgument, storeOption, valueOption } from '../shared/options.js'
import { talkOfFile, writeResult } from '../shared/terminal.js'
import { forceOption, saveFile } from '../shared/output-file.js'
import { defineCommand } from '../shared/command.js'

const exampleId = '49638a53-01d5-4ea0-96bc-887c4448c4f3'

export const logProofCommand = defineCommand({
  name: 'proof <raffle> <sequence>',
  describe: 'Save the proof that a statement is in the log',
  arguments: {
    raffle: raffleArgument,
    sequence: {
      ...requiredArgument,
      describe: 'Which of its statements: 0 is the commitment, 1 the seal',
    },
  },
  options: {
    out: {
      ...valueOption,
      alias: 'o',
      describe: 'The file to save it in (default: print it)',
    },
    force: forceOption,
    store: storeOption,
  },
  examples: [
    [
      `$0 log proof ${exampleId} 0 -o commitment.tlog-proof --store raffles.db`,
      'That the commitment is in the log',
    ],
  ],
  epilogue:
    'The proof has the form of c2sp.org/tlog-proof@v1, for tools that know nothing of draws; what it proves is the envelope of the statement in its RFC 8785 form. A bundle has the same for all statements of a raffle.',
  async print({ raffle, sequence: text, out, force, store }) {
    const sequence = readSequence(text)
    const { proof, head } = await atStore(store, 'read', async store =>
      proveStatement(store.log, await findRaffle(store, raffle), sequence, native),
    )
    const written = formatTlogProof(proof)
    if (out === undefined) await writeResult(written)
    else if ((await saveFile(out, [written], force)).written) {
      const by = head.cosignatures.length
      talkOfFile(
        out,
        `saved in ${escapeText(out)}: entry ${proof.index} of ${head.size}, cosigned by ${by} ${by === 1 ? 'witness' : 'witnesses'}\n`,
      )
    }
    return 0
  },
})

/** @throws DrawauditError `usage`. */
function readSequence(text: string): number {
  if (/^(0|[1-9]\d{0,8})$/.test(text)) return Number(text)
  throw new DrawauditError('usage', `a statement is named by its number, found ${JSON.stringify(text)}`, {
    hint: 'the commitment is 0, the seal 1, then come the draws',
  })
}
