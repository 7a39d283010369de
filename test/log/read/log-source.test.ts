import { EventEmitter, once } from 'node:events'
import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { openLogSource, longestBundle, type LogSource } from '../../../src/log/read/log-source.js'
import { openFolder } from '../../../src/log/read/read-folder.js'
import { encodeEntries } from '../../../src/core/tiles.js'
import { utf8 } from '../../protocol/second-opinion.js'
import { fails, start } from '../../remote/start.js'
import { serveLog, TestLog } from '../make-log.js'

const entry = (index: number): Uint8Array => utf8(`entry ${index} ${'x'.repeat(index % 50)}`)

function makeLog(size: number): TestLog {
  return new TestLog().append(...Array.from({ length: size }, (_, index) => entry(index)))
}

async function collect(source: LogSource, from: number, to: number, size = to): Promise<string[]> {
  const entries: string[] = []
  for await (const one of source.readEntries(from, to, { size })) entries.push(Buffer.from(one).toString())
  return entries
}

const expected = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => Buffer.from(entry(from + index)).toString())

const ranges = [
  [0, 0],
  [0, 1],
  [0, 600],
  [255, 256],
  [255, 257],
  [256, 512],
  [511, 600],
  [599, 600],
  [600, 600],
] as const

void t.test('a folder and a URL give the same', async t => {
  const log = makeLog(600)
  const served = await serveLog(t, log.files())
  const folder = openLogSource(log.write(t.testdir()))
  const url = openLogSource(`${served.url}/`, { client: start(t) })
  for (const source of [folder, url]) {
    t.equal(await source.readCheckpoint(), log.note())
    for (const [from, to] of ranges) t.same(await collect(source, from, to, 600), expected(from, to))
    t.same(Buffer.from(await source.readTile(0, 1, 256)), Buffer.from(log.files().get('tile/0/001')!))
    t.same(Buffer.from(await source.readTile(0, 2, 88)), Buffer.from(log.files().get('tile/0/002.p/88')!))
    t.same(Buffer.from(await source.readTile(1, 0, 2)), Buffer.from(log.files().get('tile/1/000.p/2')!))
  }
})

void t.test('a partial tile that is gone is the beginning of the full one', async t => {
  const log = makeLog(600)
  const small = log.files(300)
  const large = log.files(600)
  const served = await serveLog(t, large)
  const url = openLogSource(served.url, { client: start(t) })
  const folder = openLogSource(log.write(t.testdir()))
  for (const source of [url, folder]) {
    t.same(await collect(source, 290, 300), expected(290, 300))
    t.same(Buffer.from(await source.readTile(0, 1, 44)), Buffer.from(small.get('tile/0/001.p/44')!))
  }
  t.same(served.asked.slice(0, 2), ['tile/entries/001.p/44', 'tile/entries/001'])
})

void t.test('what is not there, or not as long as it has to be', async t => {
  const log = makeLog(300)
  const folder = log.write(t.testdir())
  const source = openLogSource(folder)
  await fails(t, source.readTile(0, 5, 256), 'file-missing')
  truncateSync(`${folder}/tile/0/000`, 8191)
  await fails(t, source.readTile(0, 0, 256), 'tile-invalid', '8192')
  writeFileSync(`${folder}/tile/0/000`, new Uint8Array(8193))
  await fails(t, source.readTile(0, 0, 256), 'file-too-large')
  writeFileSync(`${folder}/tile/entries/001.p/44`, encodeEntries([entry(1)]))
  await fails(t, collect(source, 256, 300), 'tile-invalid', '44 entries')
  const error: unknown = await collect(source, 256, 300).catch((caught: unknown) => caught)
  t.match(error, { where: { file: `${folder}/tile/entries/001.p/44` } }, 'it says where')
  writeFileSync(`${folder}/checkpoint`, Uint8Array.of(0xff, 0x0a))
  await fails(t, source.readCheckpoint(), 'note-invalid', 'UTF-8')
  writeFileSync(`${folder}/checkpoint`, 'x'.repeat(65 * 1024))
  await fails(t, source.readCheckpoint(), 'file-too-large')
  rmSync(`${folder}/checkpoint`)
  await fails(t, source.readCheckpoint(), 'file-missing', 'no checkpoint')
  mkdirSync(`${folder}/checkpoint`)
  await fails(t, source.readCheckpoint(), 'file-kind', 'folder')
  await fails(t, openLogSource(`${folder}/nowhere`).readCheckpoint(), 'file-missing')
})

