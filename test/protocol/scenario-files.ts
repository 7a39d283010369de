/**
 * The scenarios of fixtures/mutants as they are read; test/protocol/mutants.test.ts makes the files.
 *
 * @packageDocumentation
 */
import { readdirSync, readFileSync } from 'node:fs'
import type { Evidence } from './factory.js'
import type { Asked, ScenarioJson } from './scenarios/scenario.js'

export interface ScenarioFile {
  /** The claim that ends it; `unharmed` where nothing is wrong. */
  readonly claim: string
  readonly name: string
  readonly description: string
  readonly expect: ScenarioJson['expect']
  readonly evidence: Evidence
  readonly options: Asked
}

const folder = new URL('../../fixtures/mutants/', import.meta.url)

/** One of them: `<claim>/<name>`. */
export function readScenario(path: string): ScenarioFile {
  const text = readFileSync(new URL(`${path}.json`, folder), 'utf8')
  const { description, expect, options = {}, observations = [], ...rest } = JSON.parse(text) as ScenarioJson
  const [claim = '', name = ''] = path.split('/')
  // What is wrong may be the shape of the evidence.
  const evidence = { ...rest, observations } as unknown as Evidence
  return { claim, name, description, expect, evidence, options }
}

/** All of them, by claim and name. */
export function readScenarios(): readonly ScenarioFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.json'))
    .sort()
    .map(path => readScenario(path.replace('.json', '')))
}

/** Evidence in which nothing is wrong. */
export const readGood = (name: string): Evidence => readScenario(`unharmed/${name}`).evidence
