/**
 * Published lists of witnesses, to ask for cosignatures of a log.
 *
 * @packageDocumentation
 */
import { decodeUtf8 } from '../../core/encoding.js'
import { mostCosignatures, parseVerifierKey } from '../../core/note.js'
import { DrawauditError } from '../../errors.js'
import { readFile } from '../../io/files.js'
import { findSubmissionUrl } from '../../log/witness/submit.js'
import { parseWitnessList } from '../../model/witness-policy.js'
import { maskUrl } from '../../render/mask-url.js'
import type { WitnessRow } from '../../store/log.js'
import { openClient, type ClientArguments } from './remote.js'

/**
 * Reads a list from a file or URL.
 *
 * The list determines where this machine sends checkpoints, so its URLs must be https unless private addresses are
 * allowed.
 *
 * @throws DrawauditError `policy-invalid`, `url-invalid`, `utf8-invalid`; as reading files and asking services do.
 */
export async function readNetwork(source: string, args: ClientArguments): Promise<readonly WitnessRow[]> {
  return DrawauditError.within({ file: maskUrl(source) }, async () => {
    const bytes = /^https?:\/\//i.test(source) ? await fetchList(source, args) : readFile(source)
    return parseWitnessList(decodeUtf8(bytes)).map(({ name, url, vkey }) => {
      const { protocol } = findSubmissionUrl(url)
      if (protocol !== 'https:' && !args['allow-private']) {
        throw new DrawauditError('url-invalid', `the URL of ${JSON.stringify(name)} is not https`, {
          hint: 'name this witness by hand, or allow it with --allow-private',
        })
      }
      return { url, vkey }
    })
  })
}

async function fetchList(url: string, args: ClientArguments): Promise<Uint8Array> {
  const client = openClient(args)
  try {
    const { status, body } = await client.request(url, { headers: [['accept', 'text/plain']] })
    if (status === 200) return body
    throw new DrawauditError('remote-error', `the answer has status ${status}`)
  } finally {
    client.close()
  }
}

/**
 * The listed witnesses whose keys are not known yet.
 *
 * @throws DrawauditError as {@link assertRoom} does.
 */
export function findNew(known: readonly WitnessRow[], listed: readonly WitnessRow[]): readonly WitnessRow[] {
  const keys = new Set(known.map(({ vkey }) => vkey))
  const added = listed.filter(({ vkey }) => !keys.has(vkey))
  assertRoom([...known, ...added])
  return added
}

/**
 * Checks that a checkpoint has room for a cosignature by each key.
 *
 * @param rows - only the last row of a type and URL counts.
 * @throws DrawauditError `usage` for too many keys.
 */
export function assertRoom(rows: readonly WitnessRow[]): void {
  const { size } = new Set(rows.map(({ url, vkey }) => `${parseVerifierKey(vkey).type} ${url}`))
  if (size <= mostCosignatures) return
  throw new DrawauditError(
    'usage',
    `a log asks for ${mostCosignatures} cosignatures at most, and these witnesses have ${size} keys`,
    {
      hint: 'choose some: one of each organisation is enough; drawaudit log witness URL --remove removes one',
    },
  )
}
