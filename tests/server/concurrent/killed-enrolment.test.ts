import { expect, test } from 'vitest'
import { accountInfo } from '#protocol/web/login.ts'
import { addTotp, beginTotp, listMethods } from '#protocol/web/methods.ts'
import { stepOf } from '../../../server/authenticator-apps/totp.ts'
import { bytesOf, codeAt } from '../../support/authenticator-apps.ts'
import { createPeople } from '../../support/create-people.ts'
import { createTestDatabase } from '../../support/databases.ts'
import { PROCESS_TEST_MS, startServerProcess } from '../../support/server-process.ts'

test(
  'adds an authenticator app after the server that began it was killed',
  { timeout: PROCESS_TEST_MS },
  async () => {
    const { env } = await createTestDatabase(true)
    const first = await startServerProcess(env)
    const ann = await createPeople(() => first.client(), first.codeFor)()
    const { add_ticket, secret } = (await ann.client.call(beginTotp, {})).data
    await first.kill()

    const next = await startServerProcess(env)
    const client = next.client()
    for (const [name, value] of ann.client.cookies) client.cookies.set(name, value)
    // Its reply has the CSRF token.
    await client.call(accountInfo, {})
    expect((await client.call(listMethods, {})).data).toMatchObject({ methods: [], codes_left: 0 })
    const code = codeAt(bytesOf(secret), stepOf(Date.now()))
    const call = { add_ticket, name: 'Phone', code }
    const added = await client.call(addTotp, call)
    expect(added.data.recovery_codes).toHaveLength(10)
    // As after a lost reply: the app is the same, and its codes stand in for those that nobody saw.
    const again = await client.call(addTotp, call)
    expect(again.data.id).toBe(added.data.id)
    expect(again.data.recovery_codes).toHaveLength(10)
    const { methods, codes_left } = (await client.call(listMethods, {})).data
    expect([methods.length, codes_left]).toEqual([1, 10])
  },
)
