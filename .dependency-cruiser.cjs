// The layers of docs/ARCHITECTURE.md: what each may import. Type-only imports count.
const allowed = {
  errors: [],
  core: ['errors'],
  model: ['core'],
  recipe: ['model'],
  verify: ['recipe'],
  explain: ['verify'],
  find: ['verify'],
  render: ['explain', 'find'],
  web: ['verify'],
  timestamp: ['verify'],
  page: ['render', 'web', 'timestamp'],
  native: ['core'],
  io: ['core'],
  store: ['model', 'io'],
  operator: ['store', 'verify', 'log', 'timestamp'],
  server: ['store', 'page'],
  remote: ['model'],
  relay: ['core'],
  conformance: ['verify', 'remote'],
  observe: ['verify', 'remote'],
  log: ['verify', 'remote', 'store'],
  webhook: ['remote', 'store'],
  desk: ['operator', 'server'],
  cli: [
    'render',
    'native',
    'operator',
    'server',
    'desk',
    'conformance',
    'remote',
    'relay',
    'observe',
    'find',
    'log',
    'webhook',
    'timestamp',
    'page',
  ],
}

/** A layer's own folder and those of all layers below it. */
function reach(layer) {
  return [layer, ...allowed[layer].flatMap(reach)]
}

const folder = layer => (layer === 'errors' ? 'src/errors\\.ts$' : `src/${layer}/`)
const anyOf = layers => `^(${[...new Set(layers)].map(folder).join('|')})`
const portable = ['errors', 'core', 'model', 'recipe', 'verify', 'explain', 'render', 'find']

module.exports = {
  forbidden: [
    ...Object.keys(allowed).map(layer => ({
      name: `${layer}-imports-only-what-is-below`,
      severity: 'error',
      from: { path: anyOf([layer]) },
      to: { path: '^src/', pathNot: anyOf(reach(layer)) },
    })),
    {
      name: 'index-exports-only-what-runs-anywhere',
      severity: 'error',
      from: { path: '^src/index\\.ts$' },
      to: { path: '^src/', pathNot: anyOf(portable) },
    },
    {
      name: 'portable-layers-need-nothing-but-noble',
      severity: 'error',
      from: { path: `${anyOf([...portable, 'web', 'page'])}|^src/index\\.ts$` },
      to: { pathNot: '^(src|node_modules/@noble)/' },
    },
    {
      name: 'time-stamps-alone-need-asn1-and-are-loaded-where-there-is-one',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(timestamp/|page/(stamper|dom/worker-stamps)\\.ts)' },
      to: {
        path: '^(src/timestamp/|src/page/stamper\\.ts|node_modules/(pkijs|asn1js)/)',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'no-noun-of-the-command-line-imports-another',
      severity: 'error',
      from: { path: '^src/cli/([^/]+)/' },
      to: { path: '^src/cli/[^/]+/', pathNot: '^src/cli/($1|shared)/' },
    },
    {
      name: 'of-the-page-others-have-the-texts-alone',
      severity: 'error',
      from: { path: '^src/(server|desk|cli)/' },
      to: { path: '^src/page/', pathNot: '^src/page/(catalogue/|languages\\.ts$|say-(claim|choice)\\.ts$)' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'every-file-has-a-layer',
      severity: 'error',
      from: { path: '^src/', pathNot: `${anyOf(Object.keys(allowed))}|^src/index\\.ts$` },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
