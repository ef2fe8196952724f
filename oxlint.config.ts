import { defineConfig } from 'oxlint'

/** One folder's forbidden imports: Rust regular expressions with the reason. */
function ban(...rows: [regex: string, message: string][]): Record<string, unknown> {
  return {
    'no-restricted-imports': [
      'error',
      { patterns: rows.map(([regex, message]) => ({ regex, message })) },
    ],
  }
}

const noTests: [string, string] = ['(^|/)tests/', 'nothing imports a test']
const noServer: [string, string] = ['(^|/)server/', 'browsers get no code of the server']
const onlyProtocol: [string, string] = [
  '(^|/)(widget|src|scripts)/',
  'of all folders beside it the server may import the protocol alone',
]

export default defineConfig({
  plugins: ['typescript', 'import', 'react', 'jsx-a11y', 'unicorn', 'vitest', 'promise'],
  categories: { correctness: 'error' },
  ignorePatterns: ['dist', '.cache', '.astro', 'data', 'node_modules', '**/*.astro'],
  rules: {
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'max-lines': ['error', { max: 400 }],
    'no-console': 'error',
    'react/exhaustive-deps': 'error',
    'react/react-in-jsx-scope': 'off',
    'react/rules-of-hooks': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/explicit-module-boundary-types': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    // Lengths and first letters are counted in code points, which is what spreading a text gives.
    'typescript/no-misused-spread': 'off',
    // Our objects are closures: their functions use no `this`.
    'typescript/unbound-method': 'off',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    // Vitest takes a second argument, and a struct's message is not ours to repeat.
    'vitest/require-to-throw-message': 'off',
    'vitest/valid-expect': 'off',
    // Waiting in turn is often the point: retries, batches, ordered writes.
    'no-await-in-loop': 'off',
  },
  overrides: [
    {
      files: ['protocol/**'],
      rules: ban(
        [
          '(^|/)(server|widget|src|scripts)/',
          'both sides import the protocol, so it imports neither',
        ],
        ['^node:|^react|^tweetnacl', 'the protocol imports superstruct and nothing else'],
        noTests,
      ),
    },
    {
      files: ['server/**'],
      rules: ban(onlyProtocol, noTests),
    },
    {
      files: [
        'server/{accounts,apps,captcha,codes,delivery,events,handlers,http,limits,metrics,passwords,policy,profiles,qr,seal,sessions,telemetry,third-party,tickets,verification}/**',
      ],
      rules: ban(['^kysely|^node:sqlite', 'only server/store speaks SQL'], onlyProtocol, noTests),
    },
    {
      files: ['widget/captcha/**'],
      rules: ban(['(^|/)src/', 'the captcha also works where no element is'], noServer, noTests),
    },
    {
      files: ['widget/src/**'],
      rules: ban(noServer, noTests),
    },
    {
      files: ['widget/src/screens/**'],
      rules: ban(
        [
          '^\\.\\./(login|sign-up|reset-password|done)/',
          'what two screens share stands beside their folders or in ui/',
        ],
        ['/client/', 'calls are made by flows'],
        noServer,
        noTests,
      ),
    },
    {
      files: ['widget/src/flows/**'],
      rules: ban(
        [
          '/screens/|/ui/|^react|@nanostores/react',
          'flows run without React, so that tests need no page',
        ],
        noServer,
        noTests,
      ),
    },
    {
      files: ['src/**'],
      rules: ban(
        ['(^|/)server/', 'the site knows the widget and the protocol only'],
        [
          '/widget/src/((flows|loader|messages|screens|ui)/|(app|challenge|element|index|instance|main|renderer|settings)\\.)',
          'the site uses the public entries of the widget: client/index.ts, account.tsx, server.ts, tokens.css',
        ],
        noTests,
      ),
    },
    {
      files: ['**/*.config.ts', '**/*.config.mjs', 'src/content.config.ts', '**/*.d.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      // Assertions in the browser are our own two functions; mocha's globals are not vitest's.
      files: ['tests/element/**'],
      rules: { 'vitest/expect-expect': 'off' },
    },
    {
      files: [
        'scripts/**',
        'tests/bench/**',
        'server/main.ts',
        'widget/gallery/serve.ts',
        'examples/**/server.mjs',
      ],
      rules: { 'no-console': 'off' },
    },
  ],
})
