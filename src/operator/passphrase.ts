/**
 * Rejects passphrases too weak for secrets that an attacker may have in a file for years.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'

/** Min characters of a passphrase. */
const shortest = 12

/** Min distinct characters. */
const fewestDifferent = 5

/** Sequences on keyboards and in memory; a passphrase that is part of one, once or twice, is refused. */
const rows = [
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
]

/** Common passwords, with any digits and signs around them. */
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
 * Refuses passphrases that are guessed first. Passing does not mean strong: nothing here measures how it was
 * chosen.
 *
 * @throws DrawauditError `secret-locked`, which does not repeat it.
 */
export function refuseWeakPassphrase(passphrase: string): void {
  const fault = findFault(passphrase.normalize('NFKC').toLowerCase())
  if (fault === undefined) return
  throw new DrawauditError('secret-locked', `the passphrase ${fault}`, {
    hint: 'choose another one, such as five random words: all secrets are encrypted with it',
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
