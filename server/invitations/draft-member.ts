import { requireName, toName } from '../names/names.ts'
import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import { hashToken, makeToken } from '../lib/tokens.ts'
import {
  changeAs,
  type Actor,
  type OrganizationChoice,
  type OrganizationServices,
} from '../organizations/acting.ts'
import { requireMayAssign } from '../organizations/change-roles.ts'
import { givenRoles } from './send-invitation.ts'
import type { Invitation } from '../store/schema/organizations.ts'

/** Number of members that an organization may prepare. */
const MAX_DRAFTS = 20_000

/** Input for a member who is invited later. */
export interface DraftInput {
  deputy_name: string
  roles?: string[] | undefined
  external_id?: string | undefined
}

/** Creates a member without an address. @throws members_full, exceeds_own_rights, … */
export async function draftMember(
  context: Call<OrganizationServices>,
  choice: OrganizationChoice,
  input: DraftInput,
): Promise<{ actor: Actor; draft: Invitation }> {
  requireName(context, input.deputy_name)
  return await changeAs(context, choice, 'deputy.create', async (tx, actor) => {
    const { membership } = actor
    const { organizationId } = membership
    await requireMayAssign(tx, actor, input.roles ?? [])
    if ((await tx.invitations.countDrafts(organizationId)) >= MAX_DRAFTS) {
      throw new PassportError('members_full')
    }
    const draft = await tx.invitations.create({
      channel: 'email',
      address: '',
      organizationId,
      name: toName(input.deputy_name),
      roles: givenRoles(input.roles ?? []),
      next: '',
      externalId: input.external_id ?? '',
      // Nobody gets the ticket.
      ticketHash: hashToken(makeToken()),
      status: 'draft',
      invitedBy: membership.id,
      inviterName: membership.name,
      acceptedBy: '',
      sentCount: 0,
      sentAt: 0,
      createdAt: context.now,
      expiresAt: 0,
    })
    if (draft === undefined) throw new Error('a draft has no address that could be taken')
    await tx.organizationEvents.note(context, membership, 'member_drafted', {
      id: draft.membershipId,
      name: draft.name,
      detail: { roles: draft.roles },
    })
    return { actor, draft }
  })
}
