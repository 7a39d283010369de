import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { isCapture, readCapture, writeCapture } from '../../../src/cli/shared/captures.js'
import { DrawauditError } from '../../../src/errors.js'
import type { Captured, CapturedExchange } from '../../../src/model/capture.js'
import { checkCapture } from '../../../src/verify/capture.js'
import { asNobody, noNobody } from '../../unprivileged.js'

const raffle = '49638a53-01d5-4ea0-96bc-887c4448c4f3'
const at = '2026-09-01T08:00:00.000Z'
const names = ['audit', 'statistics', 'odds', 'history'].map(view => `${raffle}/${view}.json`)

function captured(probe: CapturedExchange['probe'], body: Uint8Array): CapturedExchange {
  return {
    probe,
    raffle,
    exchange: {
      method: 'GET',
      url: `https://raffles.example/api/v1/raffles/${raffle}/audit`,
      sent: [['Accept', 'application/json']],
      status: 200,
      headers: [['ETag', '"\u00e9\ttext"']],
      body,
      sentAt: at,
      receivedAt: at,
      redirects: ['https://raffles.example/'],
    },
  }
}

const everything: Captured = {
  baseUrl: 'https://raffles.example/api/v1',
  vendorType: 'application/vnd.service.v1+json',
  capturedAt: at,
  exchanges: [
    captured('audit', Buffer.from('{"raffle_id":"ü"}\r\n')),
    captured('stats', Buffer.alloc(0)),
    captured('odds', Buffer.of(0xff, 0, 0x0a)),
    captured('history', Buffer.from('<html>')),
  ],
}

function refusal(action: () => unknown): DrawauditError {
  try {
    action()
  } catch (error) {
    if (error instanceof DrawauditError) return error
    throw error
  }
  throw new Error('it was accepted')
}

/** A folder with everything, and its path. */
function save(test: Pick<typeof t, 'testdir'>): string {
  const folder = join(test.testdir(), 'capture')
  writeCapture(folder, everything)
  return folder
}

