import { expect, test, vi } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { emailRegister } from '#protocol/web/registration.ts'
import { fileOf, personOf, typeImport } from '../../support/import-files.ts'
import { retryWhileBusy } from '../../support/retry-while-busy.ts'
import { createTwoServers } from '../../support/test-server.ts'

const PEOPLE = 300

const people = (prefix: string): object[] =>
  Array.from({ length: PEOPLE }, (_, at) =>
    personOf(`${prefix}${at}`, {
      // Every other one has an address that the other file has, too, in another order.
      emails: [
        {
          address: at % 2 === 0 ? `both${at}@example.com` : `${prefix}${at}@example.com`,
          isVerified: at % 3 !== 0,
          isPrimary: true,
        },
      ],
      username: `name-${prefix}-${at}`,
      linked: at % 5 === 0 ? [{ provider: 'google', sub: String(at) }] : [],
    }),
  )

test('two imports at once make each account once', async () => {
  const [one, other] = await createTwoServers()
  const [first, second, again] = [people('a'), people('b').toReversed(), people('a')]
  const results = await Promise.all([
    typeImport(one, 'passport', fileOf(...first), '--apply'),
    typeImport(other, 'passport', fileOf(...second), '--apply'),
    typeImport(other, 'passport', fileOf(...again), '--apply'),
  ])
  expect(results.map(({ errors }) => errors)).toEqual(['', '', ''])
  const outcomes = results.flatMap(({ report }) => Object.values(report))
  const made = outcomes.filter((outcome) => outcome.startsWith('created')).length
  const { query } = one.database
  const accounts = await query.selectFrom('accounts').selectAll().execute()
  const identifiers = await query.selectFrom('identifiers').selectAll().execute()
  const imported = await query.selectFrom('importedAccounts').selectAll().execute()
  // Of the shared addresses one of both has each; of the shared links too.
  expect(accounts).toHaveLength(made)
  expect(imported).toHaveLength(made)
  expect(made).toBe(PEOPLE + PEOPLE / 2 - PEOPLE / 10)
  const addresses = accounts.map(({ email, unverifiedEmail }) => email ?? unverifiedEmail)
  expect(new Set(addresses).size).toBe(made)
  for (const { kind, value, accountId } of identifiers) {
    expect(accounts.find(({ id }) => id === accountId)?.[kind]).toBe(value)
  }
})

test('takes other ids where another process has made the same', async () => {
  const [one, other] = await createTwoServers({ settings: { NODE_NUMBER: '7' } })
  for (const [server, prefix] of [
    [one, 'a'],
    [other, 'b'],
  ] as const) {
    const three = [1, 2, 3].map((at) => personOf(`${prefix}${at}`))
    const { errors, report } = await typeImport(server, 'passport', fileOf(...three), '--apply')
    expect([errors, Object.values(report)]).toEqual(['', Array(3).fill('created no_password')])
  }
  // Whose ids the first has made by now.
  for (let count = 0; count < 10; count++) await one.person()
  await other.person()
  const imports = await one.database.query.selectFrom('imports').select('id').execute()
  expect(new Set(imports.map(({ id }) => id)).size).toBe(2)
})

test.each(['findAll', 'owned'] as const)(
  'calls nobody taken whom another run of the file brings after %s was read',
  async (read) => {
    const [one, other] = await createTwoServers()
    const { imports } = one.app.services
    const file = fileOf(personOf('ann'))
    const answer = imports[read] as (...of: unknown[]) => Promise<never>
    vi.spyOn(imports, read).mockImplementationOnce(async (...of: unknown[]) => {
      const found = await answer(...of)
      await typeImport(other, 'passport', file, '--apply')
      return found
    })
    const { report } = await typeImport(one, 'passport', file)
    expect(['created no_password', 'exists']).toContain(report.ann)
  },
)

test('lets people sign up meanwhile, who keep their address', async () => {
  const [one, other] = await createTwoServers()
  const emails = Array.from({ length: 20 }, (_, at) => `a${at * 15}@example.com`)
  const register = async (email: string): Promise<string | undefined> => {
    const client = other.client()
    await client.call(sendCode, { email, type: 16 })
    const code = await other.codeFor(email)
    const answer = await retryWhileBusy(() =>
      client.call(emailRegister, { email, code, password: 'seven quiet otters' }),
    )
    return answer.error
  }
  const file = fileOf(...Array.from({ length: PEOPLE }, (_, at) => personOf(`a${at}`)))
  const [{ report, errors }, ...signUps] = await Promise.all([
    typeImport(one, 'passport', file, '--apply'),
    ...emails.map(register),
  ])
  expect(errors).toBe('')
  for (const [at, email] of emails.entries()) {
    const outcome = report[email.split('@')[0] ?? '']
    expect([outcome, signUps[at]]).toEqual(
      signUps[at] === undefined
        ? ['taken email', undefined]
        : ['created no_password', 'has_registered'],
    )
  }
  const rows = await one.database.query.selectFrom('accounts').select('email').execute()
  expect(rows).toHaveLength(PEOPLE)
})
