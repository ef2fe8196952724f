// Sessions are followed by others, as when somebody acts for an organization, while their owner ends them.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { identityLogin } from '#protocol/web/identity.ts'
import { passwordLogin } from '#protocol/web/login.ts'
import { listSessions, logout, revokeSession } from '#protocol/web/session.ts'
import type { Client } from '../../support/client.ts'
import type { Person } from '../../support/create-people.ts'
import { retryWhileBusy } from '../../support/retry-while-busy.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

const BROWSERS = 8
const STEP_MS = 5

async function signIn(server: TestServer, { email, password }: Person): Promise<Client[]> {
  const browsers = Array.from({ length: BROWSERS }, () => server.client())
  for (const browser of browsers) {
    const { error } = await browser.call(passwordLogin, { email, password })
    expect(error).toBeUndefined()
  }
  return browsers
}

const follow = (browser: Client) => browser.call(identityLogin, { login_subject_uid: '0' })

async function countSessions({ database }: TestServer): Promise<number> {
  return (await database.query.selectFrom('sessions').select('id').execute()).length
}

test('signing out everywhere leaves none of them', async () => {
  const server = await createTestServer()
  const owner = await server.person()
  const browsers = await signIn(server, owner)
  await Promise.all([
    retryWhileBusy(() => owner.client.call(logout, { all: 1 })),
    ...browsers.map(follow),
  ])
  expect(await countSessions(server)).toBe(0)
})

test.each([1, 2, 3])(
  'ending one ends it, or says that it is another by now, round %i',
  async () => {
    const server = await createTestServer()
    const owner = await server.person()
    const browsers = await signIn(server, owner)
    const { list } = (await owner.client.call(listSessions, {})).data
    const ids = list.filter(({ current }) => current === 0).map(({ session_id: id }) => id)
    const following = browsers.map(follow)
    const ended = ids.map(async (session_id, at) => {
      // So that one of them comes in the middle.
      await sleep(at * STEP_MS)
      return await retryWhileBusy(() => owner.client.call(revokeSession, { session_id }))
    })
    await Promise.all(following)
    const left = (await Promise.all(ended)).filter(({ error }) => error === 'session_not_found')
    expect(await countSessions(server)).toBe(1 + left.length)
  },
)
