import type { Reply } from '#protocol/endpoint.ts'
import * as endpoints from '#protocol/web/invitations.ts'
import { leaveOrganization as leave } from '#protocol/web/organizations.ts'
import { toEntry } from './person.ts'
import { allOf } from './rows.ts'
import type { Send } from './send.ts'

/** An invitation that waits for the person's answer. */
export type WaitingInvitation = ReturnType<typeof toWaiting>

function toWaiting(wire: Reply<typeof endpoints.myInvitations>['list'][number]) {
  return {
    invitationId: wire.invite_id,
    organizationName: wire.subject_name,
    inviterName: wire.inviter_name,
    memberName: wire.deputy_name,
    /** 0 for an offer by domain. */
    expireTime: wire.expire_time,
    /** Whether the organization lets people of its domain join. */
    isByDomain: wire.by_domain === 1,
  }
}

/** An organization that may not invite the person. */
export type InvitationBlock = ReturnType<typeof toBlock>

function toBlock(wire: Reply<typeof endpoints.invitationBlocks>['list'][number]) {
  return {
    /** 0 for every organization. */
    organizationId: wire.subject_uid,
    organizationName: wire.subject_name,
    expireTime: wire.expire_time,
  }
}

export async function listWaitingInvitations(send: Send) {
  return (await allOf((paging) => send(endpoints.myInvitations, paging))).map(toWaiting)
}

export async function listInvitationBlocks(send: Send) {
  return (await allOf((paging) => send(endpoints.invitationBlocks, paging))).map(toBlock)
}

/** Accepts an invitation; returns the organization that the session now acts for, and where it leads. */
export async function acceptWaiting(send: Send, { invitationId }: WaitingInvitation) {
  return toEntry(await send(endpoints.acceptInvitation, { invite_id: invitationId }))
}

export async function declineWaiting(send: Send, { invitationId }: WaitingInvitation) {
  await send(endpoints.declineInvitation, { invite_id: invitationId })
}

export async function unblockInvitations(send: Send, { organizationId }: InvitationBlock) {
  await send(endpoints.unblockInvitations, { subject_uid: organizationId })
}

/** Ends the membership that the session acts as. */
export async function leaveOrganization(send: Send, organizationId: string) {
  await send(leave, { subject_uid: organizationId })
}
