// The compiler and the linter in one process, since both want every type of the project: worked out twice, they take half
// a minute more.
import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'
import t from 'tap'
import ts from 'typescript'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The program of a configuration, as `tsc -p` makes it. */
function createProgram(path: string): ts.Program {
  const host: ts.ParseConfigFileHost = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: diagnostic => {
      throw new Error(say([diagnostic]))
    },
  }
  const parsed = ts.getParsedCommandLineOfConfigFile(root + path, {}, host)
  if (parsed === undefined) throw new Error(`${path} cannot be read`)
  const { fileNames, options, errors } = parsed
  return ts.createProgram({ rootNames: fileNames, options, configFileParsingDiagnostics: errors })
}

function say(diagnostics: readonly ts.Diagnostic[]): string {
  return ts.formatDiagnostics(diagnostics, {
    getCanonicalFileName: name => name,
    getCurrentDirectory: () => root,
    getNewLine: () => '\n',
  })
}

const programs = ['tsconfig.json', 'src/page/dom/tsconfig.json'].map(createProgram)

await t.test('the types hold, tests and the page included', { timeout: 580_000 }, t => {
  for (const program of programs) t.equal(say(ts.getPreEmitDiagnostics(program)), '')
  t.end()
})

await t.test('the linter has nothing to say', { timeout: 580_000 }, async t => {
  const eslint = new ESLint({
    cwd: root,
    overrideConfig: {
      files: ['**/*.ts'],
      languageOptions: { parserOptions: { projectService: false, programs } },
    },
  })
  const results = await eslint.lintFiles('.')
  t.ok(results.length > 800, `${results.length} files`)
  const formatter = await eslint.loadFormatter()
  t.equal(await formatter.format(results), '')
})
