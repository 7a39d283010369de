/**
 * Which passphrases are strong enough to encrypt secrets that somebody may have in a file for years.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'

/** Fewest characters of a passphrase. */
const shortest = 12

/** Fewest characters that differ from each other. */
const fewestDifferent = 5

/** Rows of characters that hands and minds follow; a passphrase that is a part of one, or of it twice, is none. */
const rows = [
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
]

/** What anybody tries first, with whatever digits and signs around it. */
const wellKnown = new Set([
  'abcabc',
  'admin',
  'administrator',
  'changeme',
  'changemenow',
  'chooseagoodone',
  'choosealongone',
  'correcthorsebatterystaple',
  'drawaudit',
  'iloveyou',
  'letmein',
  'letmeinnow',
  'passphrase',
  'password',
  'passwordpassword',
  'passwort',
  'qwerty',
  'qwertyqwerty',
  'raffle',
  'raffles',
  'secret',
  'secretsecret',
  'topsecret',
  'trustno',
  'welcome',
])

/**
 * Refuses a passphrase that is guessed first. One that passes is not strong for that: nothing here measures how it was
 * chosen.
 *
 * @throws DrawauditError `secret-locked`, which does not repeat it.
 */
export function refuseWeakPassphrase(passphrase: string): void {
  const fault = findFault(passphrase.normalize('NFKC').toLowerCase())
  if (fault === undefined) return
  throw new DrawauditError('secret-locked', `the passphrase ${fault}`, {
    hint: 'choose another one, such as five words that nobody chose together: everything secret is encrypted under it',
  })
}

function findFault(text: string): string | undefined {
  const characters = Array.from(text)
  if (characters.length < shortest) return `has fewer than ${shortest} characters`
  if (new Set(characters).size < fewestDifferent) {
    return `has fewer than ${fewestDifferent} different characters`
  }
  const backwards = characters.toReversed().join('')
  if (rows.some(row => [text, backwards].some(one => row.repeat(2).includes(one)))) {
    return 'is a row of the alphabet, of digits or of the keyboard'
  }
  if (wellKnown.has(text.replaceAll(/[^\p{L}]/gu, ''))) return 'is a well-known one'
  return undefined
}
