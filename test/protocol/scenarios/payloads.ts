import { observationType, type Evidence } from '../factory.js'
import { digest, jcs, utf8, type Members } from '../second-opinion.js'
import { scenariosOf, told, without } from './scenario.js'

/** A raffle whose last draw is signed over what `write` makes of its RFC 8785 form. */
const written = (write: (text: string, statement: Members) => string | Uint8Array): Evidence =>
  told(it => {
    it.commit()
    it.seal()
    it.draw(1)
    const encode = (statement: Members): Uint8Array => {
      const payload = write(jcs(statement), statement)
      return typeof payload === 'string' ? utf8(payload) : payload
    }
    it.draw(2, {}, { encode })
  })

/** A raffle whose last draw has other members. */
const members = (change: Members): Evidence => written((_, statement) => jcs({ ...statement, ...change }))

/** Payloads that are no statement, each signed by the operator. */
export const payloads = scenariosOf('statement.chain', add => {
  const say = (name: string, description: string, evidence: Evidence): void => {
    add(name, description, 'statement-invalid', evidence)
  }
  say(
    'payload-with-a-space',
    'the payload has a space that RFC 8785 does not write',
    written(text => text.replace(':', ': ')),
  )
  say(
    'payload-with-a-line-feed',
    'the payload ends with a line feed',
    written(text => `${text}\n`),
  )
  say(
    'payload-with-a-mark',
    'the payload begins with a byte order mark',
    written(text => `\u{feff}${text}`),
  )
  say(
    'payload-members-unsorted',
    'the members stand in another order',
    written((_, statement) => JSON.stringify(statement)),
  )
  say(
    'payload-escaped',
    'a letter is escaped that RFC 8785 writes as it is',
    written(text => text.replace('Prize', '\\u0050rize')),
  )
  say(
    'payload-number-with-fraction',
    'a number is written 2.0',
    written(text => text.replace('"position":2', '"position":2.0')),
  )
  say(
    'payload-number-with-exponent',
    'a number is written 2e0',
    written(text => text.replace('"position":2', '"position":2e0')),
  )
  say('payload-number-too-large', 'a number is 2^53', members({ winner_index: 9_007_199_254_740_992 }))
  say('payload-number-negative', 'a number is below zero', members({ winner_index: -1 }))
  say('payload-number-as-text', 'a number is text', members({ winner_index: '1' }))
  say(
    'payload-member-twice',
    'a member stands twice',
    written(text => text.replace('"position":2', '"position":2,"position":2')),
  )
  say(
    'payload-member-unknown',
    'there is a member that the protocol does not know',
    members({ verified: true }),
  )
  say(
    'payload-member-of-every-object',
    'there is a member that the protocol does not know, by the name of one that every object of JavaScript has',
    members({ constructor: true }),
  )
  say('payload-member-of-another-kind', 'a draw has a member of replacements', members({ attempt: 0 }))
  say(
    'payload-member-missing',
    'a draw does not say when it was made',
    written((_, statement) => jcs(without(statement, 'drawn_at_utc'))),
  )
  say('payload-type-unknown', 'the kind of statement is not known', members({ type: 'redraw' }))
  say(
    'payload-digest-bare',
    'a digest stands without its prefix',
    written(text => text.replace('"rng_seed_hash":"sha256:', '"rng_seed_hash":"')),
  )
  say(
    'payload-digest-in-upper-case',
    'a digest is in upper case',
    written((_, s) =>
      jcs({ ...s, rng_seed_hash: `sha256:${(s['rng_seed_hash'] as string).slice(7).toUpperCase()}` }),
    ),
  )
  say(
    'payload-uuid-in-upper-case',
    'a UUID is in upper case',
    written((_, s) => jcs({ ...s, draw_id: (s['draw_id'] as string).toUpperCase() })),
  )
  say(
    'payload-seed-too-short',
    'the seed has 31 bytes',
    written((_, s) => jcs({ ...s, rng_seed: (s['rng_seed'] as string).slice(2) })),
  )
  say(
    'payload-time-with-z',
    'a time ends in Z',
    written(text => text.replaceAll('+00:00', 'Z')),
  )
  say(
    'payload-time-with-a-fraction',
    'a time has a fraction of a second',
    written(text => text.replaceAll('+00:00', '.0+00:00')),
  )
  say(
    'payload-time-that-is-none',
    'a time is on 30 February',
    members({ drawn_at_utc: '2023-02-30T00:00:00+00:00' }),
  )
  say('payload-entry-id-with-a-control', 'an entry id has a line feed', members({ winner_entry_id: '1\n2' }))
  say(
    'payload-entry-id-too-long',
    'an entry id has 130 bytes in 65 characters',
    members({ winner_entry_id: 'é'.repeat(65) }),
  )
  say(
    'payload-lone-surrogate',
    'a text has half a character',
    written(text => text.replace('Prize', '\\ud800rize')),
  )
  say(
    'payload-invalid-utf-8',
    'the payload is not UTF-8',
    written(text => Uint8Array.from(Buffer.from(text.replace('Prize', '\u00ff'), 'latin1'))),
  )
  say(
    'payload-empty',
    'the payload has no bytes',
    written(() => ''),
  )
  say(
    'payload-a-list',
    'the payload is a list',
    written(text => `[${text}]`),
  )
  say(
    'payload-null',
    'the payload is null',
    written(() => 'null'),
  )
  say(
    'payload-type-of-observations',
    'the envelope says that it holds an observation',
    told(it => {
      it.commit()
      it.seal()
      it.draw(1)
      it.draw(2, {}, { payloadType: observationType })
    }),
  )
  const commitment = (change: Members): Evidence =>
    told(it => {
      it.commit(change)
      it.seal()
      it.draw(1)
      it.draw(2)
    })
  say(
    'commitment-without-prizes',
    'nothing can be won',
    told(it => {
      it.commit({ prizes: [] })
      it.seal()
    }),
  )
  say(
    'commitment-of-another-selection',
    'the commitment names another way to select',
    commitment({ selection: 'drawaudit-v0' }),
  )
  say(
    'commitment-with-a-named-beacon',
    'the commitment names its beacon by a name',
    commitment({ beacon: 'quicknet' }),
  )
  say('commitment-with-a-nameless-raffle', 'the raffle has an empty name', commitment({ raffle_name: '' }))
  say(
    'commitment-with-a-seed',
    'the commitment gives a seed away, in a member that is not known',
    commitment({ seed: digest(utf8('seed')) }),
  )
})
