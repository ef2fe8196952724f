import { toLanguage } from '#protocol/common-params.ts'
import { reachedAt } from '../accounts/owner-recipients.ts'
import { maskRecipient } from '../accounts/recipients.ts'
import { DAY_MS } from '../lib/clock.ts'
import { findInvitation, isExpired, type InvitationContext } from './find-invitation.ts'

/**
 * Tells the inviter, once a day, that a new invitation is wanted in place of an expired one.
 * @throws invitation_unknown, invitation_used, invitation_cancelled, frozen, too_often
 */
export async function askForInvitation(context: InvitationContext, ticket: string): Promise<void> {
  const found = await findInvitation(context, ticket)
  const { invitation, organization } = found
  if (!isExpired(found, context.now)) return
  const { id, invitedBy, name } = invitation
  await context.services.transaction(async (tx) => {
    const limit = { key: `asked for invitation ${id}`, max: 1, windowMs: DAY_MS }
    if ((await tx.rateLimits.take([limit])) !== undefined) return
    const inviter = await tx.memberships.find(invitedBy)
    const account = inviter && (await tx.accounts.byId(inviter.accountId))
    if (account === undefined) return
    const recipient = reachedAt(tx, account)
    if (recipient === undefined) return
    await tx.outbox.add([
      {
        kind: 'organization_invitation_asked',
        aid: context.app.aid,
        recipient,
        language: toLanguage(account.locale),
        details: {
          organization: organization.name,
          invited: name,
          address: maskRecipient(invitation),
        },
      },
    ])
    const invited = { id: '', name, organizationId: organization.id }
    await tx.organizationEvents.note(context, invited, 'invitation_asked', { id, name })
  })
}
