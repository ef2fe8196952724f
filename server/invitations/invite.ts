import { requireName, toName } from '../names/names.ts'
import { nextUrlOf } from '../apps/next-url.ts'
import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import { makeToken } from '../lib/tokens.ts'
import {
  changeAs,
  type Actor,
  type OrganizationChoice,
  type OrganizationServices,
} from '../organizations/acting.ts'
import { assignableRoles, requireMayAssignRole } from '../organizations/change-roles.ts'
import type { NewInvitation } from '../organizations/invitations.ts'
import { countMessages, storeMessages } from './invitation-message.ts'
import {
  eventSubjectOf,
  freshTicket,
  givenRoles,
  recipientOf,
  refusalsOfKnown,
  requireOrganization,
  type InvitationInput,
  type SentInvitation,
} from './send-invitation.ts'
import type { Invitation } from '../store/schema/organizations.ts'

/** Somebody to invite; `draft` is one that the invitation takes over. */
export type Invitee = InvitationInput & { draft?: Invitation | undefined }

/** Somebody on the way to an invitation or to the error that refuses it. */
interface Candidate {
  readonly ticket: string
  readonly fields: NewInvitation
  refusal: PassportError | undefined
  sent: SentInvitation | undefined
}

/** Invites somebody. @throws invitation_pending, already_member, invitation_limit, exceeds_own_rights */
export async function invite(
  context: Call<OrganizationServices>,
  choice: OrganizationChoice,
  input: InvitationInput,
): Promise<SentInvitation> {
  return await changeAs(context, choice, 'invite.create', async (tx, actor) => {
    const draft = await takeDraft(tx, actor, input.deputy_identity_id)
    const [invited] = await inviteAll(context, tx, actor, [{ ...input, draft }])
    if (invited === undefined || invited instanceof PassportError) throw invited
    return invited
  })
}

/**
 * Invites people in the transaction of the caller, in as many statements for many as for one; returns
 * the error of each who is refused. `foreseen` invitations count as pending, too.
 */
export async function inviteAll(
  context: Call<OrganizationServices>,
  tx: OrganizationServices,
  actor: Actor,
  invitees: readonly Invitee[],
  foreseen = 0,
): Promise<(SentInvitation | PassportError)[]> {
  const { membership } = actor
  const organization = await requireOrganization(tx, actor)
  const pending = foreseen + (await tx.invitations.countPending(organization.id))
  const roleOf = await assignableRoles(tx, actor, invitees.flatMap(rolesOf))
  const all = invitees.map((invitee): Candidate | PassportError => {
    const ticket = makeToken()
    try {
      const roles = rolesOf(invitee)
      for (const key of roles) requireMayAssignRole(actor, roleOf, key)
      const fields = { ...fieldsOf(context, actor, invitee, ticket), roles }
      return { ticket, fields, refusal: undefined, sent: undefined }
    } catch (error) {
      if (error instanceof PassportError) return error
      throw error
    }
  })
  const candidates = all.filter((one): one is Candidate => !(one instanceof PassportError))
  const open = (): Candidate[] =>
    candidates.filter(({ refusal, sent }) => refusal === undefined && sent === undefined)
  const refuse = async (
    check: (fields: NewInvitation[]) => Promise<(PassportError | undefined)[]>,
  ): Promise<void> => {
    const some = open()
    const refusals = await check(some.map(({ fields }) => fields))
    for (const [at, one] of some.entries()) one.refusal = refusals[at]
  }
  await refuse((some) => refusalsOfKnown(tx, organization, some))
  await refuse((some) =>
    countMessages(tx, { organization, pending }, membership, some, context.now),
  )
  const allowed = open()
  const made = await tx.invitations.createAll(allowed.map(({ fields }) => fields))
  for (const [at, one] of allowed.entries()) {
    const invitation = made[at]
    if (invitation !== undefined) one.sent = { invitation, link: undefined }
  }
  // The list may name an address twice, or a concurrent call has invited it.
  await refuse((some) => refusalsOfKnown(tx, organization, some))
  const sent = candidates.flatMap(({ sent: one, ticket }) => (one ? [{ one, ticket }] : []))
  const subjects = sent.map(({ one }) => eventSubjectOf(one.invitation))
  await tx.organizationEvents.noteAll(context, membership, 'invitation_sent', subjects)
  const messages = sent.map(({ one, ticket }) => ({ ...one.invitation, ticket }))
  const links = await storeMessages(context, tx, organization, membership, messages)
  for (const [at, { one }] of sent.entries()) one.link = links[at]
  return all.map((one) => {
    if (one instanceof PassportError) return one
    return one.sent ?? one.refusal ?? new PassportError('invitation_pending')
  })
}

function rolesOf({ draft, roles }: Invitee): string[] {
  return givenRoles(roles ?? draft?.roles ?? [])
}

function fieldsOf(
  context: Call<OrganizationServices>,
  { membership }: Actor,
  invitee: Invitee,
  ticket: string,
): Omit<NewInvitation, 'roles'> {
  const { deputy_name: name, draft, expire_days, external_id, next_url } = invitee
  requireName(context, name)
  return {
    ...recipientOf(invitee, context.params.a_region),
    membershipId: draft?.membershipId,
    organizationId: membership.organizationId,
    name: toName(name),
    next: next_url === undefined ? '' : nextUrlOf(context, next_url),
    externalId: external_id ?? draft?.externalId ?? '',
    status: 'pending',
    invitedBy: membership.id,
    inviterName: membership.name,
    acceptedBy: '',
    sentCount: 1,
    createdAt: context.now,
    ...freshTicket(context.now, ticket, expire_days),
  }
}

async function takeDraft(
  tx: OrganizationServices,
  { membership }: Actor,
  membershipId: string | undefined,
): Promise<Invitation | undefined> {
  if (membershipId === undefined) return undefined
  const draft = await tx.invitations.takeDraft(membership.organizationId, membershipId)
  if (draft === undefined) throw new PassportError('not_in_organization')
  return draft
}
