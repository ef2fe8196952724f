import { expect, test } from 'vitest'
import { initialDetails } from '#protocol/profile-fields.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { passwordLogin } from '#protocol/web/login.ts'
import { updateUser } from '#protocol/web/profile.ts'
import { emailRegister } from '#protocol/web/registration.ts'
import { eraseDueAccounts } from '../../../server/account-deletion/erase-account.ts'
import { accountLifecycleRepository } from '../../../server/store/account-lifecycle-repository.ts'
import { accountRepository } from '../../../server/store/account-repository.ts'
import type { Database, Queries } from '../../../server/store/database.ts'
import { profileRepository } from '../../../server/store/profile-repository.ts'
import { addMobile } from '../../support/account-addresses.ts'
import type { Answer } from '../../support/client.ts'
import type { Person } from '../../support/create-people.ts'
import { createRandom } from '../../support/faults.ts'
import { retryWhileBusy, retryWhileUnavailable } from '../../support/retry-while-busy.ts'
import { createTestServer, createTwoServers } from '../../support/test-server.ts'
import type { Account } from '../../../server/store/schema/accounts.ts'

const CALLERS = 20
const STEPS = 400

test('registers an address once under concurrent requests on two instances', async () => {
  const servers = await createTwoServers()
  const email = 'ann@example.com'
  await servers[0].client().call(sendCode, { email, type: 16 })
  const code = await servers[0].codeFor(email)
  const answers = await Promise.all(
    Array.from({ length: CALLERS }, (_, at) => {
      const client = servers[at % 2 === 0 ? 0 : 1].client()
      const password = `seven quiet otters ${at}`
      return retryWhileBusy(() => client.call(emailRegister, { email, code, password }))
    }),
  )
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
  expect(await identifiersIn(servers[0].database)).toHaveLength(1)
  await expectEqualCopies(servers[0].database)
})

test('gives a username to one account under concurrent requests on two instances', async () => {
  const servers = await createTwoServers()
  const people: Person[] = []
  for (let at = 0; at < CALLERS; at++) people.push(await servers[at % 2 === 0 ? 0 : 1].person())
  const calls = await Promise.all(
    people.map(({ client }) =>
      retryWhileBusy(() => client.call(updateUser, { user_unique_name: 'quiet_otter' })),
    ),
  )
  const errors = calls.map(({ error }) => error)
  expect(errors.filter((error) => error !== 'name_taken')).toEqual([undefined])
  await expectEqualCopies(servers[0].database)
})

test('creates no account when another account has its identifier', async () => {
  const server = await createTestServer()
  const { email } = await server.person()
  const { database } = server
  const isInserted = await retryWhileUnavailable(() =>
    database.tx((tx) => accountRepository(tx).insert(accountWith('1', { email }))),
  )
  expect(isInserted).toBe(false)
  expect(await database.query.selectFrom('accounts').select('id').execute()).toHaveLength(1)
  await expectEqualCopies(database)
})

test('writes identifiers in a transaction only', async () => {
  const { database } = await createTestServer()
  const account = accountWith('1', { email: 'ann@example.com' })
  await expect(accountRepository(database.query).insert(account)).rejects.toThrow(
    'in a transaction',
  )
  expect(await database.query.selectFrom('accounts').select('id').execute()).toEqual([])
})

test('signs in with a new username and no longer with the old one', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const { password } = ann
  for (const name of ['ann_lee', 'lee_ann']) {
    expect((await ann.client.call(updateUser, { user_unique_name: name })).error).toBeUndefined()
  }
  const signIn = (username: string): Promise<Answer> =>
    server.client().call(passwordLogin, { username, password })
  expect((await signIn('lee_ann')).data.user_id_str).toBe(ann.userId)
  expect((await signIn('ann_lee')).error).toBe('password_error')
  const bob = await server.person()
  const taken = await bob.client.call(updateUser, { user_unique_name: 'lee_ann' })
  expect(taken.error).toBe('name_taken')
  const freed = await bob.client.call(updateUser, { user_unique_name: 'ann_lee' })
  expect(freed.error).toBeUndefined()
  await expectEqualCopies(server.database)
})

