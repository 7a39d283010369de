import js from '@eslint/js'
import tsdoc from 'eslint-plugin-tsdoc'
import tseslint from 'typescript-eslint'

export default tseslint.config(
  {
    ignores: [
      'build/',
      'dist/',
      '.tap/',
      'test/fuzz/.build/',
      'test/mutation/.sandbox/',
      'src/model/validators/',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    plugins: { tsdoc },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'tsdoc/syntax': 'error',
      // There are no enums, and no class here is told from another by its name alone; they take a third of the time.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Index signatures and Record mean different things for data with unknown names; both are used.
      '@typescript-eslint/consistent-indexed-object-style': 'off',
    },
  },
  {
    // What runs in a browser too: no Node global, no clock, no randomness, no network.
    files: ['src/*.ts', 'src/{core,model,recipe,verify,explain,find,render,web}/**/*.ts', 'src/page/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        'Buffer',
        'process',
        'console',
        'performance',
        'crypto',
        'fetch',
        'setTimeout',
        'setInterval',
        'setImmediate',
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now' },
        { object: 'Math', property: 'random' },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
          message: 'the time comes in as an argument',
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // tap's own types make these noisy where nothing is at risk.
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['bin/**/*.js', 'scripts/**/*.js', 'examples/**/*.mjs', 'test/fuzz/*.js', 'test/mutation/*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        fetch: 'readonly',
        AbortSignal: 'readonly',
        TextEncoder: 'readonly',
      },
    },
  },
  {
    // Node starts a script sooner than a module.
    files: ['bin/*.js'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: { __dirname: 'readonly', exports: 'writable', require: 'readonly' },
    },
  },
  {
    files: ['bench/**/*.js'],
    languageOptions: {
      globals: {
        AbortController: 'readonly',
        Buffer: 'readonly',
        URL: 'readonly',
        clearInterval: 'readonly',
        console: 'readonly',
        performance: 'readonly',
        process: 'readonly',
        setInterval: 'readonly',
      },
    },
  },
)
