import type { CodeType } from '#protocol/code-types.ts'
import { codeMethods } from '#protocol/sign-in-methods.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Tickets } from '../tickets/tickets.ts'
import { proofTicket, RESET, SECOND_VERIFIED } from '../two-step/proof-tickets.ts'
import { STEP_UP } from '../two-step/step-up.ts'
import type { TrustedDevices } from '../two-step/trusted-devices.ts'
import type { CodeRecipient } from './recipient-of.ts'

/** Hands out the ticket for a code that was used up in this transaction. */
export async function codeTicket(
  context: Call<{ trustedDevices: TrustedDevices }>,
  tx: { accounts: Accounts; tickets: Tickets },
  { recipient, accountId, verification }: CodeRecipient,
  kind: CodeType,
  type: number,
): Promise<string> {
  const holder = accountId ?? (await tx.accounts.findByRecipient(recipient))?.id
  // Codes of accounts that do not exist are never right; only one deleted meanwhile gets here.
  if (holder === undefined) throw new PassportError('code_expired')
  const isReset = kind.purpose === 'reset' && context.operation !== 'email_verify'
  const purpose = verification === undefined ? (isReset ? RESET : STEP_UP) : SECOND_VERIFIED
  const by = codeMethods[recipient.channel]
  return await proofTicket(context, tx, purpose, holder, { type, by })
}
