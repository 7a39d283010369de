import t from 'tap'
import { DrawauditError } from '../../src/errors.js'
import { refuseWeakPassphrase } from '../../src/operator/passphrase.js'

function faultOf(passphrase: string): string | undefined {
  try {
    refuseWeakPassphrase(passphrase)
    return undefined
  } catch (error) {
    if (!(error instanceof DrawauditError) || error.code !== 'secret-locked') throw error
    return error.message
  }
}

await t.test('what is guessed first is refused, and not repeated', t => {
  for (const [passphrase, message] of [
    ['elevenchars', 'the passphrase has fewer than 12 characters'],
    ['🎟️🎟️🎟️🎟️🎟️', 'the passphrase has fewer than 12 characters'],
    ['aaaaaaaaaaaaaaaaaaaaaaaa', 'the passphrase has fewer than 5 different characters'],
    ['abababababababab', 'the passphrase has fewer than 5 different characters'],
    ['123456789012', 'the passphrase is a row of the alphabet, of digits or of the keyboard'],
    ['zyxwvutsrqponm', 'the passphrase is a row of the alphabet, of digits or of the keyboard'],
    ['QwertyUiopAsdf', 'the passphrase is a row of the alphabet, of digits or of the keyboard'],
    ['Password2026!', 'the passphrase is a well-known one'],
    ['correct horse battery staple', 'the passphrase is a well-known one'],
    ['ＰＡＳＳＷＯＲＤ-２０２６', 'the passphrase is a well-known one'],
  ] as const) {
    t.equal(faultOf(passphrase), message, passphrase)
  }
  t.end()
})

await t.test('what was chosen with some care is not', t => {
  for (const passphrase of [
    'correct horse battery',
    'nobody has to know it',
    'Schlüssel-é-2026',
    'qwerty and six more',
    'x7#Lq9!vT2@m',
    '抽選の結果は誰にも分からない',
  ]) {
    t.equal(faultOf(passphrase), undefined, passphrase)
  }
  t.end()
})

await t.test('each well-known one, whatever digits and signs are around it', t => {
  for (const word of [
    ...['abcabc', 'admin', 'administrator', 'changeme', 'changemenow', 'chooseagoodone', 'choosealongone'],
    ...[
      'correcthorsebatterystaple',
      'drawaudit',
      'iloveyou',
      'letmein',
      'letmeinnow',
      'passphrase',
      'password',
    ],
    ...[
      'passwordpassword',
      'passwort',
      'qwerty',
      'qwertyqwerty',
      'raffle',
      'raffles',
      'secret',
      'secretsecret',
    ],
    ...['topsecret', 'trustno', 'welcome'],
  ]) {
    t.equal(faultOf(`1.2-3!4567 ${word}890`), 'the passphrase is a well-known one', word)
  }
  t.end()
})
