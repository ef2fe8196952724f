import * as endpoints from '#protocol/web/manager-transfer.ts'
import type { OrganizationSend } from './send.ts'

/** A hand-over, as its manager and its successor see it. */
export type TransferInfo = Awaited<ReturnType<typeof transferInfo>>

/** The ticket of the manager's proof, and the successor. */
interface Handing {
  ticket: string
  /** `idForTransfer` of a member. */
  to: string
}

export async function transferInfo(send: OrganizationSend) {
  const wire = await send(endpoints.transferInfo, {})
  return {
    /** `proved`, `code_sent`, `agreed` or empty. */
    state: wire.state,
    fromName: wire.from_name,
    toName: wire.to_name,
    expireTime: wire.expire_time,
    /** End of the hold after the last hand-over; 0 without one. */
    holdUntil: wire.hold_until,
  }
}

/** Proves the manager by a code of their own address. */
export async function proveManager(send: OrganizationSend, code: string) {
  const reply = await send(endpoints.proveManager, { code })
  return { ticket: reply.verify_ticket, seconds: reply.expire_time }
}

export async function sendSuccessorCode(send: OrganizationSend, handing: Handing) {
  const reply = await send(endpoints.sendSuccessorCode, fieldsOf(handing))
  return { retryTime: reply.retry_time, seconds: reply.expire_time }
}

/** Agrees as the successor or, with the ticket, as the manager who was told the code. */
export async function agreeToManage(
  send: OrganizationSend,
  { code, ticket }: { code: string; ticket: string | undefined },
) {
  await send(endpoints.agreeToManage, { code, verify_ticket: ticket })
}

export async function transferManager(send: OrganizationSend, handing: Handing) {
  await send(endpoints.transferManager, fieldsOf(handing))
}

function fieldsOf({ ticket, to }: Handing) {
  return { verify_ticket: ticket, to_sec_member_id: to }
}
