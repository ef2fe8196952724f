import * as endpoints from '#protocol/web/manager-transfer.ts'
import type { OrganizationSend } from './send.ts'

/** A hand-over, as its manager and its successor see it. */
export interface TransferInfo {
  /** `proved`, `code_sent`, `agreed` or empty. */
  state: string
  fromName: string
  toName: string
  expireTime: number
  /** End of the hold after the last hand-over; 0 without one. */
  holdUntil: number
}

/** The ticket of the manager's proof, and the successor. */
interface Handing {
  ticket: string
  /** `idForTransfer` of a member. */
  to: string
}

export async function transferInfo(send: OrganizationSend): Promise<TransferInfo> {
  const wire = await send(endpoints.transferInfo, {})
  return {
    state: wire.state,
    fromName: wire.from_name,
    toName: wire.to_name,
    expireTime: wire.expire_time,
    holdUntil: wire.hold_until,
  }
}

/** Proves the manager by a code of their own address. */
export async function proveManager(
  send: OrganizationSend,
  code: string,
): Promise<{ ticket: string; seconds: number }> {
  const reply = await send(endpoints.proveManager, { code })
  return { ticket: reply.verify_ticket, seconds: reply.expire_time }
}

export async function sendSuccessorCode(
  send: OrganizationSend,
  handing: Handing,
): Promise<{ retryTime: number; seconds: number }> {
  const reply = await send(endpoints.sendSuccessorCode, fieldsOf(handing))
  return { retryTime: reply.retry_time, seconds: reply.expire_time }
}

/** Agrees as the successor or, with the ticket, as the manager who was told the code. */
export async function agreeToManage(
  send: OrganizationSend,
  { code, ticket }: { code: string; ticket: string | undefined },
): Promise<void> {
  await send(endpoints.agreeToManage, { code, verify_ticket: ticket })
}

export async function transferManager(send: OrganizationSend, handing: Handing): Promise<void> {
  await send(endpoints.transferManager, fieldsOf(handing))
}

function fieldsOf({ ticket, to }: Handing): { verify_ticket: string; to_sec_member_id: string } {
  return { verify_ticket: ticket, to_sec_member_id: to }
}
