import { sendCode } from '#protocol/web/codes.ts'
import { proveManager } from '#protocol/web/manager-transfer.ts'
import type { Company, Member } from './companies.ts'
import type { TestServer } from './test-server.ts'

/** Starts a hand-over by the manager's code; returns its ticket. */
export async function begin(server: TestServer, { manager }: Company): Promise<string> {
  server.clock.passSeconds(61)
  const { email } = manager.person
  await manager.client.call(sendCode, { type: 11 })
  const { data, error } = await manager.call(proveManager, { code: await server.codeFor(email) })
  if (error !== undefined) throw new Error(`the hand-over did not begin: ${error}`)
  return String(data.verify_ticket)
}

/** Names a successor as the calls of a hand-over do. */
export async function choose(
  { manager }: Company,
  successor: Member,
  verify_ticket: string,
): Promise<{ verify_ticket: string; to_sec_member_id: string }> {
  const to_sec_member_id = String((await manager.find(successor.id))?.sec_member_id)
  return { verify_ticket, to_sec_member_id }
}
