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

const map = (...pairs: string[]): string[] => pairs.flatMap((pair) => ['--map', pair])

/** What each sample is imported with, whose people are frozen, and who loses something. */
const samples: {
  file: string
  typed: (string | { sample: string })[]
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
    typed: [
      'csv:cognito',
      { sample: 'cognito.csv' },
      ...map('external_id=cognito:username', 'lost_factor=cognito:mfa_enabled'),
      ...map('mobile=phone_number', 'mobile_verified=phone_number_verified'),
    ],
    losses: {
      '3f1c0a52-77aa-4b6e-8d23-0d1e2f3a4b5c': 'created no_password no_factor',
      pablo: 'created no_way_in',
    },
  },
  {
    file: 'hanko.json',
    signIns: 1,
    typed: [
      'json:hanko',
      { sample: 'hanko.json' },
      ...map('external_id=user_id', 'password_hash=password.password'),
      ...map('email=emails.0.address', 'email_verified=emails.0.is_verified'),
    ],
  },
  {
    file: 'logto-users.json',
    signIns: 2,
    typed: [
      'json:logto',
      { sample: 'logto-users.json' },
      ...map('external_id=id', 'email=primary_email', 'email_verified=:yes'),
      ...map('password_hash=password_encrypted', 'blocked=is_suspended'),
      ...map('google=identities.google.userId', 'totp_secret=mfa_verifications.*.key'),
    ],
    frozen: ['obi.e@example.org'],
  },
  {
    file: 'kratos.json',
    signIns: 3,
    typed: [
      'json:kratos',
      { sample: 'kratos.json' },
      ...map('external_id=id', 'email=traits.email', 'name=traits.name.first+traits.name.last'),
      ...map('email_verified=verifiable_addresses.0.verified'),
      ...map('password_hash=credentials.password.config.hashed_password'),
      ...map('linked=credentials.oidc.identifiers'),
    ],
    frozen: ['ruth.o@example.org'],
  },
  {
    file: 'laravel-users.csv',
    signIns: 2,
    typed: [
      'csv:laravel',
      { sample: 'laravel-users.csv' },
      ...map('external_id=id', 'email_verified=email_verified_at', 'password_hash=password'),
      ...map('lost_factor=two_factor_secret'),
    ],
    losses: { 2: 'created no_factor' },
  },
  {
    file: 'fusionauth.json',
    signIns: 3,
    typed: [
      'json:fusionauth',
      { sample: 'fusionauth.json' },
      ...map('external_id=id', 'email_verified=verified', 'blocked=!active'),
      ...map('name=firstName+lastName', 'locale=preferredLanguages.0'),
      ...map('created_at=insertInstant', 'lost_factor=twoFactor.methods'),
      ...map('password_hash={encryptionScheme==bcrypt}$2a${factor}${salt}{password}'),
      ...map(
        'password_hash={encryptionScheme==salted-pbkdf2-hmac-sha256}$pbkdf2-sha256$i={factor}${salt}${password}',
      ),
      ...map(
        'password_hash={encryptionScheme==salted-pbkdf2-hmac-sha512-512}$pbkdf2-sha512$i={factor}${salt}${password}',
      ),
    ],
    frozen: ['tam.n@example.org'],
    losses: { 'a6a3a4a0-1b3c-4a3e-9a6d-2f1f0e7c1004': 'created no_password no_factor' },
  },
  {
    file: 'supertokens.json',
    signIns: 2,
    typed: [
      'json:supertokens',
      { sample: 'supertokens.json' },
      ...map('external_id=externalUserId', 'password_hash=loginMethods.*.passwordHash'),
      ...map('email=loginMethods.*isPrimary=true.email'),
      ...map('email_verified=loginMethods.*isPrimary=true.isVerified'),
      ...map('mobile=loginMethods.*recipeId=passwordless.phoneNumber', 'mobile_verified=:yes'),
      ...map('google=loginMethods.*thirdPartyId=google.thirdPartyUserId'),
      ...map('totp_secret=totpDevices.*.secretKey'),
      ...map('created_at=loginMethods.*.timeJoinedInMSSinceEpoch'),
    ],
    asked: ['hana.k@example.org'],
    losses: { 'st-3': 'created no_password' },
  },
  {
    file: 'okta.json',
    signIns: 3,
    typed: [
      'json:okta',
      { sample: 'okta.json' },
      ...map('external_id=id', 'email=profile.email', 'email_verified=activated', 'state=status'),
      ...map('name=profile.firstName+profile.lastName', 'locale=profile.locale'),
      ...map(
        'password_hash={credentials.password.hash.algorithm==BCRYPT}$2a${credentials.password.hash.workFactor}${credentials.password.hash.salt}{credentials.password.hash.value}',
        'password_hash={credentials.password.hash.digestAlgorithm==SHA256_HMAC}$pbkdf2-sha256$i={credentials.password.hash.iterationCount}${credentials.password.hash.salt}${credentials.password.hash.value}',
      ),
    ],
    frozen: ['chen.w@example.org'],
    losses: { '00ub0oNGTSWTBKOLGLNU': 'created no_password' },
  },
  {
    file: 'stytch.json',
    signIns: 2,
    typed: [
      'json:stytch',
      { sample: 'stytch.json' },
      ...map('external_id=user_id', 'name=name.first_name+name.last_name', 'state=status'),
      ...map('email=emails.*verified=true.email', 'email=emails.0.email'),
      ...map('email_verified=emails.*verified=true.verified'),
      ...map('mobile=phone_numbers.*verified=true.phone_number', 'mobile_verified=:yes'),
      ...map('google=providers.*provider_type=google.provider_subject'),
      ...map('lost_factor=totps', 'lost_factor=webauthn_registrations'),
      ...map(
        'password_hash=$scrypt$ln={password.scrypt_config.n_parameter},r={password.scrypt_config.r_parameter},p={password.scrypt_config.p_parameter}${password.scrypt_config.salt}${password.hash}',
        'password_hash=password.hash',
      ),
    ],
    losses: {
      'user-live-16d9ba61-97a1-4ba4-9720-b03761dc50c7': 'created no_factor',
      'user-live-16d9ba61-97a1-4ba4-9720-b03761dc50c8': 'skipped no_person',
    },
  },
  {
    file: 'aspnet-users.csv',
    signIns: 3,
    typed: [
      'csv:aspnet',
      { sample: 'aspnet-users.csv' },
      ...map('external_id=Id', 'username=UserName', 'email=Email', 'email_verified=EmailConfirmed'),
      ...map(
        'password_hash=PasswordHash',
        'lost_factor=TwoFactorEnabled',
        'blocked_until=LockoutEnd',
      ),
    ],
    frozen: ['bruno'],
    losses: { '3f8a-2': 'created no_factor' },
  },
  {
    file: 'nextauth.json',
    signIns: 2,
    typed: [
      'json:nextauth',
      { sample: 'nextauth.json' },
      ...map('external_id=id', 'email_verified=emailVerified', 'password_hash=password'),
      ...map('github=accounts.*provider=github.providerAccountId', 'created_at=createdAt'),
    ],
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
