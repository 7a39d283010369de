/**
 * `drawaudit recipe add`
 *
 * @packageDocumentation
 */
import { equalBytes } from '../../core/digest.js'
import { encodeEnvelope } from '../../core/dsse.js'
import { encodeUtf8 } from '../../core/encoding.js'
import type { JsonValue } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { findSource } from '../../io/files.js'
import { isObject } from '../../model/plain-values.js'
import type { Recipe } from '../../recipe/recipe.js'
import { formatJson, formatRecipe } from '../../recipe/text/format.js'
import { isLoopbackHost } from '../../remote/address.js'
import { hostOf } from '../../remote/guard.js'
import { parseRemoteUrl } from '../../remote/url.js'
import { escapeText, onOneLine } from '../../render/escape.js'
import { escapeJson } from '../../render/json.js'
import { describeSigned } from '../../render/origin.js'
import { defineCommand } from '../shared/command.js'
import { requiredArgument, switchOption, valueOption } from '../shared/options.js'
import { installRecipe, mostRecipeBytes, readInstalled } from '../shared/own-recipes.js'
import { askYes, isAtTerminal, openQuestions } from '../shared/questions.js'
import { builtInNames, parseFound, type LocatedRecipe, type ParsedRecipe } from '../shared/recipes.js'
import { clientOptions, openClient, type ClientArguments } from '../shared/remote.js'
import { talk } from '../shared/terminal.js'
import { readTrust } from '../shared/trust-file.js'
import { recipeTrustOption } from './recipe.js'

export const recipeAddCommand = defineCommand({
  name: 'add <source>',
  describe: 'Install a recipe, after showing what it computes',
  arguments: {
    source: {
      ...requiredArgument,
      describe: 'A file (JSON, text, or signed), - for standard input, or an https URL',
    },
  },
  options: {
    trust: recipeTrustOption,
    digest: {
      ...valueOption,
      describe:
        'Its digest, as you have it from elsewhere: installs this recipe and no other, without asking',
    },
    yes: { ...switchOption, describe: 'Install it without asking' },
    replace: { ...switchOption, describe: 'Replace an installed recipe of the same name' },
    ...clientOptions,
  },
  examples: [
    ['$0 recipe add corner-shop.json', 'Shows it, and asks'],
    ['$0 recipe add https://example.org/corner-shop.json --digest sha256:…', 'In a script'],
    ['$0 recipe add corner-shop.signed.json --trust trust.json', 'Says who signed it'],
  ],
  exits: {
    0: 'installed, now or before',
    2: 'nobody agreed, the name is taken, or it is no recipe or not the one meant',
    4: 'the URL could not be fetched',
  },
  epilogue:
    'Draws that name it are verified by it from then on; reports say that it is not drawaudit’s. drawaudit recipe remove removes it.',
  async run({ source, trust: trustFile, digest: given, yes, replace, ...client }) {
    const wanted = given === undefined ? undefined : readDigest(given)
    const trust = readTrust(trustFile)
    const found = await readSource(source, client)
    const parsed = parseFound(found, trust)
    const { recipe } = parsed
    if (wanted !== undefined && recipe.digest !== wanted) throw explainOther(recipe, wanted, source)
    refuseShipped(recipe, source)
    talk(describe(parsed, source))
    const { name, digest, origin } = recipe
    const signer = origin?.signed_by
    const about = { name, digest, ...(signer !== undefined && { signed_by: signer }), source }
    const content = contentOf(parsed)
    const before = replace ? undefined : readInstalled(name)
    if (before !== undefined && equalBytes(before.bytes, encodeUtf8(content))) {
      return { ...about, file: before.file, written: false }
    }
    if (before !== undefined) throw explainTaken(recipe, source)
    if (wanted === undefined && !yes) await confirm(recipe)
    return { ...about, file: installRecipe(name, content, replace), written: true }
  },
  text: ({ name, digest, file, written }) =>
    `${written ? 'installed' : 'installed already:'} ${name} ${digest}\n  ${escapeText(file)}\n`,
})

/** @throws DrawauditError `usage`. */
function readDigest(text: string): string {
  const [, digits = ''] = /^(?:sha256:)?([0-9a-f]{64})$/i.exec(text.trim()) ?? []
  if (digits !== '') return `sha256:${digits.toLowerCase()}`
  throw new DrawauditError(
    'usage',
    `--digest takes sha256: and 64 hex digits, found ${JSON.stringify(text)}`,
    {
      hint: 'all 64: its author finds it with drawaudit recipe show',
    },
  )
}

