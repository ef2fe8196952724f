import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { passwordLogin } from '#protocol/web/login.ts'
import { sampleOf, typeImport } from '../../support/import-files.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

interface Passwords {
  by_first_name: Record<string, string>
  /** By login; a sentence where there are none. */
  per_file: Record<string, Record<string, string>>
}

const { by_first_name: byFirstName, per_file: perFile } = JSON.parse(
  readFileSync(sampleOf('passwords.json'), 'utf8'),
) as Passwords

const passwords = new Set(Object.values(byFirstName))

type Typed = (string | { sample: string })[]

const recipes = readFileSync(new URL('../../../docs/moving.md', import.meta.url), 'utf8')
  .replaceAll('\\\n', '')
  .split('\n')

/** What docs/moving.md says to type for a product, with a sample in place of its file. */
function documented(product: string, sample: string): Typed {
  const line = recipes.find((text) => new RegExp(`^import \\w+:${product} `).test(text)) ?? ''
  const [, source = '', , ...rest] = Array.from(
    line.replace(/\s+#.*/, '').matchAll(/'([^']+)'|\S+/g),
    ([word, quoted]) => quoted ?? word,
  )
  return [source, { sample }, ...rest]
}

/** What each sample is imported with, whose people are frozen, and who loses something. */
const samples: {
  file: string
  typed: Typed
  /** People whose password is known. */
  signIns: number
  frozen?: string[]
  /** Who has an authenticator app. */
  asked?: string[]
  losses?: Record<string, string>
}[] = [
  {
    file: 'auth0-passwords.ndjson',
    signIns: 2,
    typed: ['auth0', { sample: 'auth0-users.ndjson' }, { sample: 'auth0-passwords.ndjson' }],
    frozen: ['idris.k@example.org'],
    losses: { 'github|7782211': 'created no_password' },
  },
  {
    file: 'auth0-custom-hash.json',
    signIns: 3,
    typed: ['auth0', { sample: 'auth0-custom-hash.json' }],
    losses: { 'legacy-504': 'created no_password' },
  },
  {
    file: 'clerk.csv',
    signIns: 2,
    typed: ['clerk', { sample: 'clerk.csv' }],
    asked: ['kenji.sato@example.org'],
    losses: { user_2pQ8vY3kT7mWcX1nB5dLrA9zE4j: 'created no_password' },
  },
  {
    file: 'supabase-users.json',
    signIns: 2,
    typed: ['supabase', { sample: 'supabase-users.json' }],
    frozen: ['zoe.adler@example.org'],
    losses: { '6f9c1d52-1f0b-4c1e-9c55-2d7c0ab1e003': 'skipped no_person' },
  },
  {
    file: 'firebase.json',
    signIns: 2,
    typed: [
      'firebase',
      { sample: 'firebase.json' },
      '--hash-config',
      { sample: 'firebase-hash-config.txt' },
    ],
    frozen: ['aoife.byrne@example.org'],
    losses: { Zk29dPq0aVbR7sLm3TnYw8Zc1Hf4: 'created no_password' },
  },
  {
    file: 'keycloak-realm.json',
    signIns: 3,
    typed: ['keycloak', { sample: 'keycloak-realm.json' }],
    frozen: ['chen'],
    losses: { '0d1c5a7e-95c0-4f0e-8a55-31b1f6f3a104': 'skipped no_person' },
  },
  { file: 'better-auth.json', signIns: 1, typed: ['better-auth', { sample: 'better-auth.json' }] },
  {
    file: 'django-auth-user.json',
    signIns: 4,
    typed: ['django', { sample: 'django-auth-user.json' }],
    frozen: ['ivan'],
    losses: { 21: 'created no_way_in' },
  },
  {
    file: 'wordpress-wp_users.csv',
    signIns: 2,
    typed: ['wordpress', { sample: 'wordpress-wp_users.csv' }],
  },
  { file: 'generic.csv', signIns: 1, typed: ['csv', { sample: 'generic.csv' }] },
  {
    file: 'cognito.csv',
    signIns: 0,
    typed: documented('cognito', 'cognito.csv'),
    losses: {
      '3f1c0a52-77aa-4b6e-8d23-0d1e2f3a4b5c': 'created no_password no_factor',
      pablo: 'created no_way_in',
    },
  },
  {
    file: 'hanko.json',
    signIns: 2,
    typed: documented('hanko', 'hanko.json'),
    asked: ['zoe.a@example.org'],
    losses: { '9ab0ca3b-bed7-4a4c-b9c7-4f8ef3e17b38': 'created no_factor' },
  },
  {
    file: 'logto-users.json',
    signIns: 2,
    typed: documented('logto', 'logto-users.json'),
    frozen: ['obi.e@example.org'],
  },
  {
    file: 'kratos.json',
    signIns: 3,
    typed: documented('kratos', 'kratos.json'),
    frozen: ['ruth.o@example.org'],
  },
  {
    file: 'laravel-users.csv',
    signIns: 2,
    typed: documented('laravel', 'laravel-users.csv'),
    losses: { 2: 'created no_factor' },
  },
  {
    file: 'fusionauth.json',
    signIns: 3,
    typed: documented('fusionauth', 'fusionauth.json'),
    frozen: ['tam.n@example.org'],
    losses: { 'a6a3a4a0-1b3c-4a3e-9a6d-2f1f0e7c1004': 'created no_password no_factor' },
  },
  {
    file: 'supertokens.json',
    signIns: 2,
    typed: documented('supertokens', 'supertokens.json'),
    asked: ['hana.k@example.org'],
    losses: { 'st-3': 'created no_password' },
  },
  {
    file: 'okta.json',
    signIns: 3,
    typed: documented('okta', 'okta.json'),
    frozen: ['chen.w@example.org'],
    losses: { '00ub0oNGTSWTBKOLGLNU': 'created no_password' },
  },
  {
    file: 'stytch.json',
    signIns: 2,
    typed: documented('stytch', 'stytch.json'),
    losses: {
      'user-live-16d9ba61-97a1-4ba4-9720-b03761dc50c7': 'created no_factor',
      'user-live-16d9ba61-97a1-4ba4-9720-b03761dc50c8': 'skipped no_person',
    },
  },
  {
    file: 'aspnet-users.csv',
    signIns: 3,
    typed: documented('aspnet', 'aspnet-users.csv'),
    frozen: ['bruno'],
    losses: { '3f8a-2': 'created no_factor' },
  },
  {
    file: 'appwrite.json',
    signIns: 3,
    typed: documented('appwrite', 'appwrite.json'),
    frozen: ['ruth.o@example.org'],
    losses: {
      '65a4f1c20003': 'created no_password',
      '65a4f1c20005': 'created no_password no_factor',
    },
  },
  {
    file: 'zitadel.json',
    signIns: 3,
    typed: documented('zitadel', 'zitadel.json'),
    asked: ['sofia.m@example.org'],
  },
  {
    file: 'phpbb.tsv',
    signIns: 3,
    typed: documented('phpbb', 'phpbb.tsv'),
    frozen: ['bruno'],
    losses: { 1: 'skipped no_person' },
  },
  {
    file: 'nextauth.json',
    signIns: 2,
    typed: documented('nextauth', 'nextauth.json'),
    losses: { clq1a2b3c0002: 'created no_way_in' },
  },
]

async function signIn(server: TestServer, login: string, password: string): Promise<string> {
  const who = login.includes('@') ? { email: login } : { username: login }
  const { error } = await server.client().call(passwordLogin, { ...who, password })
  return error ?? 'signed in'
}

test.each(samples)('brings the people of $file, who sign in as before', async (sample) => {
  const { file, typed, signIns, frozen = [], asked = [], losses = {} } = sample
  const server = await createTestServer()
  const words = typed.map((word) => (typeof word === 'string' ? word : sampleOf(word.sample)))
  const { code, report } = await typeImport(server, ...words, '--apply', '--without-factors')
  expect(code).toBe(0)
  expect(report).toMatchObject(losses)
  const others = Object.entries(report).filter(([id]) => losses[id] === undefined)
  expect(others.filter(([, outcome]) => outcome !== 'created')).toEqual([])
  const tries: [login: string, wrong: string, right: string][] = []
  const known = Object.entries(perFile[file] ?? {})
  for (const [login, password] of known.filter(([, text]) => passwords.has(text))) {
    const wrong = await signIn(server, login, `${password}!`)
    tries.push([login, wrong, await signIn(server, login, password)])
  }
  const expected = (login: string): string =>
    frozen.includes(login) ? 'frozen' : asked.includes(login) ? 'second_verify' : 'signed in'
  expect(tries).toEqual(tries.map(([login]) => [login, 'password_error', expected(login)]))
  expect(tries).toHaveLength(signIns)
})
