/**
 * The source of a log's files.
 *
 * @packageDocumentation
 */

/** Reads files of a log by path relative to its root. */
export interface FileReader {
  /** Path or URL of a file, for messages. */
  name(path: string): string
  /**
   * Bytes of a file; undefined if it does not exist.
   *
   * @throws DrawauditError `remote-…` or `file-…`; `remote-too-large` or `file-too-large` above `maxBytes`.
   */
  read(path: string, maxBytes: number, signal?: AbortSignal): Promise<Uint8Array | undefined>
  close(): void
}