/** The recipe to install: read once, so that the shown and the installed one are the same. */
async function readSource(source: string, args: ClientArguments): Promise<LocatedRecipe> {
  const bytes = isUrl(source) ? await fetchRecipe(source, args) : readRecipeFile(source)
  return { name: source, bytes, from: 'file' }
}

const isUrl = (source: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(source)

function readRecipeFile(file: string): Uint8Array {
  const source = findSource(file)
  const bytes = (source.size ?? 0) > mostRecipeBytes ? undefined : source.read()
  if (bytes !== undefined && bytes.length <= mostRecipeBytes) return bytes
  throw new DrawauditError('file-too-large', `a recipe has at most ${mostRecipeBytes} bytes`, {
    where: { file },
  })
}

async function fetchRecipe(source: string, args: ClientArguments): Promise<Uint8Array> {
  return DrawauditError.within({ file: source }, async () => {
    assertPrivate(parseRemoteUrl(source), 'url-invalid')
    const client = openClient(args)
    try {
      const { status, body, url, redirects } = await client.request(source, {
        headers: [['accept', 'application/json, text/plain;q=0.9, */*;q=0.1']],
        maxBytes: mostRecipeBytes,
      })
      // No redirect may lead to http, even on this machine.
      for (const step of [...redirects, url]) assertPrivate(new URL(step), 'remote-redirect')
      if (status === 200) return body
      throw new DrawauditError('remote-error', `the service answered with status ${status}`)
    } finally {
      client.close()
    }
  })
}

/** Requires a connection on which nobody can replace the recipe. */
function assertPrivate(url: URL, code: 'url-invalid' | 'remote-redirect'): void {
  if (url.protocol === 'https:' || isLoopbackHost(hostOf(url))) return
  throw new DrawauditError(code, `${url.href} is not encrypted: anybody on the way could change the recipe`, {
    hint: 'give an https URL, or the file',
  })
}

function explainOther({ name, digest }: Recipe, wanted: string, source: string): DrawauditError {
  return new DrawauditError('recipe-other', `expected the recipe ${wanted}, found ${name} ${digest}`, {
    where: { file: source },
    hint: 'it is a different recipe, or the digest is mistyped: install it only when that is cleared up',
  })
}

/** Names of built-in recipes always mean the built-in ones. */
function refuseShipped({ name }: Recipe, source: string): void {
  if (!builtInNames().includes(name)) return
  throw new DrawauditError('recipe-exists', `${name} is the name of a recipe that comes with drawaudit`, {
    where: { file: source },
    hint: 'give it another name, or use its file with --recipe',
  })
}

function explainTaken({ name, digest }: Recipe, source: string): DrawauditError {
  return new DrawauditError('recipe-exists', `there is a recipe ${name} already; this one is ${digest}`, {
    where: { file: source },
    hint: `drawaudit recipe show ${name} shows the other one; --replace puts this one in its place`,
  })
}

/** What the recipe computes, its signer, and last, before the question, its digest. */
function describe({ recipe, value }: ParsedRecipe, source: string): string {
  const { name, title, digest, inputs, claims, origin } = recipe
  return [
    escapeJson(formatRecipe(withoutExamples(value))),
    `${name}: ${escapeText(onOneLine(title))}`,
    `  ${inputs.size} inputs, ${claims.length} claims; from ${escapeText(source)}`,
    `  ${escapeText(describeSigned(origin ?? {}))}; not drawaudit’s, so you alone vouch for it`,
    `  ${digest}`,
    '',
  ].join('\n')
}

/** Examples compute nothing, and may be long. */
function withoutExamples(value: JsonValue): JsonValue {
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([member]) => member !== 'examples'))
}

/** @throws DrawauditError `usage` without agreement. */
async function confirm({ name }: Recipe): Promise<void> {
  if (!isAtTerminal()) throw unconfirmed('there is no terminal to ask at')
  const questions = openQuestions('give --digest SHA256, or --yes')
  try {
    if (await askYes(questions, `Install ${name}?`)) return
  } catch (error) {
    // End of input means no.
    if (!(error instanceof DrawauditError)) throw error
  } finally {
    questions.close()
  }
  throw unconfirmed('it was not confirmed')
}

function unconfirmed(why: string): DrawauditError {
  return new DrawauditError('usage', `nothing is installed: ${why}`, {
    hint: 'give --digest with the digest from its author, or --yes',
  })
}

function contentOf({ value, signed }: ParsedRecipe): string {
  return signed === undefined
    ? formatJson(value)
    : `${JSON.stringify(encodeEnvelope(signed.envelope), null, 2)}\n`
}
