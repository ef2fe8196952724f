import { expect, test } from 'vitest'
import { withoutRepeats } from '../../support/faults.ts'
import { createOAuthClient, decide, open } from '../../support/oauth-client.ts'
import { createTestServer } from '../../support/test-server.ts'

test('issues a code that is good while another tab replaces the session', async () => {
  const server = await createTestServer()
  const client = await createOAuthClient(server)
  const { client: browser, userId } = await server.person()
  const started = await client.start()
  const page = await (await open(browser, started.address)).text()
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  const replace = server.app.services.transaction(async (tx) => {
    await tx.accounts.lock(userId)
    const { list } = await tx.sessions.list(
      { accountId: userId, hash: '' },
      { offset: 0, limit: 1 },
    )
    const [former] = list
    if (former === undefined) throw new Error('nobody is signed in')
    await tx.sessions.end(former.hash)
    await tx.oauthTokens.moveTo('next', former.hash)
    await tx.sessions.insert({ ...former, hash: 'next', id: 'next', firstHash: former.hash })
    hold()
    await isOver
  })
  const callback = await withoutRepeats(async () => {
    await isHeld
    const answering = decide(browser, page)
    // It waits for the account, or is answered.
    await Promise.race([answering, new Promise((resolve) => setTimeout(resolve, 500))])
    end()
    await replace
    return await answering
  })
  expect((await client.exchange(started, callback)).access_token).toBeDefined()
})
