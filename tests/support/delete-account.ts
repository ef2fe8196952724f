import { cancelCheck, cancelConfirm, cancelVerify } from '#protocol/web/account-deletion.ts'
import { sendCode } from '#protocol/web/codes.ts'
import type { Answer } from './client.ts'
import type { Person } from './create-people.ts'
import type { TestServer } from './test-server.ts'

/** Gets the three references that scheduling a deletion requires. */
export async function references(
  server: TestServer,
  person: Person,
): Promise<{ value_ticket: string; token: string; cancel_ticket: string }> {
  const check = await person.client.call(cancelCheck, {})
  server.clock.passSeconds(60)
  await person.client.call(sendCode, { type: 11 })
  const proof = await person.client.call(cancelVerify, {
    code: await server.codeFor(person.email),
    type: 11,
  })
  return {
    value_ticket: check.data.value_ticket,
    token: proof.data.token,
    cancel_ticket: proof.data.cancel_ticket,
  }
}

/** Schedules the deletion of an account, accepting the losses. */
export async function deleteAccount(server: TestServer, person: Person): Promise<Answer> {
  const mine = await references(server, person)
  return await person.client.call(cancelConfirm, { ...mine, abandon: 1 })
}
