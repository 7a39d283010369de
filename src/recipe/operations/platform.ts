/**
 * Streams of generators from platforms' standard libraries. docs/RECIPES.md lists the methods that reproduce
 * the platforms' own functions.
 *
 * @packageDocumentation
 */
import { dotnet } from '../../core/generators/dotnet.js'
import { glibc } from '../../core/generators/glibc.js'
import { go } from '../../core/generators/go.js'
import { java } from '../../core/generators/java.js'
import { mt19937FromR, mt19937FromRuby } from '../../core/generators/mt19937-seeds.js'
import { numpyPcg64 } from '../../core/generators/numpy.js'
import { ImpossibleStep, type Context } from '../context.js'
import { countWords, type Value } from '../value.js'
import { plain } from './define.js'
import { mt19937Kind, mt19937Cost, pcg64Kind } from './generator.js'
import { asWords, low32, seeded, seededStream } from './seeded.js'

/** Base cost of seeding from an integer, beside that of its words. */
const numpySeedCost = 40

/** NumPy's `PCG64(seed)`, for operations that use it without a stream. */
export function numpyStream(seed: bigint, context: Context): Extract<Value, { kind: 'stream' }> {
  if (seed < 0n) throw new ImpossibleStep(`a seed of ${seed}: NumPy takes none below 0`)
  const cost = numpySeedCost + 4 * countWords({ kind: 'integer', integer: seed })
  return seededStream(pcg64Kind, context, cost, () => numpyPcg64(seed))
}

export const platformOperations = {
  stream_java: seeded(
    {
      bits: 32,
      title: '32-bit words of java.util.Random',
      weakness: 'java.util.Random has a state of 48 bits: two of its words tell all that follow',
      wordCost: 1,
    },
    4,
    seed => asWords(java(seed)),
  ),
  stream_numpy: plain({
    takes: [{ kind: 'integer' }],
    gives: { kind: 'stream' },
    run: (context, { integer: seed }) => numpyStream(seed, context),
  }),
  stream_go: seeded(
    {
      bits: 63,
      title: "63-bit words of Go's math/rand",
      weakness: "Go's math/rand has only 2^31 − 1 seeds: all can be tried in hours, to find one that suits",
      wordCost: 2,
    },
    700,
    go,
  ),
  stream_ruby: plain({
    takes: [{ kind: 'integer' }],
    gives: { kind: 'stream' },
    run: (context, { integer: seed }) =>
      seededStream(mt19937Kind, context, mt19937Cost(seed), () => asWords(mt19937FromRuby(seed))),
  }),
  stream_r: seeded(mt19937Kind, 80, seed => asWords(mt19937FromR(low32(seed)))),
  stream_dotnet: seeded(
    {
      precision: 31,
      title: "floats of .NET's Random",
      weakness: 'Random of .NET has only 2^31 seeds: all can be tried in hours, to find one that suits',
      wordCost: 1,
    },
    20,
    dotnet,
  ),
  stream_glibc: seeded(
    {
      bits: 31,
      title: "31-bit words of glibc's rand()",
      weakness: 'rand() of glibc has only 2^32 seeds: all can be tried in hours, to find one that suits',
      wordCost: 1,
    },
    40,
    seed => asWords(glibc(low32(seed))),
  ),
}
