/**
 * A rule against errors that reveal internals of the service, which helps attackers and no reader.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'
import { show, type Answered } from '../answer.js'
import { absent, broken, kept, type Rule } from '../rule.js'
import { all, isError } from './errors.js'

/** Signs of internals, in forms that do not occur in prose. */
const insides: readonly (readonly [what: string, form: RegExp])[] = [
  // JavaScript, Java and its kin, .NET, Python, PHP, Go, Rust, Ruby.
  [
    'a stack trace',
    /\bat (?:[\w$.<>[\] ]{1,100} )?\(?(?:file:\/\/|node:|[A-Za-z]:\\|\/)[^\s()]{1,200}:\d+:\d+/,
  ],
  ['a stack trace', /\bat [\w$.<>]{1,100}\((?:[\w$]{1,60}\.(?:java|kt|scala|groovy):\d+|Native Method)\)/],
  ['a stack trace', /\bat [\w.<>`]{1,100}\([^()\n]{0,100}\) in \S{1,200}:line \d+/],
  ['a stack trace', /Traceback \(most recent call last\)|\bFile "[^"\n]{1,200}", line \d+/],
  ['a stack trace', /#\d+ \/\S{1,200}\.php\(\d+\)|\bin \/\S{1,200}\.php(?::| on line )\d+/],
  ['a stack trace', /\bgoroutine \d+ \[\w|\bthread '[^'\n]{1,60}' (?:\(\d+\) )?panicked at/],
  ['a stack trace', /\S{1,200}\.rb:\d+:in ['`]/],
  [
    'an exception',
    /\b(?:javax?|kotlin|scala|org|com|net|io|System|sqlalchemy|django|psycopg2?|builtins)(?:\.\w{1,60}){1,8}(?:Exception|Error)\b/,
  ],
  ['an exception', /\b(?:Type|Reference|Range|Key|Attribute|Index|Name|Value|ZeroDivision|NoMethod)Error: /],
  ['an exception', /\bE(?:CONNREFUSED|CONNRESET|NOENT|ACCES|PERM|HOSTUNREACH|ADDRINUSE|NOTFOUND)\b/],
  ['SQL', /\bSELECT\s[^;]{1,300}\sFROM\s|\bINSERT INTO\s|\bDELETE FROM\s|\bUPDATE\s\S{1,80}\sSET\s/],
  ['an error of a database', /\bSQLSTATE\b|\bORA-\d{5}\b|\bSQLITE_[A-Z]{3,}|\bPG::\w+|\bER_[A-Z]+_[A-Z_]+\b/],
  ['an error of a database', /syntax error at or near|error in your SQL syntax|violates \w+ ?\w* constraint/],
  ['an error of a database', /\brelation "[^"]{1,80}" does not exist|\bno such (?:table|column): \w/],
  [
    'a page of a framework',
    /Whitelabel Error Page|Werkzeug Debugger|Whoops, looks like something|Server Error in '\/|DEBUG = True|Action Controller: Exception caught|Symfony Exception|Apache Tomcat\/\d/,
  ],
]

/** Only in JSON: web pages link to files by path. */
const path: readonly (readonly [what: string, form: RegExp])[] = [
  [
    'a file path',
    /(?<![\w:/.])\/(?:home|usr|var|opt|srv|root|Users|app|tmp|etc)(?:\/[\w.@-]{1,60}){1,12}\.(?:[cm]?[jt]s|py|rb|php|java|jar|class|go|rs|cs|dll|exs?|db|sqlite3?|sql|ya?ml|toml|ini|conf|env|log|pem|key)\b/,
  ],
  ['a file path', /(?<![\w/])[A-Za-z]:\\(?:[\w .@-]{1,60}\\){1,12}[\w.@-]{1,60}/],
]

/** Max characters of an error that are examined. */
const mostText = 64 * 1024

/** All texts in a value, one a line. */
function textsOf(value: JsonValue): string {
  const texts: string[] = []
  const waiting: JsonValue[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'string') texts.push(next)
    else if (typeof next === 'object' && next !== null) {
      for (const inner of Object.values<JsonValue>(next)) waiting.push(inner)
    }
  }
  return texts.join('\n')
}

/** The request, in the forms in which an error may repeat it. */
function askedOf({ exchange: { url, redirects, sent } }: Answered): string {
  const urls = [url, ...redirects].flatMap(one => [one, decodeLeniently(one)])
  return [...urls, ...sent.map(([, value]) => value)].join('\n').toLowerCase()
}

function decodeLeniently(url: string): string {
  return url.replace(/(?:%[0-9a-f]{2})+/gi, encoded =>
    new TextDecoder().decode(Uint8Array.from(encoded.slice(1).split('%'), pair => parseInt(pair, 16))),
  )
}

/** Internals shown by an error, quoted. */
function findInsides(answer: Answered): string | undefined {
  const { content, exchange } = answer
  const isJson = 'value' in content
  const text = isJson ? textsOf(content.value) : new TextDecoder().decode(exchange.body.subarray(0, mostText))
  const looked = text.slice(0, mostText)
  const asked = askedOf(answer)
  for (const [what, form] of isJson ? [...insides, ...path] : insides) {
    const [found] = form.exec(looked) ?? []
    // Repeating the request reveals nothing.
    if (found !== undefined && !asked.includes(found.toLowerCase())) return `${what}: ${show(found)}`
  }
  return undefined
}

export const insideRules: readonly Rule[] = [
  {
    ...all,
    id: 'ERR-19',
    severity: 'should',
    requires: 'no error shows the insides of the service',
    judge: answer => {
      if (!isError(answer)) return absent('no error')
      const found = findInsides(answer)
      return found === undefined
        ? kept
        : broken('no stack trace, file path, SQL or page of a framework', found)
    },
  },
]
