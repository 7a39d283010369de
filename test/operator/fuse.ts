/**
 * A trace of effects (`points.ts`) that lets none happen from the nth on.
 *
 * @packageDocumentation
 */

/** Names of effects; the process dies before one of them. */
export class Fuse extends Array<string> {
  #passed = 0
  readonly #dieAt: number
  readonly #counted: RegExp
  readonly #onDeath: (name: string) => void

  /**
   * @param dieAt - counted from 1.
   * @param counted - what their names have; all when left out.
   */
  constructor(dieAt: number, counted = /^/, onDeath: (name: string) => void = () => undefined) {
    super()
    this.#dieAt = dieAt
    this.#counted = counted
    this.#onDeath = onDeath
  }

  static override get [Symbol.species](): ArrayConstructor {
    return Array
  }

  /** Keeps no name: who dies by number does not look for one. */
  override push(name: string): number {
    if (this.#counted.test(name)) this.#passed += 1
    if (this.#passed >= this.#dieAt) {
      this.#onDeath(name)
      process.kill(process.pid, 'SIGKILL')
      for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
    }
    return this.#passed
  }
}
