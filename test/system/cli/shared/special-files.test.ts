// What is no regular file is written to or refused, and is still there afterwards, whoever runs this.
import { createInterface } from 'node:readline'
import { existsSync, lstatSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { bin, proven, root, run, runShell, start, type Ended } from '../../../cli/run.js'

const folder = t.testdir()
const id = '49638a53-01d5-4ea0-96bc-887c4448c4f3'
const env = { DRAWAUDIT_STORE: 'raffles.db', DRAWAUDIT_PASSPHRASE: 'nobody has to know it' }
const shell = (line: string): Promise<Ended> => runShell(line, { cwd: folder, env })

const closes = new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+Z$/, '+00:00')
for (const args of [
  ['key', 'generate', '--operator', 'Example'],
  [
    'raffle',
    'create',
    '--name',
    'Summer',
    '--prize',
    'Phone',
    '--max',
    '9',
    '--closes',
    closes,
    '--raffle',
    id,
  ],
  ['log', 'create', '--origin', 'raffles.example/log'],
]) {
  t.match(await run(args, { cwd: folder, env }), { code: 0 }, args.join(' '))
}
const relay = start(process.execPath, [bin, 'beacon', 'serve', '--port', '0', '--trust-out', 'trust.json'], {
  cwd: folder,
})
t.teardown(() => relay.kill('SIGTERM'))
const chain = new Promise<string>(resolve => {
  createInterface({ input: relay.stderr }).on('line', line => {
    const [, hash] = /^chain ([0-9a-f]{64})/.exec(line) ?? []
    if (hash !== undefined) resolve(hash)
  })
})
const url = await new Promise<string>(resolve =>
  createInterface({ input: relay.stdout }).once('line', resolve),
)
const fetch = `beacon fetch 1 --trust trust.json --chain ${await chain} --relay ${url} --allow-private`

/** Commands that write what is complete at once, how what they write begins, and what they say of it. */
const writers = [
  [`raffle bundle ${id} -o`, '{', 'saved'],
  [`log proof ${id} 0 -o`, 'c2sp.org/tlog-proof@v1', 'saved'],
  [`${fetch} -o`, '{', 'saved'],
  ['page -o', '<!doctype html>', 'made'],
  [`recipe new --from ${join(root, proven)} -o`, '{', 'made'],
] as const

for (const [command, content, word] of writers) {
  await t.test(`${command.replace(/ --.*/, '')} writes to what is there`, async t => {
    const expected = await shell(`rm -f file; drawaudit ${command} file; cat file`)
    t.equal(expected.code, 0, expected.stderr)
    const { stdout: text } = expected
    t.ok(text.toLowerCase().startsWith(content))
    t.match(expected.stderr, word)

    const piped = await shell(`drawaudit ${command} /dev/stdout | cat`)
    t.ok(piped.stdout === text, 'a pipe gets the content and nothing else')
    t.match(piped.stderr, word, 'what is said goes elsewhere')
    const joined = await shell(`drawaudit ${command} /dev/stdout 2>&1 | cat`)
    t.ok(joined.stdout === text, 'nothing is said where the content goes')
    const stderr = await shell(`drawaudit ${command} /dev/stderr 2>&1 >/dev/null | cat`)
    t.ok(stderr.stdout === text)

    // The third descriptor waits for the reader, and the reader for its end.
    const fifo = `rm -f fifo; mkfifo fifo; cat fifo > got & exec 3> fifo; drawaudit ${command} fifo; echo $?; exec 3>&-; wait; cat got`
    const { stdout } = await shell(fifo)
    t.ok(stdout === `0\n${text}`)
    t.ok(lstatSync(join(folder, 'fifo')).isFIFO())
    const nobody = await shell(`drawaudit ${command} fifo`)
    t.match(nobody, { code: 2, stderr: /^error: fifo: cannot be written: it has no reader/ })
    t.ok(lstatSync(join(folder, 'fifo')).isFIFO())

    t.match(await shell(`drawaudit ${command} /dev/full`), {
      code: 2,
      stderr: /^error: \/dev\/full: .*disk is full/,
    })
    t.match(await shell(`drawaudit ${command} /dev/null`), { code: 0 })
    for (const device of ['/dev/full', '/dev/null']) t.ok(statSync(device).isCharacterDevice(), device)
    t.ok(lstatSync('/dev/stdout').isSymbolicLink())
  })
}

await t.test('the record of a raffle goes beside its bundle', async t => {
  const line = `drawaudit raffle bundle ${id} -o bundle.json --record`
  const { stdout } = await shell(`${line} /dev/stdout | cat`)
  t.equal((JSON.parse(stdout) as { raffle_id: string }).raffle_id, id)
  t.match(await shell(`${line} /dev/full`), { code: 2, stderr: /disk is full/ })
  t.ok(statSync('/dev/full').isCharacterDevice())
})

await t.test('what would write a second file beside it, or read it first, is refused', async t => {
  await shell('rm -f fifo; mkfifo fifo')
  for (const [line, says] of [
    [`raffle bundle ${id} --entries file -o /dev/stdout`, /puts the list beside the bundle\nhint: .*-o FILE/],
    [`raffle bundle ${id} --entries file -o fifo`, /puts the list beside the bundle/],
    ['page -o fifo', /it has no reader/],
    [`recipe new --from ${join(root, proven)} -o fifo`, /it has no reader/],
    ['trust init -o fifo', /there is such a file/],
    ['trust add fifo --beacons', /not a regular file/],
    ['trust show fifo', /not a regular file/],
    ['key rotate --key-file fifo', /not a regular file/],
    ['key rotate --passphrase-file fifo', /not a regular file/],
    ['beacon serve --port 0 --key-file fifo', /not a regular file/],
    ['beacon serve --port 0 --trust-out fifo', /not a regular file/],
    ['store backup fifo', /there is such a file/],
    [`verify ${join(root, proven)} --report json=fifo`, /not a regular file/],
  ] as const) {
    const ended = await shell(`drawaudit ${line}`)
    t.match(ended, { code: 2, stderr: says }, line)
    t.ok(lstatSync(join(folder, 'fifo')).isFIFO(), `${line}: it stays`)
  }
  for (const place of ['/dev', folder]) t.notOk(existsSync(join(place, `entries-${id}.ndjson`)), place)
})
