// Which tests share a process (test/together.ts runs them): to load tap and the modules takes longer than most of them.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Files of one process: most of what is saved, and still enough processes for all cores. */
const most = 12

/**
 * What a test says that changes its process or measures its memory, or what all modules there share; such a test has one of
 * its own. To read a variable, a clock or the work of the processor is harmless, since files run one after the other, and
 * so is the path of Node.
 */
const ofItsOwn = [
  /process\.env(?:\.\w+|\[[^\]]+\])? (?:\?\?)?= |delete process\.env|Object\.assign\(process\./,
  /process\.(?!env|execPath|cwd|cpuUsage|getuid|hrtime|platform|pid|stderr\.write|version)/,
  /globalThis(?!\.setTimeout\()|\bglobal\.|prototype\.\w+ = /,
  /\bt\.(?:intercept|capture|mock\w*|clock|jobs)\b/,
  /\b(?:PerformanceObserver|memoryUsage|gc|ofProcess|descriptors)\b/,
  /node:(?:worker_threads|v8|vm|async_hooks|cluster|diagnostics_channel|perf_hooks)'/,
  /import (?!\{ createRequire \}).* from 'node:module'/,
  /\b(?:setGlobal\w+|registerHooks|provideMlDsa44|loadMlDsa44|uncovered)\b/,
]

/**
 * Puts files of the same folder together, and leaves alone those of their own, those of `first`, which take long, and those
 * of the other tiers, which start programs and wait for them.
 */
export function groupsOf(files, first = []) {
  const isAlone = file => first.includes(file) || /^test\/(?:system|house)\//.test(file) || needsItsOwn(file)
  const alone = files.filter(isAlone)
  const groups = new Map()
  for (const file of files) {
    if (alone.includes(file)) continue
    const folder = file.split('/', 2).join('/')
    groups.set(folder, [...(groups.get(folder) ?? []), file])
  }
  const together = [...groups.values()].flatMap(group =>
    Array.from({ length: Math.ceil(group.length / most) }, (_, at) =>
      group.slice(at * most, (at + 1) * most),
    ),
  )
  const isFirst = ([file]) => first.includes(file)
  const others = alone.map(file => [file])
  return [...others.filter(isFirst), ...together, ...others.filter(group => !isFirst(group))]
}

/** Looks at a test and the modules of test/ that it imports. */
function needsItsOwn(file, seen = new Set()) {
  if (seen.has(file)) return false
  seen.add(file)
  const source = readFileSync(file, 'utf8')
  if (ofItsOwn.some(pattern => pattern.test(source))) return true
  const imports = [...source.matchAll(/ from '(\.[^']+)\.js'/g)].map(
    ([, path]) => `${join(dirname(file), path)}.ts`,
  )
  return imports.some(path => path.startsWith('test/') && existsSync(path) && needsItsOwn(path, seen))
}
