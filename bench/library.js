// What a bundler makes of an import: bytes, and what is left out. See README.md.
import { gzipSync } from 'node:zlib'
import { buildSync } from 'esbuild'
import { formatCount, formatTable, root } from './lib.js'
import { noteRatio } from './ratios.js'

const imports = {
  everything: 'export * from "drawaudit"',
  'verifyBundle, parseTrust, parseJson': 'export { verifyBundle, parseTrust, parseJson } from "drawaudit"',
  verifyBundle: 'export { verifyBundle } from "drawaudit"',
  normalizeSha256: 'export { normalizeSha256 } from "drawaudit"',
}
const sizes = new Map()
const rows = [['import', '', 'bytes', 'gzip', 'modules of ours', 'of noble']]
for (const [name, contents] of Object.entries(imports)) {
  const { outputFiles, metafile } = buildSync({
    stdin: { contents, resolveDir: root },
    alias: { drawaudit: `${root}dist/index.js` },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    metafile: true,
  })
  const [{ contents: code }] = outputFiles
  const [{ inputs }] = Object.values(metafile.outputs)
  const kept = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  const noble = kept.filter(([path]) => path.includes('node_modules')).length
  const { length } = gzipSync(code, { level: 9 })
  sizes.set(name, length)
  rows.push([
    name,
    '',
    formatCount(code.length),
    formatCount(length),
    String(kept.length - noble),
    String(noble),
  ])
}
console.log(formatTable(rows))
for (const name of ['verifyBundle', 'normalizeSha256']) {
  noteRatio(`import of ${name}, gzip ÷ everything`, sizes.get(name) / sizes.get('everything'), 'less')
}
