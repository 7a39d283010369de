/** What tests import as tap once they are compiled, so that each of many files in one process has a test of its own. */
import tap, { type Test } from 'tap'

type Parent = Pick<Test, 'test'>

let parent: Parent = tap
export { parent as default }

/** From now on what a file adds is part of this test. */
export function addTo(test: Parent): void {
  parent = test
}
