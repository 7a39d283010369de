import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { budget } from './runner.js'

/** Where a mutant of an earlier report survived: what is left to try when tests were added. */
function survivorsOf(report) {
  const { files } = JSON.parse(readFileSync(report, 'utf8'))
  return Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map(
        ({ location: { start, end } }) =>
          `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column}`,
      ),
  )
}

const { AGAIN, JOBS, RANGES, REPORT } = process.env
/** Of a sample, by sample.js. */
const ranges = RANGES && readFileSync(RANGES, 'utf8').split('\n')

export default {
  testRunner: 'in-process',
  plugins: [fileURLToPath(new URL('runner.js', import.meta.url))],
  buildCommand: 'node test/mutation/build.js',
  coverageAnalysis: 'perTest',
  mutate: AGAIN
    ? survivorsOf(AGAIN)
    : ranges || ['src/core/**/*.ts', 'src/recipe/**/*.ts', 'src/verify/**/*.ts'],
  ignorePatterns: [
    '/bench',
    '/build',
    '/conformance',
    '/dist',
    '/docs/images',
    'test/fuzz',
    'test/mutation/node_modules',
    '.tap',
    // A demo that runs meanwhile makes and removes files while they are copied.
    '.demo*',
  ],
  disableTypeChecks: false,
  concurrency: Number(JOBS ?? 2),
  // So that nothing that a mutant left behind stays.
  maxTestRunnerReuse: 1000,
  // The runner itself ends before; this is for a loop that does not end, and one hundred times the hits ends most of them.
  timeoutMS: 7000 + 2 * budget,
  timeoutFactor: 0,
  dryRunTimeoutMinutes: 30,
  tempDirName: 'test/mutation/.sandbox',
  reporters: ['json', 'clear-text'],
  clearTextReporter: {
    logTests: false,
    reportTests: false,
    reportMutants: false,
    allowColor: false,
    allowEmojis: false,
  },
  jsonReporter: { fileName: REPORT ?? 'test/mutation/reports/mutation.json' },
  thresholds: { high: 95, low: 90, break: null },
}
