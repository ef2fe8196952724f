import type { CodeType } from '#protocol/code-types.ts'
import { codeMethods } from '#protocol/sign-in-methods.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { toRecipient } from '../accounts/recipients.ts'
import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Recipient } from '../store/recipient.ts'
import type { Verification } from '../store/verification-repository.ts'
import { sentParts, refersToVerification, type RiskCheckServices } from '../two-step/risk-check.ts'

/** Services that this module needs. */
export interface RecipientOfServices extends RiskCheckServices {
  accounts: Accounts
}

/** Where a code goes, and on whose behalf. */
export interface CodeRecipient {
  recipient: Recipient
  /** The account whose own address it is; undefined where the request named the address. */
  accountId: string | undefined
  /** The second verification that the code is for. */
  verification: Verification | undefined
}

/** What a request says about an address. */
export interface RecipientParams {
  email?: string | undefined
  mobile?: string | undefined
  encrypt_uid?: string | undefined
}

/**
 * Whom a code of a type is for. Types for a person's own address never take it from the request:
 * the session says whose it is, or the second verification under way.
 * @throws session_expired, ticket_expired, binding_not_exist, code_type_error, mobile_empty and what
 * a malformed address throws.
 */
export async function recipientForCode(
  context: Call<RecipientOfServices>,
  kind: CodeType,
  call: RecipientParams,
): Promise<CodeRecipient> {
  const { session } = context
  if (kind.to === 'bound' || kind.to === 'pending') {
    if (kind.to === 'pending' || refersToVerification(context, call.encrypt_uid)) {
      return await pendingRecipient(context, kind, call.encrypt_uid)
    }
    if (session === undefined) throw new PassportError('session_expired')
    const channel = kind.channel === 'email' ? 'email' : 'mobile'
    const address = session.account[channel]
    if (address === null) throw new PassportError('binding_not_exist')
    return {
      recipient: { channel, address },
      accountId: session.accountId,
      verification: undefined,
    }
  }
  if (kind.to === 'session' && session === undefined) throw new PassportError('session_expired')
  if (kind.channel === 'mobile' && call.mobile === undefined && call.email === undefined) {
    throw new PassportError('mobile_empty')
  }
  return {
    recipient: toRecipient(call, context.params.a_region),
    accountId: undefined,
    verification: undefined,
  }
}

/** The second verification that a request speaks of, if it is this browser's. @throws ticket_expired. */
export async function findPendingVerification(
  context: Call<RecipientOfServices>,
  encryptUid: string | undefined,
): Promise<Verification> {
  const { trustedDevices, verifications } = context.services
  const found = await verifications.find(sentParts(context, encryptUid), context.app.aid)
  if (found === undefined || found.webId !== trustedDevices.hashOf(context.caller.webId)) {
    throw new PassportError('ticket_expired')
  }
  return found
}

async function pendingRecipient(
  context: Call<RecipientOfServices>,
  kind: CodeType,
  encryptUid: string | undefined,
): Promise<CodeRecipient> {
  const verification = await findPendingVerification(context, encryptUid)
  const channel = kind.channel === 'email' ? 'email' : 'mobile'
  if (!verification.methods.includes(codeMethods[channel])) {
    throw new PassportError('code_type_error')
  }
  const account = await context.services.accounts.byId(verification.accountId)
  const address = account?.[channel] ?? null
  if (address === null) throw new PassportError('binding_not_exist')
  return { recipient: { channel, address }, accountId: verification.accountId, verification }
}
