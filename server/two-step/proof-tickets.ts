import type { CodeType } from '#protocol/code-types.ts'
import type { CodeRecipient } from '../codes/recipient-of.ts'
import { STEP_UP } from './step-up.ts'
import type { Context } from '../endpoints/handler.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Services } from '../services/services.ts'

/** Purpose of the ticket that sets a new password; its holder is the account. */
export const RESET = 'reset'

/** Ends the tickets that would set a password: what its owner changes since shuts others out. */
export function dropResets(tx: Services, accountId: string): Promise<void> {
  return tx.tickets.drop(RESET, accountId)
}

/** Purpose of the ticket of a passed second verification, which counts for nothing else. */
export const SECOND_VERIFIED = 'second_verified'

/** What is known of a proof when the ticket for it is used. */
interface ProofData {
  /** Code type, or 0 where it was no code. */
  type: number
  by: 'mobile' | 'email' | 'password' | 'third_party'
}

/** Hands out the ticket for a code that was used up in this transaction. */
export async function codeTicket(
  context: Context,
  tx: Services,
  { recipient, accountId, verification }: CodeRecipient,
  kind: CodeType,
  type: number,
): Promise<string> {
  const holder = accountId ?? (await tx.accounts.findByRecipient(recipient))?.id
  // Codes of accounts that do not exist are never right; only one deleted meanwhile gets here.
  if (holder === undefined) throw new PassportError('code_expired')
  const isReset = kind.purpose === 'reset' && context.operation !== 'email_verify'
  const purpose = verification === undefined ? (isReset ? RESET : STEP_UP) : SECOND_VERIFIED
  return await proofTicket(context, tx, purpose, holder, { type, by: recipient.channel })
}

/** Hands out the ticket of a proof, for whoever holds this session or this browser. */
export function proofTicket(
  context: Context,
  tx: Services,
  purpose: string,
  holder: string,
  data: ProofData,
): Promise<string> {
  const { trustedDevices } = context.services
  return tx.tickets.issue({
    purpose,
    aid: context.app.aid,
    holder,
    data: {
      ...data,
      session: context.session?.id ?? '',
      scene: context.params.scene ?? '',
      web_id: trustedDevices.hashOf(context.caller.webId),
    },
  })
}
