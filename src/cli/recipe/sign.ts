/**
 * `drawaudit recipe sign`
 *
 * @packageDocumentation
 */
import { computeKeyId, derivePublicKey, encodeEnvelope } from '../../core/dsse.js'
import { signRecipe } from '../../model/signed-recipe.js'
import { emptyTrust } from '../../model/trust.js'
import { escapeText } from '../../render/escape.js'
import { defineCommand } from '../shared/command.js'
import { observerKeyName, readObserverKey } from '../shared/observer-key.js'
import { requiredArgument, valueOption } from '../shared/options.js'
import { forceOption, saveFile } from '../shared/output-file.js'
import { findOrAskPassphrase, passphraseOption } from '../shared/passphrase.js'
import { parseFound, locateRecipe } from '../shared/recipes.js'
import { talk, talkOfFile, writeResult } from '../shared/terminal.js'

export const recipeSignCommand = defineCommand({
  name: 'sign <recipe>',
  describe: 'Sign a recipe, so that others know it is yours',
  arguments: { recipe: { ...requiredArgument, describe: 'A name, or a file' } },
  options: {
    key: {
      ...valueOption,
      default: observerKeyName,
      describe: 'The key to sign with; drawaudit trust init --observer NAME makes one',
    },
    'passphrase-file': passphraseOption,
    out: { ...valueOption, alias: 'o', describe: 'The file to write (default: print the signed recipe)' },
    force: forceOption,
  },
  examples: [['$0 recipe sign mine.json --key observer.key.json -o mine.signed.json', 'The recipe, signed']],
  epilogue:
    'An existing signature is replaced by yours. Others recognise it with your key in a trust file: drawaudit trust add --recipe-signer.',
  async print({ recipe: nameOrFile, key: keyFile, 'passphrase-file': passphraseFile, out, force }) {
    // An existing signature is dropped.
    const { recipe, value } = parseFound(locateRecipe(nameOrFile), emptyTrust)
    const key = await readObserverKey(keyFile, () =>
      findOrAskPassphrase(passphraseFile, 'passphrase of the key'),
    )
    const written = `${JSON.stringify(encodeEnvelope(signRecipe(value, key.secretKey)), null, 2)}\n`
    if (out === undefined) await writeResult(written)
    else await saveFile(out, [written], force)
    const say =
      out === undefined
        ? talk
        : (text: string) => {
            talkOfFile(out, text)
          }
    say(
      `signed ${recipe.name} ${recipe.digest}\n` +
        `by ${escapeText(key.name)}, public key ${key.publicKey}\n` +
        `fingerprint ${computeKeyId(derivePublicKey(key.secretKey))}: tell it over a separate channel\n`,
    )
    return 0
  },
})
