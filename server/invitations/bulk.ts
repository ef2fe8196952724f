import { is } from 'superstruct'
import { plainName } from '#protocol/organization-fields.ts'
import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import { changeOrTry, type OrganizationChoice } from '../organizations/acting.ts'
import { inviteAs, type InvitationInput, type InvitationServices } from './send-invitation.ts'

/** One person of a list to invite. */
export interface BulkRow extends InvitationInput {
  /** Number of the row, to find its result. */
  row: number
}

/** What became of a row; `error` is empty unless it was refused. */
export interface BulkResult {
  row: number
  result: 'made' | 'exists' | 'member' | 'refused'
  error: string
  invite_id: string
}

/** Rows of one transaction: while it runs, SQLite serves nobody else. */
const ROWS_AT_ONCE = 20

/** Invites people, each on their own; a row that is refused stops no other. */
export async function inviteInBulk(
  context: Call<InvitationServices>,
  choice: OrganizationChoice & { dry_run: 0 | 1 },
  rows: readonly BulkRow[],
  nextUrl: string | undefined,
): Promise<{ results: BulkResult[]; dry_run: 0 | 1 }> {
  const results: BulkResult[] = []
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const part = rows.slice(at, at + ROWS_AT_ONCE)
    results.push(...(await invitePart(context, choice, part, nextUrl)))
  }
  return { results, dry_run: choice.dry_run }
}

async function invitePart(
  context: Call<InvitationServices>,
  choice: OrganizationChoice & { dry_run: 0 | 1 },
  rows: readonly BulkRow[],
  nextUrl: string | undefined,
): Promise<BulkResult[]> {
  const { results } = await changeOrTry<InvitationServices, { results: BulkResult[] }>(
    context,
    choice,
    'invite.create',
    async (tx, actor) => {
      const done: BulkResult[] = []
      let pending = await tx.invitations.countPending(actor.membership.organizationId)
      for (const { row, ...input } of rows) {
        try {
          if (!is(input.deputy_name, plainName)) throw new PassportError('bad_parameter')
          const invited = { ...input, next_url: nextUrl }
          const { invitation } = await inviteAs(context, tx, actor, invited, pending)
          pending++
          done.push({ row, result: 'made', error: '', invite_id: invitation.id })
        } catch (error) {
          if (!(error instanceof PassportError)) throw error
          done.push(toResult(row, error))
        }
      }
      return { results: done }
    },
  )
  return results
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
