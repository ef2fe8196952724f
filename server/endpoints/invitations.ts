import type { InvitationCheck, InvitationInfo } from '#protocol/organization-objects.ts'
import type * as endpoints from '#protocol/web/invitations.ts'
import { productNamesOf } from '../names/names.ts'
import { maskRecipient, showRecipient } from '../accounts/recipients.ts'
import { signedIn } from '../calls/call.ts'
import { nameForOthers } from '../delivery/name-for-others.ts'
import { toSeconds } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { normalizeName } from '../lib/normalize-name.ts'
import { pageOf, spanOf, toPage } from '../lib/paging.ts'
import {
  acceptInvitation,
  addressesOf,
  declineInvitation,
  declineMine,
  invitationsToMe,
  isInvited,
} from '../invitations/answer-invitation.ts'
import { askForInvitation } from '../invitations/ask-for-invitation.ts'
import { inviteInBulk } from '../invitations/bulk.ts'
import { findInvitation, requireOpen } from '../invitations/find-invitation.ts'
import { invite } from '../invitations/invite.ts'
import { organizationByDomain } from '../invitations/join-by-domain.ts'
import {
  cancelInvitations,
  resendInvitation,
  retrySeconds,
  updateInvitation,
  type SentInvitation,
} from '../invitations/send-invitation.ts'
import { requireActor } from '../organizations/acting.ts'
import { ONESELF } from '../organizations/organization-ids.ts'
import { EVERY_ORGANIZATION } from '../store/invitation-repository.ts'
import { domainOf } from '../organizations/domains.ts'
import type { Context, Handlers } from './handler.ts'

/** Handlers of `protocol/web/invitations.ts`. */
export const invitations = {
  createInvitationByEmail: async (payload, context) =>
    describe(context, await invite(context, payload, payload)),

  createInvitationByMobile: async (payload, context) =>
    describe(context, await invite(context, payload, payload)),

  createInvitationByLark: async (payload, context) =>
    describe(context, await invite(context, payload, payload)),

  createInvitationsInBulk: (payload, context) => inviteInBulk(context, payload, payload),

  listInvitations: async (payload, context) => {
    const { membership } = await requireActor(context, payload, 'invite.read')
    const text = payload.q === undefined ? undefined : normalizeName(payload.q)
    const { list, total } = await context.services.invitations.list(
      membership.organizationId,
      { status: payload.status, text },
      context.now,
      spanOf(payload),
    )
    const described = list.map((one) => describe(context, { invitation: one, link: undefined }))
    return toPage(described, total, payload)
  },

  updateInvitation: async (payload, context) =>
    describe(context, await updateInvitation(context, payload, payload)),

  resendInvitation: async (payload, context) =>
    describe(context, await resendInvitation(context, payload)),

  cancelInvitation: async (payload, context) => ({
    updated: await cancelInvitations(context, payload),
  }),

  checkInvitation: async (payload, context): Promise<InvitationCheck> => {
    const found = await findInvitation(context, payload.invite_ticket)
    const { invitation, organization } = found
    const { services, session } = context
    const { memberships, organizationDomains } = services
    const member = session && (await memberships.findIn(organization.id, session.accountId))
    if (member === undefined) requireOpen(found, context.now)
    const domain = domainOf(invitation.address)
    const owner = await organizationDomains.ownerOf(organization.aid, domain)
    const isOwner = session !== undefined && isInvited(session.account, invitation)
    return {
      subject_uid: member === undefined ? '' : organization.id,
      subject_name: organization.name,
      logo_url: services.pictures.logoUrlOf(organization.logoUrl),
      verified_domain: owner === organization.id ? domain : '',
      inviter_name: inviterNameOf(context, invitation),
      deputy_name: invitation.name,
      channel: invitation.channel,
      target: isOwner ? showRecipient(invitation) : maskRecipient(invitation),
      status: statusOf(invitation, context.now),
      roles: invitation.roles,
      next_url: invitation.next,
      expire_time: toSeconds(invitation.expiresAt),
      need_code: isOwner ? 0 : 1,
      need_password: 0,
      is_registered: isOwner ? 1 : 0,
      is_other: session !== undefined && !isOwner ? 1 : 0,
    }
  },

  acceptInvitation: (payload, context) => acceptInvitation(context, payload),

  askForInvitation: async (payload, context) => {
    await askForInvitation(context, payload.invite_ticket)
    return {}
  },

  declineInvitation: async (payload, context) => {
    const { block, invite_id: id, invite_ticket: ticket, report } = payload
    const choice = { block, isReported: report === 1 }
    if (ticket === undefined) await declineMine(context, id, choice)
    else await declineInvitation(context, ticket, choice, context.session?.account)
    return {}
  },

  invitationBlocks: async (payload, context) => {
    const addresses = addressesOf(signedIn(context).account)
    const blocks = await context.services.invitations.blocksOf(addresses, context.now)
    const list = blocks.map(({ expiresAt, organizationId: id, organizationName }) => ({
      subject_uid: id === EVERY_ORGANIZATION ? ONESELF : id,
      subject_name: organizationName,
      expire_time: toSeconds(expiresAt),
    }))
    return pageOf(list, payload)
  },

  unblockInvitations: async ({ subject_uid: id }, context) => {
    const addresses = addressesOf(signedIn(context).account)
    const from = id === ONESELF ? EVERY_ORGANIZATION : id
    if (addresses.length === 0 || !(await context.services.invitations.unblock(addresses, from))) {
      throw new PassportError('not_in_organization')
    }
    return {}
  },

  myInvitations: async (payload, context) => {
    const { account } = signedIn(context)
    const { organizations } = context.services
    const invited = await Promise.all(
      (await invitationsToMe(context)).map(async (one) => ({
        invite_id: one.id,
        subject_name: (await organizations.find(one.organizationId))?.name ?? '',
        inviter_name: inviterNameOf(context, one),
        deputy_name: one.name,
        expire_time: toSeconds(one.expiresAt),
        by_domain: 0 as const,
      })),
    )
    const offered = await organizationByDomain(context, context.services, account)
    const offer = offered && {
      invite_id: offered.id,
      subject_name: offered.name,
      inviter_name: '',
      deputy_name: account.name,
      expire_time: 0,
      by_domain: 1 as const,
    }
    return pageOf(offer === undefined ? invited : [...invited, offer], payload)
  },
} satisfies Handlers<typeof endpoints>

// For people outside of the organization.
function inviterNameOf(
  { app, language, services }: Context,
  { inviterName }: SentInvitation['invitation'],
): string {
  return nameForOthers(inviterName, 'inviter', language, productNamesOf(services.config, app))
}

function describe({ now }: Context, { invitation, link }: SentInvitation): InvitationInfo {
  return {
    invite_id: invitation.id,
    deputy_identity_id: invitation.membershipId,
    deputy_name: invitation.name,
    next_url: invitation.next,
    ...(link !== undefined && { link }),
    channel: invitation.channel,
    target: showRecipient(invitation),
    roles: invitation.roles,
    status: statusOf(invitation, now),
    inviter_name: invitation.inviterName,
    create_time: toSeconds(invitation.createdAt),
    expire_time: toSeconds(invitation.expiresAt),
    resend_count: Math.max(0, invitation.sentCount - 1),
    retry_time: retrySeconds(invitation, now),
  }
}

function statusOf({ status, expiresAt }: SentInvitation['invitation'], now: number): string {
  return status === 'pending' && expiresAt <= now ? 'expired' : status
}
