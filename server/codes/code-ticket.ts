import type { CodeType } from '#protocol/code-types.ts'
import { codeMethods } from '#protocol/sign-in-methods.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Tickets } from '../tickets/tickets.ts'
import { issueProofTicket, RESET, SECOND_VERIFIED } from '../two-step/proof-tickets.ts'
import { STEP_UP } from '../two-step/step-up.ts'
import type { TrustedDevices } from '../two-step/trusted-devices.ts'
import type { CodeRecipient } from './code-recipient.ts'

/** Issues the ticket for a code that was used up in this transaction. */
export async function issueCodeTicket(
  context: Call<{ trustedDevices: TrustedDevices }>,
  tx: { accounts: Accounts; tickets: Tickets },
  { recipient, accountId, verification }: CodeRecipient,
  { purpose }: CodeType,
  type: number,
): Promise<string> {
  const holder = accountId ?? (await tx.accounts.findByRecipient(recipient))?.id
  // Without an account no code is correct, so it was deleted after the code was sent.
  if (holder === undefined) throw new PassportError('code_expired')
  const isReset = purpose === 'reset' && context.operation !== 'email_verify'
  const withoutVerification = isReset ? RESET : STEP_UP
  const ticketPurpose = verification === undefined ? withoutVerification : SECOND_VERIFIED
  const by = codeMethods[recipient.channel]
  return await issueProofTicket(context, tx, ticketPurpose, holder, { type, by })
}
