import { readdirSync } from 'node:fs'
import t from 'tap'
import { parseEntryProof } from '../../../src/model/bundle.js'
import { checks, receiptCheck, ticketCheck } from '../../../src/verify/bundle/checks/index.js'
import { readGiven } from '../../../src/verify/bundle/selftest.js'
import { judge } from '../../protocol/judge.js'
import { checkTokens } from '../../protocol/stamper.js'
import { readScenario } from '../../protocol/scenario-files.js'
import type { Asked } from '../../protocol/scenarios/scenario.js'
import { describeClaims, describeSubject, Words } from '../words.js'

// The files are made by test/protocol/mutants.test.ts.

const folder = new URL('../../../fixtures/mutants/', import.meta.url)
const namesIn = (claim: string): readonly string[] =>
  readdirSync(new URL(`${claim}/`, folder)).map(file => `${claim}/${file.replace('.json', '')}`)

// `node scripts/mutants.js --write`
const words = new Words(new URL('../../../test/verify/bundle/mutants.txt', import.meta.url))

function askedOf({ ticket, receipt, ...asked }: Asked): NonNullable<Parameters<typeof judge>[1]> {
  const proof = ticket?.proof && parseEntryProof(ticket.proof)
  return {
    ...asked,
    ...(ticket && { ticket: { id: ticket.id, ...(proof && { proof }) } }),
    ...(receipt && { receipt: readGiven(receipt) }),
  }
}

/** `<claim> <code>`, as they ended claims. */
const fired = new Set<string>()

/** Few at a time: mutation testing takes no test that is slow by itself. */
const parts = readdirSync(folder)
  .sort()
  .flatMap(claim => {
    const names = namesIn(claim).toSorted()
    return Array.from({ length: Math.ceil(names.length / 10) }, (_, part) => ({
      claim,
      names: names.slice(part * 10, part * 10 + 10),
    }))
  })

for (const { claim: folderName, names } of parts) {
  await t.test(`${names[0]!} and ${names.length - 1} more`, async t => {
    for (const name of names) {
      const { expect, options, description, evidence } = readScenario(name)
      const timestamps = await checkTokens(evidence)
      const subject = judge(evidence, { ...askedOf(options), timestamps })
      const { claims, verdict, level } = subject
      for (const { id, code } of claims) fired.add(`${id} ${code}`)
      const isUnharmed = folderName === 'unharmed'
      const shown = isUnharmed ? claims : claims.filter(({ id }) => id === expect.claim)
      if (isUnharmed) {
        t.strictSame({ level, verdict }, expect, `${name}: ${description}`)
      } else {
        const [claim] = shown
        const found = claim && [claim.status, claim.code]
        t.strictSame(found, [expect.status, expect.code], `${name}: ${description}: ${claim?.message ?? ''}`)
        t.equal(`${expect.claim}/`, name.replace(/[^/]*$/, ''))
        t.equal(verdict, expect.verdict, `${name}: verdict`)
        if (expect.level !== undefined) t.equal(level, expect.level, `${name}: level`)
      }
      words.check(t, name, [...describeClaims(shown), ...describeSubject(subject)])
    }
  })
}

await t.test('every code of every claim fires, and no other', t => {
  const listed = [...checks, ticketCheck, receiptCheck].flatMap(({ id, codes }) =>
    codes.map(code => `${id} ${code}`),
  )
  t.strictSame(
    listed.filter(one => !fired.has(one)),
    [],
  )
  const others = ['document.read ', 'level.reached ']
  const unlisted = [...fired].filter(one => !listed.includes(one))
  t.strictSame(
    unlisted.filter(one => !others.some(other => one.startsWith(other))),
    [],
  )
  words.end(t)
  t.end()
})
