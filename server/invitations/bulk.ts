import { is } from 'superstruct'
import { plainName } from '#protocol/organization-fields.ts'
import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import {
  changeOrTry,
  type OrganizationChoice,
  type OrganizationServices,
} from '../organizations/acting.ts'
import { countedToday, countPreviewed } from './invitation-message.ts'
import { inviteAll } from './invite.ts'
import type { InvitationInput, SentInvitation } from './send-invitation.ts'

/** One person of a list to invite. */
export interface BulkRow extends InvitationInput {
  /** Number of the row, to find its result. */
  row: number
}

/** Result of a row; `error` is empty unless it was refused. */
export interface BulkResult {
  row: number
  result: 'made' | 'exists' | 'member' | 'refused'
  error: string
  invite_id: string
}

/** People to invite; `foreseen` counts the invitations of earlier dry runs of the same list. */
export interface BulkInput {
  rows: readonly BulkRow[]
  next_url?: string | undefined
  foreseen: number
}

/** Invites people, each on their own; a row that is refused stops no other. */
export async function inviteInBulk(
  context: Call<OrganizationServices>,
  choice: OrganizationChoice & { dry_run: 0 | 1 },
  { rows, next_url, ...input }: BulkInput,
): Promise<{ results: BulkResult[]; foreseen: number; dry_run: 0 | 1 }> {
  const foreseen = choice.dry_run === 1 ? input.foreseen : 0
  return await changeOrTry(context, choice, 'invite.create', async (tx, actor) => {
    const { organizationId } = actor.membership
    const before = await countedToday(tx, organizationId)
    await countPreviewed(tx, actor.membership, foreseen)
    const named = rows.filter(({ deputy_name: name }) => is(name, plainName))
    const invitees = named.map(({ row: _row, ...invitee }) => ({ ...invitee, next_url }))
    const outcomes = await inviteAll(context, tx, actor, invitees, foreseen)
    const results = rows.map((one) =>
      toResult(one.row, outcomes[named.indexOf(one)] ?? new PassportError('text_refused')),
    )
    if (choice.dry_run === 0) return { results, foreseen: 0 }
    return { results, foreseen: (await countedToday(tx, organizationId)) - before }
  })
}

function toResult(row: number, outcome: SentInvitation | PassportError): BulkResult {
  if (!(outcome instanceof PassportError)) {
    return { row, result: 'made', error: '', invite_id: outcome.invitation.id }
  }
  const { error, data } = outcome
  if (error === 'already_member') return { row, result: 'member', error: '', invite_id: '' }
  if (error === 'invitation_pending') {
    const id = typeof data.invite_id === 'string' ? data.invite_id : ''
    return { row, result: 'exists', error: '', invite_id: id }
  }
  return { row, result: 'refused', error, invite_id: '' }
}
