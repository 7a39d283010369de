/**
 * `drawaudit selftest`
 *
 * @packageDocumentation
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Argv } from 'yargs'
import { decodeUtf8 } from '../../core/encoding.js'
import { DrawauditError } from '../../errors.js'
import { escapeText } from '../../render/escape.js'
import { renderJson } from '../../render/json.js'
import { createStyle } from '../../render/style.js'
import { renderError } from '../../render/text.js'
import { runSelfTest, type Outcome, type SelfTestResult } from '../../verify/bundle/selftest.js'
import { describeFailure } from '../shared/failure.js'
import { colourOption, engineOption, findEngine, formatOption } from '../shared/options.js'
import { createProgress, talk, wantsColour, writeResult } from '../shared/terminal.js'
import { readVersion, selftestFile } from '../../io/own-files.js'
import type { Command } from '../shared/command.js'

function build(yargs: Argv) {
  return yargs
    .option('all', { type: 'boolean', default: false, describe: 'List every scenario with its outcome' })
    .option('engine', engineOption)
    .option('format', formatOption)
    .option('color', colourOption)
    .example('$0 selftest', 'Before you rely on what it says')
    .example('$0 selftest --engine both', 'OpenSSL and noble against each other')
}

export const selftestCommand: Command<typeof build> = {
  name: 'selftest',
  describe: 'Verify the known-good and known-bad bundles that come with drawaudit',
  build,
  async run({ all, engine, format, color }) {
    const progress = createProgress(format !== 'text')
    const outcomes: Outcome[] = []
    const result = (() => {
      try {
        return runSelfTest(readScenarios(), {
          engine: findEngine(engine),
          onOutcome(outcome) {
            outcomes.push(outcome)
            progress.show(`scenario ${outcomes.length}`)
          },
        })
      } finally {
        progress.clear()
      }
    })()
    const about = { version: readVersion(), engine }
    const error = result.passed ? undefined : describeFailure(fail(result))
    const exitCode = result.passed ? 0 : 70
    if (format === 'json') {
      const { passed, ...rest } = result
      const scenarios = all ? { scenarios: outcomes } : {}
      await writeResult(
        renderJson({
          ...{ selftest: 'drawaudit/v1', ...about, passed, exit_code: exitCode, ...rest, ...scenarios },
          ...(error && { error }),
        }),
      )
    } else {
      await writeResult(render(result, all ? outcomes : result.failed, about, wantsColour(color)))
      if (error !== undefined) talk(renderError(error))
    }
    return exitCode
  },
}

/** Bytes of all scenarios. */
const longest = 64 * 1024 * 1024

const hint = 'reinstall drawaudit and try again; until this passes, rely on none of its verdicts'

function* readScenarios(): Generator {
  try {
    const lines = decodeUtf8(gunzipSync(readFileSync(selftestFile), { maxOutputLength: longest })).split('\n')
    // Not parseJson: some scenarios have what it would refuse before the verifier sees it.
    for (const line of lines) if (line !== '') yield JSON.parse(line)
  } catch (error) {
    const { message } = error as Error
    throw new DrawauditError('internal', `the scenarios of the self-test cannot be read: ${message}`, {
      hint,
    })
  }
}

function fail({ good, bad, failed, missing, unlisted }: SelfTestResult): DrawauditError {
  const codes = missing.length + unlisted.length
  const faults = [
    ...(failed.length > 0 ? [`${failed.length} of ${good + bad} scenarios not as expected`] : []),
    ...(codes > 0 ? [`${codes} ${codes === 1 ? 'code' : 'codes'} of claims not as listed`] : []),
  ]
  return new DrawauditError('internal', `the self-test failed: ${faults.join(', ')}`, { hint })
}

function render(
  { passed, good, bad, codes, missing, unlisted }: SelfTestResult,
  shown: readonly Outcome[],
  { version, engine }: { readonly version: string; readonly engine: string },
  colour: boolean,
): string {
  const style = createStyle(colour)
  const lines = [
    ...shown.flatMap(({ name, passed, expected, found }) => [
      `${passed ? style.status('proven', 'ok    ') : style.status('refuted', 'FAILED')}  ${escapeText(name)}: ${escapeText(expected)}`,
      ...(passed ? [] : [`        found ${escapeText(found)}`]),
    ]),
    ...missing.map(
      code => `${style.status('refuted', 'FAILED')}  no scenario made this claim end so: ${code}`,
    ),
    ...unlisted.map(code => `${style.status('refuted', 'FAILED')}  not a code of this claim: ${code}`),
    `drawaudit ${version}, engine ${engine}: ${good} known-good and ${bad} known-bad bundles verified, ${codes} codes of claims seen`,
    ...(passed
      ? ['every good one reaches its level, every bad one is caught by the claim and code that it names']
      : []),
  ]
  return `${lines.join('\n')}\n`
}