void t.test('a service that misbehaves', async t => {
  const log = makeLog(300)
  const served = await serveLog(t, log.files())
  const source = openLogSource(served.url, { client: start(t, { timeout: 700 }), pause: 0.01 })

  await t.test('has nothing there', async t => {
    served.misbehave = undefined
    await fails(t, source.readTile(0, 5, 256), 'remote-error', 'does not have what its checkpoint covers')
    const error: unknown = await source.readTile(3, 0, 1).catch((caught: unknown) => caught)
    t.match(error, { where: { file: `${served.url}/tile/3/000.p/1` } })
    await fails(t, openLogSource(`${served.url}/x`, { client: start(t) }).readCheckpoint(), 'remote-error')
  })

  await t.test('answers with HTML', async t => {
    served.misbehave = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>please log in</html>')
      return true
    }
    await fails(t, source.readTile(0, 0, 256), 'tile-invalid')
    await fails(t, collect(source, 0, 256), 'tile-invalid')
  })

  await t.test('fails twice, then not', async t => {
    let times = 0
    served.misbehave = (_, response) => {
      times += 1
      if (times > 2) return false
      response.writeHead(times === 1 ? 502 : 503).end()
      return true
    }
    t.equal(await source.readCheckpoint(), log.note())
    t.equal(times, 3)
    served.misbehave = (_, response) => {
      response.writeHead(500).end()
      return true
    }
    await fails(t, source.readCheckpoint(), 'remote-error', '500')
  })

  await t.test('hangs up', async t => {
    let times = 0
    served.misbehave = (_, response) => {
      times += 1
      response.socket?.destroy()
      return true
    }
    await fails(t, source.readCheckpoint(), 'remote-closed')
    // A kept connection that was closed is tried once more by itself.
    t.ok(times === 3 || times === 4)
  })

  await t.test('wants to be left alone', async t => {
    const waits: number[] = []
    const patient = openLogSource(served.url, {
      client: start(t),
      longestWait: 2,
      onWait: seconds => waits.push(seconds),
    })
    let times = 0
    served.misbehave = (_, response) => {
      times += 1
      if (times > 1) return false
      response.writeHead(429, { 'retry-after': '1' }).end()
      return true
    }
    t.equal(await patient.readCheckpoint(), log.note())
    t.same(waits, [1])
    served.misbehave = (_, response) => {
      response.writeHead(429, { 'retry-after': '100' }).end()
      return true
    }
    await fails(t, patient.readCheckpoint(), 'remote-limited', '100 seconds')
  })

  await t.test('sends without end', async t => {
    served.misbehave = (_, response) => {
      response.writeHead(200)
      const more = (): void => {
        if (!response.destroyed) response.write(new Uint8Array(256 * 1024), () => setImmediate(more))
      }
      more()
      return true
    }
    await fails(t, source.readCheckpoint(), 'remote-too-large')
    await fails(t, source.readTile(0, 0, 256), 'remote-too-large')
    const patient = openLogSource(served.url, { client: start(t) })
    await fails(t, collect(patient, 0, 256), 'remote-too-large', String(longestBundle))
  })

  await t.test('sends drop by drop', async t => {
    served.misbehave = (_, response) => {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'), 50)
      response.on('close', () => {
        clearInterval(timer)
      })
      return true
    }
    await fails(t, source.readCheckpoint(), 'remote-timeout')
  })

  await t.test('redirects', async t => {
    served.misbehave = (path, response) => {
      if (path.startsWith('/')) return false
      response.writeHead(302, { location: `/elsewhere/${path}` }).end()
      return true
    }
    served.files = new Map([['/elsewhere/checkpoint', utf8(log.note())]])
    t.equal(await source.readCheckpoint(), log.note())
    served.misbehave = (_, response) => {
      response.writeHead(302, { location: '/log/checkpoint' }).end()
      return true
    }
    await fails(t, source.readCheckpoint(), 'remote-redirect')
    served.files = log.files()
  })

  await t.test('compresses', async t => {
    const coding = { value: 'gzip' }
    const asked: (readonly [path: string, accepted: unknown])[] = []
    served.misbehave = (path, response) => {
      asked.push([path, response.req.headers['accept-encoding']])
      response.writeHead(200, { 'content-encoding': coding.value }).end(gzipSync(served.files.get(path)!))
      return true
    }
    t.same(await collect(source, 0, 256, 300), expected(0, 256), 'and says so')
    t.strictSame(asked, [['tile/entries/000', 'gzip']], 'as it was asked to')
    await source.readTile(0, 0, 256)
    t.strictSame(asked[1], ['tile/0/000', 'identity'], 'hashes do not shrink')
    served.misbehave = (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(new Uint8Array(70_000)))
      return true
    }
    await fails(t, collect(source, 0, 1, 1), 'remote-too-large')
    served.misbehave = (path, response) => {
      response.writeHead(200, { 'content-encoding': coding.value }).end(gzipSync(served.files.get(path)!))
      return true
    }
    coding.value = 'identity'
    await fails(t, collect(source, 0, 256), 'tile-invalid')
  })
})

