import type { Call } from '#protocol/endpoint.ts'
import type { InvitationInfo } from '#protocol/organization-objects.ts'
import * as endpoints from '#protocol/web/invitations.ts'
import type { SendOptions } from '../create-client.ts'
import { addressFields, type Address } from './address.ts'
import { pagingFields, toRows, type Paging } from './rows.ts'
import { toFlag, type OrganizationSend } from './send.ts'

/** An invitation, as those who invite see it. */
export type Invitation = ReturnType<typeof toInvitation>

function toInvitation(wire: InvitationInfo) {
  return {
    invitationId: wire.invite_id,
    memberName: wire.deputy_name,
    /** Only in the reply of the call that made it. */
    link: wire.link,
    channel: wire.channel,
    /** Address that is invited. */
    target: wire.target,
    roles: wire.roles,
    status: wire.status,
    inviterName: wire.inviter_name,
    expireTime: wire.expire_time,
    /** Seconds until it can be sent again. */
    retryTime: wire.retry_time,
  }
}

/** What people write of an invitation. */
type InvitationFields = Pick<Invitation, 'memberName' | 'roles'>

/** Empty fields filter nothing. */
interface Filter {
  q: string
  status: '' | NonNullable<Call<typeof endpoints.listInvitations>['status']>
}

export async function listInvitations(
  send: OrganizationSend,
  { q, status, ...paging }: Filter & Paging,
  options?: SendOptions,
) {
  const filter = { q: q.trim() || undefined, status: status || undefined }
  const call = { ...filter, ...pagingFields(paging) }
  return toRows(await send(endpoints.listInvitations, call, options), toInvitation)
}

export async function createInvitation(
  send: OrganizationSend,
  { memberName, roles }: InvitationFields,
  address: Address,
) {
  const fields = { deputy_name: memberName, roles }
  const { channel, value } = address
  return toInvitation(
    await (channel === 'email'
      ? send(endpoints.createInvitationByEmail, { ...fields, email: value })
      : send(endpoints.createInvitationByMobile, { ...fields, mobile: value })),
  )
}

/** Corrects a pending invitation; another address gets a new link. */
export async function updateInvitation(
  send: OrganizationSend,
  { invitationId }: Invitation,
  { memberName, roles }: InvitationFields,
  address: Address | undefined,
) {
  const changed = address && addressFields(address)
  const call = { ...changed, roles, deputy_name: memberName, invite_id: invitationId }
  return toInvitation(await send(endpoints.updateInvitation, call))
}

export async function resendInvitation(send: OrganizationSend, { invitationId }: Invitation) {
  const call = { invite_id: invitationId }
  return toInvitation(await send(endpoints.resendInvitation, call))
}

export async function cancelInvitation(send: OrganizationSend, { invitationId }: Invitation) {
  await send(endpoints.cancelInvitation, { invite_id: invitationId })
}

/** A person to invite, with the number of their row. */
interface InvitedPerson extends InvitationFields {
  row: number
  address: Address
  externalId: string
}

/** Invites people, or with `isTrial` finds out what would happen; `foreseen` comes from the trial before. */
export async function inviteMany(
  send: OrganizationSend,
  people: readonly InvitedPerson[],
  { isTrial, foreseen }: { isTrial: boolean; foreseen: number },
) {
  const rows = people.map(({ row, address, memberName, roles, externalId }) => ({
    row,
    ...addressFields(address),
    deputy_name: memberName,
    roles,
    ...(externalId !== '' && { external_id: externalId }),
  }))
  const call = { rows, dry_run: toFlag(isTrial), foreseen }
  return send(endpoints.createInvitationsInBulk, call)
}
