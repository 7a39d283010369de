import { Context } from '../../src/recipe/context.js'
import type { Value } from '../../src/recipe/value.js'

/** Counts what a run is charged, the most memory that it asked for at once, and what it holds in the end. */
export class Meter extends Context {
  work = 0
  most = 0
  kept = 0

  override charge(units: number): void {
    super.charge(units)
    this.work += units
  }
  override keep(size: number): void {
    super.keep(size)
    this.kept += size
  }
  override expect(size: number): void {
    super.expect(size)
    this.most = Math.max(this.most, this.kept + size)
  }
  override release(size: number): void {
    super.release(size)
    this.kept -= size
  }
  override settle(mark: number, result?: Value): void {
    this.kept -= this.held - mark
    super.settle(mark, result)
  }
}
