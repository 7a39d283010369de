/**
 * Runs the steps of a composite action as a runner of GitHub Actions does: inputs, the environment, outputs.
 *
 * @packageDocumentation
 */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { once } from 'node:events'
import { parse } from 'yaml'
import { root, start } from '../../cli/run.js'

export interface Step {
  readonly id?: string
  readonly name?: string
  readonly if?: string
  readonly uses?: string
  readonly with?: Inputs
  readonly run?: string
  readonly shell?: string
  readonly env?: Readonly<Record<string, string>>
}

export interface Action {
  readonly inputs: Readonly<Record<string, { readonly description?: string; readonly default?: string }>>
  readonly outputs: Readonly<Record<string, { readonly description?: string; readonly value: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}

export const readYaml = (name: string): unknown => parse(readFileSync(root + name, 'utf8'))

export const action = readYaml('action.yml') as Action

/** What became of an action. */
export interface Ran {
  /** Of the step that failed; 0 when none did. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly outputs: Readonly<Record<string, string>>
  /** What the steps wrote into the summary of the job. */
  readonly summary: string
}

export interface RunActionOptions {
  /** The workspace. */
  readonly cwd: string
  /** Where the action was checked out; this project when left out. */
  readonly path?: string
  readonly env?: Readonly<Record<string, string>>
}

/** What stands below `with`. */
export type Inputs = Readonly<Record<string, string | boolean>>

/** Values of steps that ran, by the id of the step. */
type Outputs = Map<string, Readonly<Record<string, string>>>

/**
 * Runs this project's action. After a step that fails no other is run, and the outputs are made all the same.
 *
 * @throws Error for an input that the action does not have, and for an expression that is not understood here.
 */
export async function runAction(
  given: Inputs,
  { cwd, path = root, env = {} }: RunActionOptions,
): Promise<Ran> {
  const unknown = Object.keys(given).find(name => !Object.hasOwn(action.inputs, name))
  if (unknown !== undefined) throw new Error(`there is no input ${unknown}`)
  const inputs = Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [name, String(given[name] ?? input.default ?? '')]),
  )
  const scratch = mkdtempSync(join(cwd, '.runner-'))
  const steps: Outputs = new Map()
  const summaryFile = join(scratch, 'summary')
  writeFileSync(summaryFile, '')
  let [code, stdout, stderr]: [number | null, string, string] = [0, '', '']
  for (const [index, step] of action.runs.steps.entries()) {
    if (step.shell !== 'bash' || step.run === undefined) throw new Error('a step is no script of bash')
    const script = join(scratch, `${index}.sh`)
    const outputFile = join(scratch, `${index}.output`)
    writeFileSync(script, step.run)
    writeFileSync(outputFile, '')
    const own = Object.entries(step.env ?? {}).map(([name, value]) => [name, fill(value, inputs, steps)])
    const child = start('/bin/bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', script], {
      cwd,
      env: {
        GITHUB_ACTIONS: 'true',
        GITHUB_ACTION_PATH: path.replace(/\/$/, ''),
        GITHUB_WORKSPACE: cwd,
        GITHUB_OUTPUT: outputFile,
        GITHUB_STEP_SUMMARY: summaryFile,
        ...env,
        ...(Object.fromEntries(own) as Record<string, string>),
      },
    })
    child.stdin.end()
    const printed = Promise.all([text(child.stdout), text(child.stderr)])
    ;[code] = (await once(child, 'close')) as [number | null]
    const [out, err] = await printed
    stdout += out
    stderr += err
    if (step.id !== undefined) steps.set(step.id, readOutputs(readFileSync(outputFile, 'utf8')))
    if (code !== 0) break
  }
  const outputs = Object.fromEntries(
    Object.entries(action.outputs).map(([name, { value }]) => [name, fill(value, inputs, steps)]),
  )
  return { code, stdout, stderr, outputs, summary: readFileSync(summaryFile, 'utf8') }
}

/** A text with its expressions evaluated: inputs, outputs of steps, and the first of them that is not empty. */
function fill(value: string, inputs: Readonly<Record<string, string>>, steps: Outputs): string {
  return value.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => {
    const values = expression.split('||').map(one => evaluate(one.trim(), inputs, steps))
    return values.find(found => found !== '') ?? ''
  })
}

function evaluate(expression: string, inputs: Readonly<Record<string, string>>, steps: Outputs): string {
  const [, input] = /^inputs\.([\w-]+)$/.exec(expression) ?? []
  if (input !== undefined && Object.hasOwn(inputs, input)) return inputs[input] ?? ''
  const [, id, name] = /^steps\.([\w-]+)\.outputs\.([\w-]+)$/.exec(expression) ?? []
  if (id !== undefined && name !== undefined && action.runs.steps.some(step => step.id === id)) {
    return steps.get(id)?.[name] ?? ''
  }
  throw new Error(`not understood: ${expression}`)
}

/** The file of GITHUB_OUTPUT: `name=value`, or `name<<END` and lines up to `END`. */
function readOutputs(file: string): Readonly<Record<string, string>> {
  const outputs: Record<string, string> = {}
  const lines = file.split('\n')
  while (lines.length > 1) {
    const [, name = '', sign, rest = ''] = /^([\w-]+)(=|<<)(.*)$/.exec(lines.shift() ?? '') ?? []
    if (sign === undefined) throw new Error('a line of GITHUB_OUTPUT has no name')
    if (sign === '=') outputs[name] = rest
    else {
      const end = lines.indexOf(rest)
      if (end === -1) throw new Error(`the output ${name} does not end`)
      outputs[name] = lines.splice(0, end).join('\n')
      lines.shift()
    }
  }
  return outputs
}
