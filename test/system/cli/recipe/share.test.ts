// Installing recipes of others: from files and a server on loopback, signed and not, and by those who would misuse it.
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { readTrustFile } from '../../../../src/cli/shared/trust-file.js'
import { loadRecipe } from '../../../../src/cli/shared/recipes.js'
import { parseJson } from '../../../../src/core/json.js'
import { parseRecipe } from '../../../../src/recipe/recipe.js'
import { root, run, runJson, runShell, type Ended } from '../../../cli/resident.js'
import { type } from '../../../cli/terminal.js'
import { isLong, some } from '../../../long.js'

const docs = readFileSync(join(root, 'docs/RECIPES.md'), 'utf8')
const block = (word: string): string => new RegExp(`\`\`\`json ${word}\n([^]*?)\`\`\``).exec(docs)?.[1] ?? ''
const shop = block('recipe')
const { digest } = parseRecipe(parseJson(shop))
const renamed = (name: string): string => shop.replace('"corner-shop"', JSON.stringify(name))
const hostile = 'Fair \u202emoor\u001b[2J\u2066'

const folder = t.testdir({
  'corner-shop.json': shop,
  'draw.json': block('draw'),
  'other.json': shop.replace('The page does not', 'It does not'),
  'raffair.json': renamed('raffair'),
  'hostile.json': renamed('hostile').replace(
    /"title": "The corner shop's raffle"/,
    `"title": ${JSON.stringify(hostile)}`,
  ),
})
const file = (name: string): string => join(folder, name)
const installed = join(folder, 'drawaudit/recipes')
const options = { cwd: folder, env: { XDG_CONFIG_HOME: folder } }
const call = async (...args: readonly string[]): Promise<Ended> => run(args, options)
const add = async (...args: readonly string[]): Promise<Ended> => call('recipe', 'add', ...args)
const there = (): readonly string[] => (existsSync(installed) ? readdirSync(installed) : [])

if (isLong)
  await t.test('the keys of two people, and a trust file with one of them', async t => {
    for (const name of ['ada', 'eve']) {
      const made = await call(
        'trust',
        'init',
        '-o',
        `${name}.json`,
        '--observer',
        name,
        '--observer-key',
        `${name}.key`,
      )
      t.equal(made.code, 0, made.stderr)
    }
    writeFileSync(file('trust.json'), '{"trust":"drawaudit/v1"}')
    const { public_key: key } = JSON.parse(readFileSync(file('ada.key'), 'utf8')) as { public_key: string }
    const signed = await call('recipe', 'sign', 'corner-shop.json', '--key', 'ada.key', '-o', 'signed.json')
    t.equal(signed.code, 0, signed.stderr)
    const [, fingerprint = ''] = /^fingerprint ([0-9a-f]{64})/m.exec(signed.stderr) ?? []
    t.match(signed.stderr, `signed corner-shop ${digest}\nby ada, public key ${key}\n`)
    const named = ['--recipe-signer', 'Ada', '--public-key', key]
    t.equal((await call('trust', 'add', ...named)).code, 2, 'a key is compared')
    t.equal((await call('trust', 'add', ...named, '--fingerprint', '0'.repeat(64))).code, 2)
    const added = await call('trust', 'add', ...named, '--fingerprint', fingerprint)
    t.match(added.stdout, /^added: recipe signer Ada {2}[0-9a-f ]{71}\n$/)
    t.match((await call('trust', 'show')).stdout, /recipe signers, any recipe is used\n {2}Ada\n/)
    t.match(
      (await call('trust', 'add', 'eve.json', '--recipe-key', 'eve.key')).stdout,
      /^added: recipe signer eve/,
    )
  })