test('frees the identifiers of an erased account', async () => {
  const server = await createTestServer({ settings: { CLOSED_ADDRESS_DAYS: '0' } })
  const { services } = server.app
  const ann = await server.person()
  await addMobile(server, ann.client, '+819012345678')
  await ann.client.call(updateUser, { user_unique_name: 'ann_lee' })
  expect(await identifiersIn(server.database)).toHaveLength(3)
  await services.transaction((tx) => tx.accounts.scheduleDeletion(ann.userId, server.clock.now()))
  await eraseDueAccounts(services)
  expect(await identifiersIn(server.database)).toEqual([])
  server.clock.passSeconds(60)
  const next = await server.person({ email: ann.email })
  expect((await addMobile(server, next.client, '+819012345678')).error).toBeUndefined()
  const named = await next.client.call(updateUser, { user_unique_name: 'ann_lee' })
  expect(named.error).toBeUndefined()
})

test('keeps copies equal to identifiers through any sequence of changes', async () => {
  const { database } = await createTestServer()
  const random = createRandom(7)
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)]!
  const ids = ['1', '2', '3', '4']
  const names = ['a', 'b', 'c', 'd']
  const changes: Record<string, (tx: Queries, id: string, name: string) => Promise<unknown>> = {
    insert: (tx, id, name) => accountRepository(tx).insert(accountWith(id, { email: name })),
    insertUnverified: (tx, id, name) =>
      accountRepository(tx).insert(accountWith(id, { unverifiedEmail: name, username: name })),
    dropName: (tx, id) => profileRepository(tx).update(id, { username: null }),
    setEmail: (tx, id, name) => setAddress(tx, id, 'email', name),
    dropMobile: (tx, id) => setAddress(tx, id, 'mobile', null),
    setMobile: (tx, id, name) => setAddress(tx, id, 'mobile', name),
    rename: async (tx, id, name) => {
      const isDone = await profileRepository(tx).update(id, { username: name })
      if (!isDone) throw new Taken()
    },
    erase: async (tx, id) => {
      await accountLifecycleRepository(tx).erase(id)
    },
  }
  const done: Record<string, number> = {}
  for (let step = 0; step < STEPS; step++) {
    const kind = pick(Object.keys(changes))
    const [id, name] = [pick(ids), pick(names)]
    const isDone = await database
      .tx(async (tx) => {
        const exists = (await accountRepository(tx).byId(id)) !== undefined
        // Only an account that exists can be renamed.
        if (['rename', 'dropName'].includes(kind) && !exists) throw new Taken()
        return await changes[kind]?.(tx, id, name)
      })
      .then(
        (result) => result !== false && result !== undefined,
        (error: unknown) => {
          if (!(error instanceof Taken)) throw error
          return false
        },
      )
    if (isDone) done[kind] = (done[kind] ?? 0) + 1
    await expectEqualCopies(database)
  }
  expect(Object.keys(done)).toEqual(expect.arrayContaining(['insert', 'dropName', 'setEmail']))
})

/** Thrown to roll back a change that met a taken identifier. */
class Taken extends Error {}

async function setAddress(
  tx: Queries,
  id: string,
  channel: 'email' | 'mobile',
  to: string | null,
): Promise<true> {
  const account = await accountLifecycleRepository(tx).lock(id)
  const from = account?.[channel] ?? null
  if (from === to) return true
  if (!(await accountLifecycleRepository(tx).setAddress(id, channel, from, to))) throw new Taken()
  return true
}

async function identifiersIn({ query }: Database): Promise<string[]> {
  const rows = await query.selectFrom('identifiers').selectAll().execute()
  return rows.map(({ kind, value, accountId: id }) => `${id} ${kind} ${value}`).toSorted()
}

const noTerms = { termsVersion: null, termsAcceptedAt: null }

async function expectEqualCopies(database: Database): Promise<void> {
  const accounts = await database.query.selectFrom('accounts').selectAll().execute()
  const copies = accounts.flatMap((account) =>
    (['email', 'mobile', 'username'] as const).flatMap((kind) =>
      account[kind] === null ? [] : [`${account.id} ${kind} ${account[kind]}`],
    ),
  )
  expect(await identifiersIn(database)).toEqual(copies.toSorted())
}

function accountWith(id: string, parts: Partial<Account>): Account {
  return {
    id,
    name: id,
    username: null,
    email: null,
    mobile: null,
    passwordHash: null,
    passwordForm: '',
    avatarKey: null,
    locale: 'en',
    state: 'active',
    createdAid: 1001,
    createdAt: 1,
    unverifiedEmail: null,
    cancelAt: null,
    requiredLevel: 1,
    ...initialDetails,
    backgroundKey: null,
    ...noTerms,
    ...parts,
  }
}