void t.test('bundles are asked for ahead, and only a few', async t => {
  const log = makeLog(256 * 12)
  let now = 0
  let most = 0
  // The first ones are answered when four have come, however slow the machine is.
  const four = new EventEmitter()
  const isThere = once(four, 'come')
  const served = await serveLog(t, log.files(), (path, response) => {
    now += 1
    most = Math.max(most, now)
    if (now === 4) four.emit('come')
    void Promise.all([isThere, setTimeout(20)]).then(() => {
      now -= 1
      response.end(served.files.get(path))
    })
    return true
  })
  const source = openLogSource(served.url, { client: start(t) })
  t.same(await collect(source, 0, 256 * 12), expected(0, 256 * 12))
  t.equal(most, 4)
})

void t.test('whoever has seen enough stops it', async t => {
  const log = makeLog(256 * 12)
  const served = await serveLog(t, log.files())
  const source = openLogSource(served.url, { client: start(t) })
  for await (const one of source.readEntries(0, 256 * 12)) {
    t.equal(Buffer.from(one).toString(), expected(0, 1)[0])
    break
  }
  t.ok(served.asked.length <= 5, `${served.asked.length} requests`)
  const stop = new AbortController()
  stop.abort(new Error('enough'))
  await t.rejects(source.readCheckpoint(stop.signal), { message: 'enough' })
  await t.rejects(openLogSource(log.write(t.testdir())).readCheckpoint(stop.signal), { message: 'enough' })
})

void t.test('a URL that is none', async t => {
  for (const url of ['http://a.example/log?x=1', 'https://u:p@a.example/', 'http://']) {
    t.throws(() => openLogSource(url), { code: 'url-invalid' }, url)
  }
  const source = openLogSource('http://127.0.0.1:9/log')
  await fails(t, source.readCheckpoint(), 'address-forbidden')
  source.close()
})

void t.test('a base URL, and what is no file, are said with what to do', async t => {
  t.throws(() => openLogSource('http://a.example/log?x=1'), {
    message: 'a base URL has no query',
    hint: 'give the URL of the log without what follows ?',
  })
  const folder = t.testdir({ checkpoint: {}, large: 'x'.repeat(20) })
  const reader = openFolder(folder)
  await t.rejects(reader.read('checkpoint', 10), {
    code: 'file-kind',
    message: 'is a folder',
    where: { file: `${folder}/checkpoint` },
  })
  await t.rejects(reader.read('large', 19), {
    code: 'file-too-large',
    message: 'larger than 19 bytes',
    where: { file: `${folder}/large` },
  })
  t.equal((await reader.read('large', 20))?.length, 20)
  t.equal(await reader.read('none', 20), undefined)
  const before = readdirSync('/proc/self/fd').length
  for (let count = 0; count < 20; count += 1) await reader.read('large', 20)
  t.ok(readdirSync('/proc/self/fd').length < before + 10, 'a file that was read is closed')
})

void t.test('503 is waited for, and the longest wait is obeyed', async t => {
  const log = makeLog(1)
  const served = await serveLog(t, log.files())
  const source = (longestWait: number) =>
    openLogSource(served.url, { client: start(t), longestWait, pause: 0.001 })
  let times = 0
  const refuse = (status: number, wait: string | undefined, often: number): void => {
    times = 0
    served.misbehave = (_, response) => {
      times += 1
      if (times > often) return false
      response.writeHead(status, wait === undefined ? {} : { 'retry-after': wait }).end()
      return true
    }
  }
  refuse(503, '1', 1)
  t.equal(await source(1).readCheckpoint(), log.note(), 'as long as the longest')
  refuse(503, '2', 9)
  await t.rejects(source(1).readCheckpoint(), {
    code: 'remote-limited',
    message: 'the log answers 503 and asks to wait 2 seconds',
    hint: 'try again then, or wait longer with --max-wait',
  })
  t.equal(times, 1)
  refuse(503, undefined, 2)
  t.equal(await source(1).readCheckpoint(), log.note())
  t.equal(times, 3)
  refuse(503, undefined, 9)
  await fails(t, source(1).readCheckpoint(), 'remote-limited')
  t.equal(times, 3, 'asked three times')
})
