import type { EnvelopeJson, Evidence } from '../../../protocol/factory.js'

/** Evidence, and a receipt of it. */
export interface Held {
  readonly evidence: Evidence
  readonly receipt: EnvelopeJson
}

/** The file with the list, where the bundle names one. */
export function entriesOf({
  bundle,
  list,
}: Evidence): { readonly name: string; readonly text: string } | undefined {
  const name = bundle.entries_file?.name
  return name === undefined || list === undefined ? undefined : { name, text: list }
}
