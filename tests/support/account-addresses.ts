import { mobileBind } from '#protocol/web/binding.ts'
import { sendCode, validateCode } from '#protocol/web/codes.ts'
import { verifyAccount } from '#protocol/web/verify.ts'
import type { Answer, Client } from './client.ts'
import type { Person } from './create-people.ts'
import type { TestServer } from './test-server.ts'

/** Adds a mobile number to the account with a code. */
export async function addMobile(server: TestServer, client: Client, to: string): Promise<Answer> {
  await client.call(sendCode, { mobile: to, type: 17 })
  return await client.call(mobileBind, { mobile: to, code: await server.codeFor(to) })
}

/** Changes identifiers of an account without calls. */
export async function setIdentifiers(
  { app }: TestServer,
  accountId: string,
  identifiers: { email?: string | null; mobile?: string | null; username?: string },
): Promise<void> {
  await app.services.transaction(async ({ accounts, profiles }) => {
    const account = await accounts.lock(accountId)
    for (const channel of ['email', 'mobile'] as const) {
      const to = identifiers[channel]
      const from = account?.[channel] ?? null
      if (to !== undefined) await accounts.setAddress(accountId, channel, from, to)
    }
    if (identifiers.username !== undefined) {
      await profiles.update(accountId, { username: identifiers.username })
    }
  })
}

/** Returns a step-up ticket, proved by a code to the account's own address or by the password. */
export async function issueStepUpTicket(
  server: TestServer,
  person: Person,
  by: 'mobile' | 'email' | 'password',
): Promise<string> {
  const { client } = person
  if (by === 'password') {
    const { data } = await client.call(verifyAccount, { password: person.password })
    return data.ticket
  }
  server.clock.passSeconds(60)
  const type = by === 'mobile' ? 22 : 11
  const sent = await client.call(sendCode, { type })
  const addresses = await server.database.query
    .selectFrom('accounts')
    .select(['mobile', 'email'])
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow()
  if (sent.error !== undefined) throw new Error(sent.error)
  const code = await server.codeFor(addresses[by] ?? '')
  const { data } = await client.call(validateCode, { type, code })
  return data.ticket
}