await t.test('nothing is installed that nobody agreed to', async t => {
  const asked = await add('corner-shop.json')
  t.equal(asked.code, 2)
  t.match(asked.stderr, /let index = integer_be\(mixed\) mod count\(tickets\)/, 'what it computes')
  t.match(asked.stderr, `unsigned; not drawaudit’s, so you alone vouch for it\n  ${digest}\n`)
  t.match(asked.stderr, /nothing is installed: there is no terminal to ask at/)
  const other = await add('other.json', '--digest', digest, '--yes')
  t.match(other, { code: 2, stderr: new RegExp(`expected the recipe ${digest}, found corner-shop sha256:`) })
  const asJson = await add('other.json', '--digest', digest, '--format', 'json')
  t.match(JSON.parse(asJson.stdout), { exit_code: 2, error: { code: 'recipe-other' } })
  for (const wrong of some(['', digest.slice(0, 20), `sha512:${digest.slice(7)}`], 1)) {
    t.equal((await add('corner-shop.json', '--digest', wrong)).code, 2, wrong)
  }
  t.strictSame(there(), [])

  const place = ['recipe', 'add', 'corner-shop.json']
  const atTerminal = async (answer: string) =>
    type(place, [['Install corner-shop? [y/N] ', answer]], folder, options.env)
  for (const answer of some(['n\n', '\n', '\u0004'], 1))
    t.equal((await atTerminal(answer)).code, 2, JSON.stringify(answer))
  t.strictSame(there(), [])
  t.equal((await atTerminal('y\n')).code, 0)
  t.strictSame(there(), ['corner-shop.json'])
})

if (isLong)
  await t.test('a draw that names it is verified by it, and the report says whose it is', async t => {
    const { report } = await runJson(['verify', 'draw.json', '--require', 'winner.derived'], options)
    t.match(report.subjects, [
      { recipe: { name: 'corner-shop', digest, from: 'installed' }, verdict: 'proven' },
    ])
    t.notOk('signed_by' in (report.subjects[0]?.recipe ?? {}))
    const said = 'not drawaudit’s: installed by the auditor, unsigned'
    const forms = ['junit', 'html', 'md']
    const reports = forms.map(form => `${form}=report.${form}`).join(',')
    t.match((await call('verify', 'draw.json', '--report', reports)).stdout, said)
    for (const form of forms) t.match(readFileSync(file(`report.${form}`), 'utf8'), said, form)
    t.match((await call('verify', 'draw.json', '-q')).stdout, 'draw.json (recipe not drawaudit’s)')
    t.match((await call('explain', 'draw.json')).stdout, `the recipe is ${said}`)
    t.match(
      (await call('verify', 'draw.json', '--recipe', 'corner-shop.json')).stdout,
      /a file of the auditor, unsigned/,
    )
    t.match((await call('recipe', 'show', 'corner-shop')).stderr, `${digest}, not drawaudit’s: unsigned`)
    const shipped = await call('verify', join(root, 'fixtures/samples/raffair-complete.json'))
    t.notMatch(shipped.stdout, /not drawaudit’s/)
  })

if (isLong)
  await t.test('a name that is taken', async t => {
    const again = await add('corner-shop.json', '--yes')
    t.match(again, { code: 0, stdout: /^installed already: corner-shop sha256:/ })
    const before = readFileSync(join(installed, 'corner-shop.json'), 'utf8')
    t.match(await add('other.json', '--yes'), { code: 2, stderr: /there is a recipe corner-shop already/ })
    t.equal(readFileSync(join(installed, 'corner-shop.json'), 'utf8'), before)
    t.equal((await add('other.json', '--yes', '--replace')).code, 0)
    t.not(readFileSync(join(installed, 'corner-shop.json'), 'utf8'), before)
    for (const replace of [[], ['--replace']]) {
      t.match(await add('raffair.json', '--yes', ...replace), { code: 2, stderr: /comes with drawaudit/ })
    }
    t.strictSame(there(), ['corner-shop.json'])
  })

