/**
 * The questions of `drawaudit init`, with the effect of each answer on the reachable level.
 *
 * @packageDocumentation
 */
import { usualStore } from '../shared/settings.js'
import { isWitnessKey, parseVerifierKey } from '../../core/verifier-key.js'
import { DrawauditError } from '../../errors.js'
import { findSubmissionUrl } from '../../log/witness/submit.js'
import { parseRemoteUrl } from '../../remote/url.js'
import { askChecked, type Questions } from '../shared/questions.js'
import type { SettingName, Settings, WitnessSetting } from '../shared/settings.js'
import { talk } from '../shared/terminal.js'

/** Default passphrase file for `--yes`. */
export const defaultPassphraseFile = 'drawaudit.passphrase'

type Answers = { -readonly [N in SettingName]?: Settings[N] }

interface InterviewQuestion {
  readonly setting: SettingName
  /** Explanation, by line. */
  readonly says: readonly string[]
  /** Whether to ask, after the answers so far; by default always. */
  readonly isAsked?: (answers: Settings) => boolean
  readonly ask: (questions: Questions) => Promise<Settings>
}

/** An empty answer leaves the setting unset. */
async function askOptional<T>(
  questions: Questions,
  question: string,
  read: (answer: string) => T,
): Promise<T | undefined> {
  const { answer } = await askChecked(questions, question, text => ({
    answer: text === '' ? undefined : read(text),
  }))
  return answer
}

const questions: readonly InterviewQuestion[] = [
  {
    setting: 'operator',
    says: [
      'Who runs the raffles: the name in every statement that you sign, and in the trust files of auditors.',
      'Signed statements are what level 2 asks for.',
    ],
    async ask(asked) {
      return { operator: await askChecked(asked, 'your name or company: ', text => text || undefined) }
    },
  },
  {
    setting: 'store',
    says: ['Where raffles are kept: a file, or postgres://USER@HOST/DATABASE. It changes no level.'],
    async ask(asked) {
      return {
        store: await askChecked(asked, `store [${usualStore}]: `, text => (text === '' ? usualStore : text)),
      }
    },
  },
  {
    setting: 'passphrase_file',
    says: [
      'Your signing key is encrypted: whoever else has it can sign in your name, and every level falls with it.',
      'A file with the passphrase (made, for you alone) lets raffles run unattended; without one you type it.',
    ],
    isAsked: ({ key_file }) => key_file === undefined,
    async ask(asked) {
      const file = await askOptional(asked, 'passphrase file (empty: type it each time): ', text => text)
      return file === undefined ? {} : { passphrase_file: file }
    },
  },
  {
    setting: 'timestampers',
    says: [
      'Alone you reach level 3: anyone gets the same winners. Level 4 needs somebody else who saw in time.',
      'A time-stamper (RFC 3161) signs when commitment and list were there: half of level 4, and the easy half.',
    ],
    async ask(asked) {
      const url = await askOptional(asked, 'URL of a time-stamper (empty: none): ', text => {
        parseRemoteUrl(text)
        return text
      })
      return url === undefined ? {} : { timestampers: [url] }
    },
  },
  {
    setting: 'log',
    says: [
      'That there was no second raffle for the same prizes is the other half: it takes an observer for each',
      'raffle (level 4), or a log of all statements that witnesses cosign (level 5). Its name is permanent.',
    ],
    async ask(asked) {
      const origin = await askOptional(
        asked,
        'name of your log, like raffles.example/log (empty: none): ',
        text => {
          if (!text.includes('://')) return text
          throw new DrawauditError('key-invalid', 'the name of a log has no https://')
        },
      )
      return origin === undefined ? {} : { log: origin }
    },
  },
  {
    setting: 'witnesses',
    says: [
      'Witnesses cosign the log, so that nobody is shown another history: level 5. Without them it proves nothing.',
    ],
    isAsked: ({ log }) => log !== undefined,
    async ask(asked) {
      const answer = await askOptional(
        asked,
        'a witness as URL=VKEY, or a list of them as a file or URL (empty: none): ',
        text => (text.includes('=') ? [readWitness(text)] : text),
      )
      return answer === undefined ? {} : { witnesses: answer }
    },
  },
]

/**
 * Asks for the settings that are not known yet.
 *
 * @returns the answers.
 */
export async function askSettings(asked: Questions, known: Settings): Promise<Settings> {
  const answers: Answers = {}
  for (const { setting, says, isAsked, ask } of questions) {
    const all = { ...known, ...answers }
    if (all[setting] !== undefined || isAsked?.(all) === false) continue
    talk(`\n${says.map(line => `${line}\n`).join('')}`)
    Object.assign(answers, await ask(asked))
  }
  return answers
}

/**
 * Parses `URL=VKEY`; the URL has no query, so it ends at the first `=`.
 *
 * @throws DrawauditError `usage`, `url-invalid`, `key-invalid`.
 */
export function readWitness(text: string): WitnessSetting {
  const at = text.indexOf('=')
  if (at === -1) {
    throw new DrawauditError('usage', `--witness takes URL=VKEY, found ${JSON.stringify(text)}`, {
      hint: 'the witness publishes its vkey: NAME+ID+KEY',
    })
  }
  const [url, vkey] = [text.slice(0, at), text.slice(at + 1)]
  findSubmissionUrl(url)
  if (isWitnessKey(parseVerifierKey(vkey))) return { url, vkey }
  throw new DrawauditError('key-invalid', 'this is the key of a log, not of a witness', {
    hint: 'ask the witness for the vkey that it cosigns with',
  })
}
