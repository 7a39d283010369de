/**
 * The witnesses that a network publishes, to be asked to cosign a log.
 *
 * @packageDocumentation
 */
import { decodeUtf8 } from '../../core/encoding.js'
import { parseVerifierKey } from '../../core/note.js'
import { DrawauditError } from '../../errors.js'
import { readFile } from '../../io/files.js'
import { findSubmissionUrl } from '../../log/witness/submit.js'
import { parseWitnessList } from '../../model/witness-policy.js'
import { maskUrl } from '../../render/mask-url.js'
import type { WitnessRow } from '../../store/log.js'
import { openClient, type ClientArguments } from './remote.js'

/** Keys of witnesses, of which each gives a line: a checkpoint has room for 100, that of the log included. */
const mostKeys = 99

/**
 * Reads a list in a file or at a URL.
 *
 * Whoever made the list says where this machine is to send checkpoints; so it has to be https, unless private addresses
 * are allowed.
 *
 * @throws DrawauditError `policy-invalid`, `url-invalid`, `utf8-invalid`, and as reading files and asking services do.
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
 * Which of them are new. A key that is asked already is not asked once more elsewhere.
 *
 * @throws DrawauditError `usage` for more than a checkpoint has room for.
 */
export function findNew(known: readonly WitnessRow[], listed: readonly WitnessRow[]): readonly WitnessRow[] {
  const keys = new Set(known.map(({ vkey }) => vkey))
  const added = listed.filter(({ vkey }) => !keys.has(vkey))
  // One of the same type and URL replaces that which is known.
  const keyed = new Set([...known, ...added].map(({ url, vkey }) => `${parseVerifierKey(vkey).type} ${url}`))
  if (keyed.size <= mostKeys) return added
  throw new DrawauditError(
    'usage',
    `a log asks for ${mostKeys} cosignatures at most, and these witnesses have ${keyed.size} keys`,
    { hint: 'choose some: one of each organisation is enough' },
  )
}
