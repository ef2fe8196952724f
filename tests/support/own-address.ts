import { mobileBind } from '#protocol/web/binding.ts'
import { sendCode, validateCode } from '#protocol/web/codes.ts'
import { verifyAccount } from '#protocol/web/verify.ts'
import type { Answer, Client } from './client.ts'
import type { Person } from './people.ts'
import type { TestServer } from './test-server.ts'

/** Adds a number as a person does: a code to it, then the code. */
export async function bind(server: TestServer, client: Client, to: string): Promise<Answer> {
  await client.call(sendCode, { mobile: to, type: 17 })
  return await client.call(mobileBind, { mobile: to, code: await server.codeFor(to) })
}

/** Gives an account an address or a username behind the server's back, or takes an address away. */
export async function setIdentifiers(
  { app }: TestServer,
  accountId: string,
  wanted: { email?: string | null; mobile?: string | null; username?: string },
): Promise<void> {
  await app.services.transaction(async ({ accounts, profiles }) => {
    const account = await accounts.lock(accountId)
    for (const channel of ['email', 'mobile'] as const) {
      const to = wanted[channel]
      const from = account?.[channel] ?? null
      if (to !== undefined) await accounts.setAddress(accountId, channel, from, to)
    }
    if (wanted.username !== undefined) {
      await profiles.update(accountId, { username: wanted.username })
    }
  })
}

/** A ticket as its owner gets it: by a code to an address of theirs, or by the password. */
export async function verified(
  server: TestServer,
  person: Person,
  by: 'mobile' | 'email' | 'password',
): Promise<string> {
  const { client } = person
  if (by === 'password') {
    const { data } = await client.call(verifyAccount, { password: person.password })
    return String(data.ticket)
  }
  server.clock.passSeconds(60)
  const type = by === 'mobile' ? 22 : 11
  const sent = await client.call(sendCode, { type })
  const own = await server.database.query
    .selectFrom('accounts')
    .select(['mobile', 'email'])
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow()
  if (sent.error !== undefined) throw new Error(sent.error)
  const code = await server.codeFor(own[by] ?? '')
  const { data } = await client.call(validateCode, { type, code })
  return String(data.ticket)
}
