import { object, optional, enums, string, type Infer } from 'superstruct'
import { notMeForm } from '#protocol/forms.ts'
import type { Config } from '../config/config.ts'
import { FORMER_ADDRESS_MS } from '../store/former-address-repository.ts'
import type { Recipient } from '../store/recipient.ts'
import { OBJECTION, type Tickets } from '../tickets/tickets.ts'

/** Data of the ticket in the link "This was not me": the address that left the account, if one did. */
export const objectionData = object({
  channel: optional(enums(['email', 'mobile'])),
  address: optional(string()),
})

/** Issues the ticket of a notice and returns the address of its page. */
export async function objectionLink(
  tx: { config: Pick<Config, 'PUBLIC_ORIGIN'>; tickets: Tickets },
  aid: number,
  accountId: string,
  former: Recipient | undefined,
): Promise<string> {
  const data: Infer<typeof objectionData> = former === undefined ? {} : { ...former }
  const token = await tx.tickets.issue({
    purpose: OBJECTION,
    aid,
    holder: accountId,
    data,
    lifeMs: FORMER_ADDRESS_MS,
  })
  const query = new URLSearchParams({ aid: String(aid), token })
  return `${tx.config.PUBLIC_ORIGIN}${notMeForm.path}?${query.toString()}`
}