if (isLong)
  await t.test('whose it is, by the names of a trust file', async t => {
    const trust = ['--trust', 'trust.json']
    const signed = await add('signed.json', '--yes', '--replace', ...trust)
    t.match(signed, { code: 0, stderr: /signed by Ada; not drawaudit’s/ })
    const line = async (...more: readonly string[]) =>
      (await call('recipe', 'list', ...more)).stdout.split('corner-shop')[1]
    t.match(await line(...trust), /\n +yours, signed by Ada\n/)
    t.match(await line('--trust', 'eve.json'), /yours, signed by a key that the trust file does not name/)
    t.match(await line(), /yours, signed by a key that the trust file does not name/)
    const { report } = await runJson(
      ['verify', 'draw.json', ...trust, '--require', 'winner.derived'],
      options,
    )
    t.match(report.subjects, [{ recipe: { digest, from: 'installed', signed_by: 'Ada' } }])
    const unnamed = await runJson(['verify', 'draw.json', '--require', 'winner.derived'], options)
    t.equal(unnamed.report.subjects[0]?.recipe?.signed_by, null)
    t.strictSame(JSON.parse((await call('recipe', 'show', 'corner-shop')).stdout), JSON.parse(shop))
  })

if (isLong)
  await t.test('a trust file that has only signed recipes used', async t => {
    writeFileSync(file('only.json'), readFileSync(file('trust.json')))
    t.match(
      (await call('trust', 'add', 'only.json', '--recipes', 'signed')).stdout,
      /^added: recipes that are used: signed/,
    )
    const by = ['--trust', 'only.json', '--require', 'winner.derived']
    const signed = await runJson(['verify', 'draw.json', ...by], options)
    t.match(signed, { code: 0, report: { subjects: [{ recipe: { signed_by: 'Ada' } }] } })
    const given = await call('verify', 'draw.json', '--recipe', 'corner-shop.json', ...by)
    t.match(given, {
      code: 2,
      stdout: '',
      stderr: /allows only recipes that one of its recipe signers signed: this one is unsigned/,
    })
    t.throws(() => loadRecipe(file('corner-shop.json'), readTrustFile(file('only.json'))), {
      code: 'recipe-untrusted',
    })
    t.match(await add('corner-shop.json', '--yes', '--replace', '--trust', 'only.json'), { code: 2 })

    await call('recipe', 'sign', 'corner-shop.json', '--key', 'eve.key', '-o', 'eve-signed.json')
    t.equal((await add('eve-signed.json', '--yes', '--replace')).code, 0)
    const eve = await runJson(['verify', 'draw.json', ...by], options)
    t.match(eve, {
      code: 3,
      report: {
        subjects: [
          {
            claims: [
              {
                id: 'document.read',
                status: 'not-provable',
                code: 'recipe-untrusted',
                message: /the signature of another key/,
              },
              {},
            ],
          },
        ],
      },
    })
    t.match(await call('explain', 'draw.json', '--trust', 'only.json'), { code: 3 })
    t.match(
      (await call('recipe', 'list', '--trust', 'only.json')).stdout,
      /corner-shop\n +not used: the trust file/,
    )
    const shipped = join(root, 'fixtures/samples/raffair-complete.json')
    t.equal((await call('verify', shipped, '--trust', 'only.json', '--require', 'reproducible')).code, 0)
  })

if (isLong)
  await t.test('an envelope that was altered', async t => {
    interface Written {
      payload: string
      payloadType: string
      signatures: { keyid: string; sig: string }[]
    }
    const signed = JSON.parse(readFileSync(file('signed.json'), 'utf8')) as Written
    const payload = Buffer.from(shop.replace('":"', '"-"')).toString('base64')
    const forms: Readonly<Record<string, object>> = {
      'another recipe': {
        ...signed,
        payload: Buffer.from(JSON.stringify(JSON.parse(renamed('elsewhere')))).toString('base64'),
      },
      'another formula': { ...signed, payload },
      'another kind': { ...signed, payloadType: 'application/vnd.drawaudit.statement.v1+json' },
      'two signatures': { ...signed, signatures: [...signed.signatures, ...signed.signatures] },
    }
    for (const [name, form] of Object.entries(forms)) {
      writeFileSync(file('altered.json'), JSON.stringify(form))
      const ended = await add('altered.json', '--yes', '--replace', '--trust', 'trust.json')
      t.equal(ended.code, 2, name)
      t.match(
        ended.stderr,
        /altered\.json.*: (?:the signature is not one of "Ada"|not a signed recipe|expected)/,
        name,
      )
    }
    t.strictSame(there(), ['corner-shop.json'])
  })