/** Changes the manifest as text, past our code. */
function edit(folder: string, change: (text: string) => string): void {
  const path = join(folder, 'capture.json')
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

await t.test('what was saved is read back, byte for byte', t => {
  const folder = join(t.testdir(), 'new', 'capture')
  const manifest = writeCapture(folder, everything)
  const read = readCapture(folder)
  t.strictSame(read, { manifest, exchanges: [...everything.exchanges], altered: [] })
  t.ok(
    read.exchanges.every(
      ({ exchange }, n) => Buffer.compare(exchange.body, everything.exchanges[n]!.exchange.body) === 0,
    ),
  )
  t.strictSame(
    manifest.exchanges.map(({ file }) => file),
    names,
  )
  t.equal(checkCapture(read.altered).code, 'capture-intact')
  t.strictSame(readdirSync(folder).toSorted(), [raffle, 'capture.json'], 'and nothing is left over')
  for (const name of ['capture.json', ...names, raffle]) {
    const { mode } = statSync(join(folder, name))
    t.equal(mode & 0o600, 0o600, name)
    t.equal(mode & 0o777 & ~(name === raffle ? 0o755 : 0o644), 0, name)
  }
  t.end()
})

await t.test('nothing at all is a capture too', t => {
  const folder = t.testdir()
  const manifest = writeCapture(folder, { ...everything, exchanges: [] })
  t.strictSame(readCapture(folder), { manifest, exchanges: [], altered: [] })
  t.end()
})

await t.test('only an empty place is written to', t => {
  const folder = t.testdir({ file: 'x', used: { 'notes.txt': 'mine' }, empty: {} })
  symlinkSync('nowhere', join(folder, 'dangling'))
  for (const name of ['file', 'used', 'dangling']) {
    const { code, hint } = refusal(() => writeCapture(join(folder, name), everything))
    t.equal(code, 'file-exists', name)
    t.ok(hint)
  }
  t.strictSame(readdirSync(join(folder, 'used')), ['notes.txt'])
  t.notOk(existsSync(join(folder, 'nowhere')))
  writeCapture(join(folder, 'empty'), everything)
  t.equal(refusal(() => writeCapture(join(folder, 'empty'), everything)).code, 'file-exists')
  t.equal(refusal(() => writeCapture(join(folder, 'file', 'below'), everything)).code, 'file-access')
  t.end()
})

await t.test('what no capture can hold leaves nothing behind', t => {
  const folder = join(t.testdir(), 'capture')
  const large = captured('audit', new Uint8Array(8 * 1024 * 1024 + 1))
  t.equal(refusal(() => writeCapture(folder, { ...everything, exchanges: [large] })).code, 'capture-schema')
  t.notOk(existsSync(folder))
  t.end()
})

await t.test('a folder that was not finished is no capture', t => {
  const folder = save(t)
  t.ok(isCapture(folder))
  renameSync(join(folder, 'capture.json'), join(folder, 'capture.json.1.partial'))
  t.notOk(isCapture(folder))
  const { code, hint, where } = refusal(() => readCapture(folder))
  t.same([code, where.file], ['file-missing', join(folder, 'capture.json')])
  t.match(hint, 'an incomplete one')
  t.notOk(isCapture(join(folder, 'missing')))
  t.notOk(isCapture(join(folder, names[0]!)), 'a file')
  t.end()
})

await t.test('a saved file that is another one now, or gone, is named and left out', t => {
  const changes: readonly (readonly [what: string, change: (path: string) => void, found: RegExp])[] = [
    [
      'a byte more',
      path => {
        writeFileSync(path, ' ', { flag: 'a' })
      },
      /^sha256:[0-9a-f]{64} \(21 bytes instead of 20\)$/,
    ],
    [
      'another byte',
      path => {
        writeFileSync(path, '{"raffle_id":"ä"}\r\n')
      },
      /^sha256:[0-9a-f]{64}$/,
    ],
    [
      'nothing in it',
      path => {
        truncateSync(path)
      },
      /0 bytes instead of 20/,
    ],
    [
      'gone',
      path => {
        rmSync(path)
      },
      /^no such file$/,
    ],
    [
      'its folder gone',
      path => {
        rmSync(join(path, '..'), { recursive: true })
      },
      /^no such file$/,
    ],
    [
      'very large',
      path => {
        truncateSync(path, 8 * 1024 * 1024 + 1)
      },
      /a file larger than/,
    ],
  ]
  for (const [what, change, found] of changes) {
    const folder = save(t)
    change(join(folder, names[0]!))
    const { exchanges, altered, manifest } = readCapture(folder)
    t.equal(altered[0]?.file, names[0], what)
    t.equal(altered[0]?.expected, manifest.exchanges[0]?.sha256)
    t.match(altered[0]?.found, found)
    t.equal(exchanges.length + altered.length, 4)
    t.notOk(
      exchanges.some(({ probe }) => probe === 'audit'),
      what,
    )
    const claim = checkCapture(altered)
    t.same([claim.status, claim.code], ['not-provable', 'capture-altered'])
  }
  t.end()
})

await t.test('a manifest that says something else of a file', t => {
  const folder = save(t)
  edit(folder, text => text.replace('"bytes": 0', '"bytes": 1').replace('"bytes": 20', '"bytes": 19'))
  // The digest decides; a length beside it that is wrong does not make other bytes of them.
  t.equal(checkCapture(readCapture(folder).altered).code, 'capture-altered')
  t.end()
})

await t.test('links and other things in the place of files', t => {
  const cases: readonly (readonly [what: string, change: (folder: string) => void, message: string])[] = [
    [
      'a link',
      folder => {
        swap(join(folder, names[0]!), path => {
          symlinkSync('../secret', path)
        })
      },
      'is a symbolic link',
    ],
    [
      'a link to the same file',
      folder => {
        const path = join(folder, names[0]!)
        renameSync(path, `${path}.moved`)
        symlinkSync(`${path}.moved`, path)
      },
      'is a symbolic link',
    ],
    [
      'a dangling link',
      folder => {
        swap(join(folder, names[0]!), path => {
          symlinkSync('nowhere', path)
        })
      },
      'is a symbolic link',
    ],
    [
      'a folder',
      folder => {
        swap(join(folder, names[0]!), path => {
          mkdirSync(path)
        })
      },
      'is a folder',
    ],
    [
      'a pipe',
      folder => {
        swap(join(folder, names[0]!), path => {
          execFileSync('mkfifo', [path])
        })
      },
      'is not a regular file',
    ],
    [
      'a link to the folder',
      folder => {
        const path = join(folder, raffle)
        renameSync(path, `${path}-moved`)
        symlinkSync(`${path}-moved`, path)
      },
      'is a symbolic link',
    ],
    [
      'a file for the folder',
      folder => {
        swap(join(folder, raffle), path => {
          writeFileSync(path, '')
        })
      },
      'is not a regular file',
    ],
    [
      'a link for the manifest',
      folder => {
        const path = join(folder, 'capture.json')
        renameSync(path, `${path}.moved`)
        symlinkSync(`${path}.moved`, path)
      },
      'is a symbolic link',
    ],
  ]
  for (const [what, change, message] of cases) {
    const folder = save(t)
    writeFileSync(join(folder, 'secret'), 'secret')
    change(folder)
    const error = refusal(() => readCapture(folder))
    t.same([error.code, error.message], ['file-kind', message], what)
    t.ok(error.where.file?.startsWith(folder), what)
  }
  t.end()

  function swap(path: string, make: (path: string) => void): void {
    rmSync(path, { recursive: true })
    make(path)
  }
})

await t.test('a link to the whole folder is the caller’s choice', t => {
  const folder = save(t)
  symlinkSync(folder, `${folder}-link`)
  t.ok(isCapture(`${folder}-link`))
  t.strictSame(readCapture(`${folder}-link`).altered, [])
  t.end()
})

await t.test('a hostile manifest opens nothing outside', t => {
  const outside = ['../secret.json', `${raffle}/../../secret.json`, '/etc/hostname', `${raffle}/\\u0000`]
  for (const file of outside) {
    const folder = save(t)
    writeFileSync(join(folder, '..', 'secret.json'), 'secret')
    edit(folder, text => text.replace(`"file": "${names[0]!}"`, `"file": "${file}"`))
    const { code, where } = refusal(() => readCapture(folder))
    t.same(
      [code, where.file, where.pointer],
      ['capture-schema', join(folder, 'capture.json'), '/exchanges/0/file'],
    )
  }
  const texts: Readonly<Record<string, readonly [change: (text: string) => string, code: string]>> = {
    'names twice': [
      text => text.replace('"vendor_type"', '"vendor_type": "x", "vendor_type"'),
      'json-duplicate-name',
    ],
    'a prototype': [
      text => text.replace('"vendor_type"', '"__proto__": {}, "vendor_type"'),
      'json-forbidden-name',
    ],
    'one file for two answers': [
      text =>
        text.replaceAll('"probe": "stats"', '"probe": "audit"').replaceAll('statistics.json', 'audit.json'),
      'capture-schema',
    ],
    nothing: [() => '', 'json-empty'],
    'another document': [() => '{"draw": "drawaudit/v1"}', 'capture-schema'],
  }
  for (const [what, [change, code]] of Object.entries(texts)) {
    const folder = save(t)
    edit(folder, change)
    t.equal(refusal(() => readCapture(folder)).code, code, what)
  }
  t.end()
})

await t.test('a manifest without end', t => {
  const folder = save(t)
  truncateSync(join(folder, 'capture.json'), 64 * 1024 * 1024 + 1)
  t.equal(refusal(() => readCapture(folder)).code, 'file-too-large')
  t.end()
})

await t.test('a capture can be moved', t => {
  const folder = save(t)
  const other = join(t.testdir(), 'elsewhere')
  writeCapture(join(other, 'first'), everything)
  cpSync(join(other, 'first'), join(other, 'second'), { recursive: true })
  t.strictSame(readCapture(join(other, 'second')), readCapture(join(other, 'first')))
  t.notOk(existsSync(join(folder, 'first')))
  t.end()
})

await t.test('without permission', { skip: noNobody }, t => {
  const folder = save(t)
  chmodSync(join(folder, names[0]!), 0)
  t.equal(asNobody(() => refusal(() => readCapture(folder))).code, 'file-access')
  t.end()
})
