import type { CodeType } from '#protocol/code-types.ts'
import { codeMethods } from '#protocol/sign-in-methods.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { toRecipient } from '../accounts/recipients.ts'
import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Recipient } from '../store/recipient.ts'
import {
  readReferences,
  refersToVerification,
  type RiskCheckServices,
} from '../two-step/risk-check.ts'
import type { Verification } from '../store/schema/proofs.ts'

export interface CodeRecipientServices extends RiskCheckServices {
  accounts: Accounts
}

/** The recipient of a code, and what the code is sent for. */
export interface CodeRecipient {
  recipient: Recipient
  /** Account that the address was read from; undefined when the request contained the address. */
  accountId: string | undefined
  /** The two-step verification that the code is for. */
  verification: Verification | undefined
}

/** The payload fields that a recipient is read from. */
export interface RecipientParams {
  email?: string | undefined
  mobile?: string | undefined
  encrypt_uid?: string | undefined
}

/**
 * Returns the recipient of a code: from the request, or from the account if the type demands it.
 * @throws session_expired, ticket_expired, binding_not_exist, code_type_error, mobile_empty,
 * mobile_error, email_error, bad_parameter
 */
export async function recipientForCode(
  context: Call<CodeRecipientServices>,
  type: CodeType,
  payload: RecipientParams,
): Promise<CodeRecipient> {
  const { session } = context
  if (type.to === 'bound' || type.to === 'pending') {
    if (type.to === 'pending' || refersToVerification(context, payload.encrypt_uid)) {
      return await recipientOfVerification(context, type, payload.encrypt_uid)
    }
    if (session === undefined) throw new PassportError('session_expired')
    const channel = type.channel === 'email' ? 'email' : 'mobile'
    const address = session.account[channel]
    if (address === null) throw new PassportError('binding_not_exist')
    return {
      recipient: { channel, address },
      accountId: session.accountId,
      verification: undefined,
    }
  }
  if (type.to === 'session' && session === undefined) throw new PassportError('session_expired')
  if (type.channel === 'mobile' && payload.mobile === undefined && payload.email === undefined) {
    throw new PassportError('mobile_empty')
  }
  return {
    recipient: toRecipient(payload, context.params.a_region),
    accountId: undefined,
    verification: undefined,
  }
}

/** Returns the two-step verification of this browser that a request refers to. @throws ticket_expired */
export async function findPendingVerification(
  context: Call<CodeRecipientServices>,
  encryptUid: string | undefined,
): Promise<Verification> {
  const { trustedDevices, verifications } = context.services
  const references = readReferences(context, encryptUid)
  const verification = await verifications.find(references, context.app.aid)
  if (verification?.webId !== trustedDevices.hashOf(context.caller.webId)) {
    throw new PassportError('ticket_expired')
  }
  return verification
}

async function recipientOfVerification(
  context: Call<CodeRecipientServices>,
  type: CodeType,
  encryptUid: string | undefined,
): Promise<CodeRecipient> {
  const verification = await findPendingVerification(context, encryptUid)
  const channel = type.channel === 'email' ? 'email' : 'mobile'
  if (!verification.methods.includes(codeMethods[channel])) {
    throw new PassportError('code_type_error')
  }
  const account = await context.services.accounts.byId(verification.accountId)
  const address = account?.[channel] ?? null
  if (address === null) throw new PassportError('binding_not_exist')
  context.progress.subject = address
  context.progress.step = 'second-step'
  return { recipient: { channel, address }, accountId: verification.accountId, verification }
}