if (isLong)
  await t.test('what a recipe says cannot act on the terminal', async t => {
    const shown = await add('hostile.json', '--yes')
    t.equal(shown.code, 0, shown.stderr)
    const listed = await call('recipe', 'list')
    // oxlint-disable-next-line no-control-regex -- these are what must not be there
    for (const text of [shown.stderr, shown.stdout, listed.stdout]) t.notMatch(text, /[\u202e\u2066\u001b]/)
    t.match(listed.stdout, /hostile +Fair \\u\{202e\}moor/)
    t.equal((await call('recipe', 'remove', 'hostile')).code, 0)
  })

if (isLong)
  await t.test('a recipe in the folder that is none, or another', async t => {
    writeFileSync(join(installed, 'swapped.json'), shop)
    writeFileSync(join(installed, 'raffair.json'), renamed('raffair'))
    symlinkSync(file('corner-shop.json'), join(installed, 'linked.json'))
    const { stdout } = await call('recipe', 'list')
    t.match(stdout, /swapped\n +not used: expected the recipe swapped, found one called corner-shop/)
    t.match(stdout, /linked\n +not used: is not a regular file/)
    t.match(stdout, /yours, unsigned\n +not used: drawaudit has a recipe of this name, and that one is used/)
    writeFileSync(file('swapped-draw.json'), block('draw').replace('"corner-shop"', '"swapped"'))
    const { report } = await runJson(['verify', 'swapped-draw.json'], options)
    t.match(report.subjects, [{ claims: [{ code: 'recipe-reference' }] }])
    for (const name of ['swapped', 'raffair', 'linked'])
      t.equal((await call('recipe', 'remove', name)).code, 0)
    t.ok(existsSync(file('corner-shop.json')), 'what a link led to stays')
    t.match(await call('recipe', 'remove', 'raffair'), {
      code: 2,
      stderr: /comes with drawaudit, and cannot be removed/,
    })
    t.match(await call('recipe', 'remove', '../../corner-shop'), { code: 2 })
    mkdirSync(join(installed, 'folder.json'))
    t.match(await call('recipe', 'remove', 'folder'), { code: 2, stderr: /is a folder/ })
  })

