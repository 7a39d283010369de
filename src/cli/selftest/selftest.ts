/**
 * `drawaudit selftest`
 *
 * @packageDocumentation
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { decodeBase64, decodeUtf8 } from '../../core/encoding.js'
import { DrawauditError } from '../../errors.js'
import { parseBundle, type BundleJson } from '../../model/bundle.js'
import type { ExitCode } from '../../model/report.js'
import { parseTrust } from '../../model/trust.js'
import { escapeText } from '../../render/escape.js'
import { createStyle } from '../../render/style.js'
import { renderError } from '../../render/text.js'
import {
  runSelfTest,
  type ScenarioResult,
  type Scenario,
  type SelfTestResult,
} from '../../verify/bundle/selftest.js'
import { toFailure } from '../shared/failure.js'
import { engineOption, findEngine, switchOption } from '../shared/options.js'
import { createProgress } from '../shared/terminal.js'
import { readVersion, selftestFile } from '../../io/own-files.js'
import { defineCommand } from '../shared/command.js'
import { checkTokens } from '../shared/stamps.js'

export const selftestCommand = defineCommand({
  name: 'selftest',
  describe: 'Verify the known-good and known-bad bundles that come with drawaudit',
  options: {
    all: { ...switchOption, describe: 'List every scenario with its outcome' },
    engine: engineOption,
  },
  examples: [
    ['$0 selftest', 'Before you rely on what it says'],
    ['$0 selftest --engine both', 'OpenSSL and noble against each other'],
  ],
  exits: {
    0: 'every bundle ends as it should',
    70: 'one does not: reinstall drawaudit, and rely on none of its verdicts until this passes',
  },
  async run({ engine, format }) {
    const progress = createProgress(format !== 'text')
    const outcomes: ScenarioResult[] = []
    try {
      const scenarios: unknown[] = []
      for (const scenario of readScenarios()) {
        progress.show(`reading scenario ${scenarios.length + 1}`)
        scenarios.push(await addTokens(scenario))
      }
      const result = runSelfTest(scenarios, {
        engine: findEngine(engine),
        onOutcome(outcome) {
          outcomes.push(outcome)
          progress.show(`scenario ${outcomes.length} of ${scenarios.length}`)
        },
      })
      return { result, outcomes }
    } finally {
      progress.clear()
    }
  },
  json({ result, outcomes }, { all, engine }) {
    const { passed, ...rest } = result
    return {
      selftest: 'drawaudit/v1',
      version: readVersion(),
      engine,
      passed,
      exit_code: exitCodeOf(result),
      ...rest,
      ...(all && { scenarios: outcomes }),
      ...(!passed && { error: toFailure(fail(result)) }),
    }
  },
  text: ({ result, outcomes }, { all, engine }, { colour }) =>
    render(result, all ? outcomes : result.failed, engine, colour),
  notes: ({ result }) => (result.passed ? '' : renderError(toFailure(fail(result)))),
  exitCode: ({ result }) => exitCodeOf(result),
})

const exitCodeOf = ({ passed }: SelfTestResult): ExitCode => (passed ? 0 : 70)

/** Maximum size of all scenarios, in bytes. */
const longest = 64 * 1024 * 1024

const hint = 'reinstall drawaudit and try again; until this passes, rely on none of its verdicts'

function* readScenarios(): Generator {
  try {
    const lines = decodeUtf8(gunzipSync(readFileSync(selftestFile), { maxOutputLength: longest })).split('\n')
    // Not parseJson: it refuses some scenarios that the verifier has to see.
    for (const line of lines) if (line !== '') yield JSON.parse(line)
  } catch (error) {
    const { message } = error as Error
    throw new DrawauditError('internal', `the scenarios of the self-test cannot be read: ${message}`, {
      hint,
    })
  }
}

/** A scenario with the results of its time-stamp tokens, if it has any. */
async function addTokens(value: unknown): Promise<unknown> {
  const { bundle, trust, tokens = [], now = '' } = Object(value) as Partial<Scenario>
  const { timestamps = [] } = Object(bundle) as Partial<BundleJson>
  if (timestamps.length + tokens.length === 0) return value
  try {
    const bundled = parseBundle(bundle).timestamps
    const given = tokens.map(decodeBase64)
    return {
      ...(value as Scenario),
      timestamps: await checkTokens(bundled, given, parseTrust(trust), new Date(now)),
    }
  } catch (error) {
    // The self-test judges unreadable documents.
    if (error instanceof DrawauditError) return value
    throw error
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
  shown: readonly ScenarioResult[],
  engine: string,
  colour: boolean,
): string {
  const style = createStyle(colour)
  const lines = [
    ...shown.flatMap(({ name, passed, expected, found }) => [
      `${passed ? style.status('proven', 'ok    ') : style.status('refuted', 'FAILED')}  ${escapeText(name)}: ${escapeText(expected)}`,
      ...(passed ? [] : [`        found ${escapeText(found)}`]),
    ]),
    ...missing.map(code => `${style.status('refuted', 'FAILED')}  no scenario produced this code: ${code}`),
    ...unlisted.map(code => `${style.status('refuted', 'FAILED')}  not a code of this claim: ${code}`),
    `drawaudit ${readVersion()}, engine ${engine}: ${good} known-good and ${bad} known-bad bundles verified, ${codes} codes of claims seen`,
    ...(passed
      ? ['every good one reaches its level, every bad one is caught by the claim and code that it names']
      : []),
  ]
  return `${lines.join('\n')}\n`
}
