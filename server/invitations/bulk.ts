import { is } from 'superstruct'
import { plainName } from '#protocol/organization-fields.ts'
import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import { changeOrTry, type OrganizationChoice } from '../organizations/acting.ts'
import { countedToday, countPreviewed } from './invitation-message.ts'
import { inviteAs, type InvitationInput, type InvitationServices } from './send-invitation.ts'

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

/** Rows of one transaction: while it runs, SQLite serves nobody else. */
const ROWS_AT_ONCE = 20

/** People to invite; `foreseen` counts the invitations of earlier dry runs of the same list. */
export interface BulkInput {
  rows: readonly BulkRow[]
  next_url?: string | undefined
  foreseen: number
}

/** Invites people, each on their own; a row that is refused stops no other. */
export async function inviteInBulk(
  context: Call<InvitationServices>,
  choice: OrganizationChoice & { dry_run: 0 | 1 },
  { rows, ...input }: BulkInput,
): Promise<{ results: BulkResult[]; foreseen: number; dry_run: 0 | 1 }> {
  const results: BulkResult[] = []
  let foreseen = choice.dry_run === 1 ? input.foreseen : 0
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const part = { ...input, rows: rows.slice(at, at + ROWS_AT_ONCE), foreseen }
    const done = await invitePart(context, choice, part)
    results.push(...done.results)
    if (choice.dry_run === 1) foreseen = done.counted
  }
  return { results, foreseen, dry_run: choice.dry_run }
}

async function invitePart(
  context: Call<InvitationServices>,
  choice: OrganizationChoice & { dry_run: 0 | 1 },
  { rows, next_url, foreseen }: BulkInput,
): Promise<{ results: BulkResult[]; counted: number }> {
  return await changeOrTry<InvitationServices, { results: BulkResult[]; counted: number }>(
    context,
    choice,
    'invite.create',
    async (tx, actor) => {
      const results: BulkResult[] = []
      const { organizationId } = actor.membership
      let pending = foreseen + (await tx.invitations.countPending(organizationId))
      const before = await countedToday(tx, organizationId)
      await countPreviewed(tx, actor.membership, foreseen)
      for (const { row, ...input } of rows) {
        try {
          if (!is(input.deputy_name, plainName)) throw new PassportError('bad_parameter')
          const { invitation } = await inviteAs(context, tx, actor, { ...input, next_url }, pending)
          pending++
          results.push({ row, result: 'made', error: '', invite_id: invitation.id })
        } catch (error) {
          if (!(error instanceof PassportError)) throw error
          results.push(toResult(row, error))
        }
      }
      return { results, counted: (await countedToday(tx, organizationId)) - before }
    },
  )
}

// Every check comes before the first statement that changes something, so a refused row changes nothing.
function toResult(row: number, { error, data }: PassportError): BulkResult {
  if (error === 'already_member') return { row, result: 'member', error: '', invite_id: '' }
  if (error === 'invitation_pending') {
    const id = typeof data.invite_id === 'string' ? data.invite_id : ''
    return { row, result: 'exists', error: '', invite_id: id }
  }
  return { row, result: 'refused', error, invite_id: '' }
}