if (isLong)
  await t.test('from a server', async t => {
    const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
      '/shop.json': response => response.end(renamed('fetched')),
      '/moved': response => response.writeHead(302, { location: '/shop.json' }).end(),
      '/away': response => response.writeHead(302, { location: 'http://192.0.2.1/shop.json' }).end(),
      '/scheme': response => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      '/large': response => {
        const piece = Buffer.alloc(65_536, ' ')
        let left = 1600
        const write = (): void => {
          while (left > 0) {
            left -= 1
            if (!response.write(piece)) {
              response.once('drain', write)
              return
            }
          }
          response.end()
        }
        write()
      },
      '/slow': () => undefined,
      '/page': response => response.end('<html>'),
      '/none': response => response.writeHead(404).end(renamed('fetched')),
    }
    const server = createServer((request, response) => answers[request.url ?? '']?.(response)).listen(
      0,
      '127.0.0.1',
    )
    await once(server, 'listening')
    t.teardown(() => {
      server.closeAllConnections()
      server.close()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const from = async (path: string, ...more: readonly string[]): Promise<Ended> =>
      add(`${url}${path}`, '--yes', '--allow-private', ...more)
    t.match(await add(`${url}/shop.json`, '--yes'), { code: 2, stderr: /--allow-private/ })
    const cases: readonly (readonly [path: string, code: number, says: RegExp])[] = [
      ['/away', 4, /192\.0\.2\.1/],
      ['/scheme', 2, /URL does not start with http/],
      ['/large', 4, /more than 2097152 bytes|larger|too/],
      ['/page', 2, /shop|page/],
      ['/none', 4, /status 404/],
    ]
    for (const [path, code, says] of cases) {
      const ended = await from(path, '--timeout', '3')
      t.match(ended, { code, stderr: says }, path)
    }
    t.match(await from('/slow', '--timeout', '0.3'), { code: 4, stderr: /within 0\.3 s/ })
    for (const plain of [
      'http://example.org/shop.json',
      'http://192.0.2.1/shop.json',
      'ftp://example.org/x',
    ]) {
      t.equal((await add(plain, '--yes', '--allow-private')).code, 2, plain)
    }
    t.notOk(there().includes('fetched.json'))
    t.match(await from('/moved'), { code: 0, stdout: /^installed fetched / })
    t.match(await from('/shop.json'), { code: 0, stdout: /^installed already/ })
  })

if (isLong)
  await t.test('several at the same time: one is installed', async t => {
    const names = ['a', 'b', 'c', 'd']
    for (const name of names)
      writeFileSync(file(`${name}.json`), renamed('race').replace('"as sold"', `"${name}"`))
    const ended = await Promise.all(names.map(async name => add(`${name}.json`, '--yes')))
    t.strictSame(ended.map(({ code }) => code).toSorted(), [0, 2, 2, 2])
    const winner = ended.findIndex(({ code }) => code === 0)
    const kept = readFileSync(join(installed, 'race.json'), 'utf8')
    t.strictSame(JSON.parse(kept), JSON.parse(readFileSync(file(`${names[winner] ?? ''}.json`), 'utf8')))
    t.strictSame(
      there().filter(name => name.endsWith('.partial')),
      [],
    )
  })

if (isLong)
  await t.test('a folder that cannot be written', async t => {
    const home = t.testdir({ drawaudit: 'a file' })
    const ended = await run(['recipe', 'add', 'corner-shop.json', '--yes'], {
      cwd: folder,
      env: { XDG_CONFIG_HOME: home },
    })
    t.match(
      ended,
      { code: 2, stdout: '', stderr: /^error: .*drawaudit.*: cannot be written: /m },
      ended.stderr,
    )
    mkdirSync(file('empty'))
    t.equal((await add('empty', '--yes')).code, 2, 'and a folder is no recipe')
  })

await t.test('the calls of docs/RECIPES.md, "Sharing recipes"', async t => {
  const cwd = t.testdir({ 'corner-shop.json': shop, 'draw.json': block('draw') })
  const blocks = [...docs.matchAll(/```sh sharing\n([^]*?)```/g)].map(([, lines = '']) => lines)
  t.equal(blocks.length, 2)
  const shown: string[] = []
  for (const line of blocks.join('').trimEnd().split('\n')) {
    const ended = await runShell(line, { cwd, env: { XDG_CONFIG_HOME: cwd } })
    t.equal(ended.code, 0, `${line}\n${ended.stderr}`)
    shown.push(ended.stdout)
  }
  const [, quoted = ''] = /the report then says what you rest on:\n\n```\n([^]*?)```/i.exec(docs) ?? []
  t.not(quoted, '')
  t.ok(
    shown.some(text => text.includes(quoted)),
    'and what it shows',
  )
  t.match(shown.at(-1), /corner-shop .*\n +yours, signed by Ada\n/)
})

if (isLong)
  await t.test('where no folder can be made it ends', { skip: process.platform !== 'linux' }, async t => {
    const nowhere = file('nowhere.json')
    const { stdout } = await run(['recipe', 'show', 'raffair'])
    writeFileSync(nowhere, stdout.replace('"raffair"', '"nowhere"'))
    const env = { XDG_CONFIG_HOME: '/proc', XDG_CACHE_HOME: '/proc' }
    const ended = await run(['recipe', 'add', nowhere, '--yes'], { env })
    t.equal(ended.code, 2)
    t.match(ended.stderr, /\nerror: \/proc\/drawaudit\/recipes[^\n]*\n/)
    // Its cache cannot be kept either.
    t.equal((await run(['hash', '0'.repeat(64)], { env })).code, 0)
    t.equal((await run(['verify', nowhere], { env })).code, 3)
  })
