import type { User } from '#protocol/objects.ts'
import type { InvitationCheck } from '#protocol/organization-objects.ts'
import * as endpoints from '#protocol/web/invitations.ts'
import { toFlag, type Send } from './send.ts'

/** An invitation, as the person who is invited sees it. */
export type InvitationOffer = ReturnType<typeof toOffer>

function toOffer(wire: InvitationCheck) {
  return {
    /** The organization, if the session is of a member; otherwise empty. */
    organizationId: wire.subject_uid,
    organizationName: wire.subject_name,
    logoUrl: wire.logo_url,
    /** Domain of the address, if the organization has proved it; otherwise empty. */
    verifiedDomain: wire.verified_domain,
    inviterName: wire.inviter_name,
    memberName: wire.deputy_name,
    channel: wire.channel,
    /** Address, masked for all but its owner. */
    target: wire.target,
    status: wire.status,
    /** Keys of the roles besides `member`. */
    roles: wire.roles,
    expireTime: wire.expire_time,
    needsCode: wire.need_code === 1,
    /** Whether the session is of somebody who does not own the address. */
    isOther: wire.is_other === 1,
  }
}

export async function checkInvitation(send: Send, ticket: string) {
  return toOffer(await send(endpoints.checkInvitation, { invite_ticket: ticket }))
}

/** Accepts by the session, or by a code with name and password of a new account. */
export function acceptInvitation(
  send: Send,
  ticket: string,
  proof: { code?: string; name?: string; password?: string },
) {
  return send(endpoints.acceptInvitation, { invite_ticket: ticket, ...proof })
}

/** Tells the inviter of an expired invitation that a new one is wanted. */
export async function askForInvitation(send: Send, ticket: string) {
  await send(endpoints.askForInvitation, { invite_ticket: ticket })
}

export async function declineInvitation(
  send: Send,
  ticket: string,
  { block, isReported }: { block: 'none' | 'subject' | 'all'; isReported: boolean },
) {
  const call = { invite_ticket: ticket, block, report: toFlag(isReported) }
  await send(endpoints.declineInvitation, call)
}

/** Returns what names an account to somebody who may be signed in to the wrong one. */
export function accountNameOf(user: User): string {
  const { email, mobile, own_name: ownName, user_unique_name: username } = user
  const name = ownName ?? user.name
  const address = email || mobile || username
  // Masked addresses of two accounts may look alike.
  return name === '' || name === address ? address : `${name} (${address})`
}
