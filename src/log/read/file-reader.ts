/**
 * Where files of a log come from.
 *
 * @packageDocumentation
 */

/** Reads files of a log, by their path below its place. */
export interface FileReader {
  /** As messages name a file: its path or URL. */
  name(path: string): string
  /**
   * The bytes of a file; undefined where there is none.
   *
   * @throws DrawauditError `remote-…` or `file-…`; `remote-too-large` or `file-too-large` for more than `maxBytes`.
   */
  read(path: string, maxBytes: number, signal?: AbortSignal): Promise<Uint8Array | undefined>
  close(): void
}
