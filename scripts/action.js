// The second step of action.yml: makes a call of drawaudit of the inputs, and outputs of what came of it. The call is
// made in this process, so that a header with a secret stands in no list of processes.
import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A call that cannot be made. */
class WrongCall extends Error {}

/** By format, as `--report` calls it: the output that names the report, and its file. */
const reports = {
  junit: { output: 'junit', file: 'junit.xml' },
  sarif: { output: 'sarif', file: 'report.sarif' },
  md: { output: 'markdown', file: 'report.md' },
  json: { output: 'json', file: 'report.json' },
  html: { output: 'html', file: 'report.html' },
}

const text = name => (process.env[`INPUT_${name.toUpperCase().replaceAll('-', '_')}`] ?? '').trim()

const list = (name, separator) =>
  text(name)
    .split(separator)
    .map(one => one.trim())
    .filter(one => one !== '')

const option = (name, value = text(name)) => (value === '' ? [] : [`--${name}=${value}`])

function flag(name) {
  const value = text(name)
  if (!['', 'true', 'false'].includes(value)) {
    throw new WrongCall(`the input ${name} takes true or false, found ${JSON.stringify(value)}`)
  }
  return value === 'true' ? [`--${name}`] : []
}

/** What the inputs ask for, as arguments. */
function readCall() {
  const lines = /[\r\n]+/
  const items = /[,\r\n]+/
  const paths = list('path', lines)
  const url = text('base-url')
  const both = [
    ...option('require', list('require', items).join(',')),
    ...option('trust'),
    ...list('observation', lines).flatMap(value => option('observation', value)),
    ...list('timestamp', lines).flatMap(value => option('timestamp', value)),
    ...option('log'),
    ...flag('accept-replacements'),
    ...option('recipe'),
  ]
  const ofService = [
    ...option('raffle', list('raffles', items).join(',')),
    ...option('raffles-file'),
    ...option('lock'),
    ...flag('frozen'),
    ...option('rules', list('rules', items).join(',')),
    ...option('skip', list('skip', items).join(',')),
    ...flag('probe-rate-limit'),
    ...list('header', lines).flatMap(value => option('header', value)),
    ...option('vendor-type'),
    ...flag('allow-private'),
    ...option('ca-file'),
    ...option('wait'),
    ...option('timeout'),
    ...option('max-wait'),
    ...option('deadline'),
  ]
  if ((url === '') === (paths.length === 0)) {
    throw new WrongCall('give one of the inputs base-url and path')
  }
  if (url !== '') return { args: ['check', ...both, ...ofService], operands: [url] }
  if (ofService.length > 0) {
    const names = ofService.map(one => one.replace(/^--|=.*/gs, ''))
    throw new WrongCall(`path takes no service to check: leave out ${names.join(', ')}`)
  }
  return { args: ['verify', ...both], operands: paths }
}

/** Runs drawaudit. What lies in the folder afterwards is of this run. */
async function run(folder) {
  const { args, operands } = readCall()
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new WrongCall(`the folder ${JSON.stringify(folder)} cannot be made (${error.code})`)
  }
  for (const { file } of Object.values(reports)) rmSync(join(folder, file), { force: true })
  const targets = Object.entries(reports).map(
    ([format, { file }]) => `--report=${format}=${join(folder, file)}`,
  )
  const { main } = await import(new URL('../dist/bin/main.js', import.meta.url).href)
  return main([...args, ...targets, '--', ...operands])
}

/** A delimiter that nobody can guess: a value cannot end where it likes and go on as another output. */
function setOutput(name, value) {
  const file = process.env['GITHUB_OUTPUT']
  const end = randomUUID()
  if (file) appendFileSync(file, `${name}<<${end}\n${value}\n${end}\n`)
}

/** `--trust FILE` as the input that it is, `trust: FILE`; a command that somebody is to run stays as it is. */
const nameInputs = said =>
  said
    .split(/(drawaudit [^;,:)%\n]*)/)
    .map((part, place) => (place % 2 === 1 ? part : part.replace(/--([a-z][a-z-]*)/g, nameInput)))
    .join('')

function nameInput(option, name) {
  const input = name === 'raffle' ? 'raffles' : name
  return `INPUT_${input.toUpperCase().replaceAll('-', '_')}` in process.env ? `${input}:` : option
}

/** What drawaudit said last of an error, to annotate it where no report was written. */
let failure = ''
const write = process.stderr.write.bind(process.stderr)
process.stderr.write = (chunk, ...rest) => {
  const [, said] = /^error: ([^]*)/m.exec(String(chunk)) ?? []
  if (said !== undefined) failure = said.trim()
  return write(String(chunk).startsWith('::') ? nameInputs(String(chunk)) : chunk, ...rest)
}

function annotate(message) {
  const data = message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  console.error(`::error title=drawaudit::${data}`)
}

const folder = text('reports-folder') || 'drawaudit-reports'
let exitCode = 70
let verdict = ''
let written = []
try {
  exitCode = await run(folder)
  written = Object.values(reports).filter(({ file }) => existsSync(join(folder, file)))
  const report = join(folder, reports.json.file)
  if (existsSync(report)) verdict = JSON.parse(readFileSync(report, 'utf8')).verdict ?? ''
  // With a report, drawaudit has annotated what it says.
  else annotate(nameInputs(failure) || `ended with exit code ${exitCode}: the log says why`)
} catch (error) {
  if (error instanceof WrongCall) exitCode = 2
  annotate(String(error instanceof WrongCall ? error.message : error))
}
setOutput('exit-code', exitCode)
setOutput('verdict', verdict)
for (const { output, file } of written) setOutput(output, join(folder, file))
process.exitCode = exitCode
