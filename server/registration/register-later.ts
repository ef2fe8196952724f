import { preferredType } from '#protocol/preferred-types.ts'
import { codeMethods } from '#protocol/sign-in-methods.ts'
import { readRecipient, toRecipient } from '../accounts/recipients.ts'
import type { Call } from '../calls/call.ts'
import { checkCode } from '../codes/check-code.ts'
import { PassportError } from '../lib/passport-error.ts'
import { linkAccount, registerFromProfile } from '../sign-in/link-account.ts'
import { requireStrongPassword } from '../passwords/require-strong-password.ts'
import { readCallback } from '../providers/oauth-callback.ts'
import type { SignedIn } from '../sign-in/sign-in.ts'
import type { Recipient } from '../store/recipient.ts'
import {
  requirePassword,
  requireRegistrationOpen,
  newAccountOf,
  type RegistrationInput,
} from './register.ts'
import type { Services } from '../services/services.ts'

/** Purpose of the ticket for an address that was proved before the account is created. */
const REGISTER = 'register'

/** Creates an account in the transaction that opens its session. */
export type CreateAccount = (tx: Services) => Promise<SignedIn>

/** Exchanges a code for a ticket. @throws has_registered, code_error, code_expired */
export async function issueRegisterTicket(
  context: Call<Services>,
  recipient: Recipient,
  code: string,
): Promise<string> {
  const { transaction, trustedDevices } = context.services
  requireRegistrationOpen(context)
  const proof = await checkCode(context, recipient, preferredType.register[recipient.channel], code)
  return await transaction(async (tx) => {
    await tx.codes.use(proof)
    if (await tx.accounts.findByRecipient(recipient)) throw new PassportError('has_registered')
    return await tx.tickets.issue({
      purpose: REGISTER,
      aid: context.app.aid,
      holder: trustedDevices.hashOf(context.caller.webId),
      data: { channel: recipient.channel, address: recipient.address },
    })
  })
}

/** Returns what creates the account. @throws ticket_expired, mobile_has_bound, password_policy */
export async function registerWithTicket(
  context: Call<Services>,
  reference: string,
  input: RegistrationInput,
): Promise<CreateAccount> {
  const { tickets, trustedDevices } = context.services
  const { aid } = context.app
  requireRegistrationOpen(context)
  const holder = trustedDevices.hashOf(context.caller.webId)
  const ticket = await tickets.peek(REGISTER, aid, reference)
  const recipient = readRecipient(ticket?.data)
  if (ticket?.holder !== holder || recipient === undefined) {
    throw new PassportError('ticket_expired')
  }
  requirePassword(context, recipient, input)
  const newAccount = await newAccountOf(context, input)
  return async (tx) => {
    await tx.tickets.claim(REGISTER, aid, reference, holder)
    await requireUnowned(tx, recipient)
    const account = await tx.accounts.create({ ...newAccount, recipient })
    return { account, isNew: true, method: codeMethods[recipient.channel] }
  }
}

/**
 * Creates the account for the profile of a key, with a proved address or with that of the profile.
 * @throws ticket_expired, mobile_has_bound, code_missing, code_error, code_expired, password_policy
 */
export async function registerWithProvider(
  context: Call<Services>,
  key: string,
  input: RegistrationInput & {
    mobile?: string | undefined
    email?: string | undefined
    code?: string | undefined
  },
): Promise<CreateAccount> {
  requireRegistrationOpen(context)
  const callback = await readCallback(context, { profile_key: key }, [])
  const { profile } = callback
  const hasAddress = input.mobile !== undefined || input.email !== undefined
  const recipient = hasAddress ? toRecipient(input, context.params.a_region) : undefined
  requireStrongPassword(context.services, recipient, input)
  if (recipient === undefined) {
    const { passwordHash } = await newAccountOf(context, input)
    return async (tx) => {
      await callback.use(tx)
      const account = await registerFromProfile(context, tx, profile, input.name)
      if (passwordHash !== null) await tx.accounts.setPassword(account.id, passwordHash)
      return { account: { ...account, passwordHash }, isNew: true, method: 'provider' }
    }
  }
  if (input.code === undefined) throw new PassportError('code_missing')
  const type = preferredType.register[recipient.channel]
  const proof = await checkCode(context, recipient, type, input.code)
  await requireUnowned(context.services, recipient)
  const name = input.name ?? (profile.name === '' ? undefined : profile.name)
  const newAccount = await newAccountOf(context, { ...input, name })
  return async (tx) => {
    await tx.codes.use(proof)
    await callback.use(tx)
    const account = await tx.accounts.create({ ...newAccount, recipient })
    await linkAccount(context, tx, account.id, profile, { kickOther: false, changeBind: false })
    return { account, isNew: true, method: 'provider' }
  }
}

async function requireUnowned({ accounts }: Services, recipient: Recipient): Promise<void> {
  if (await accounts.findByRecipient(recipient)) {
    throw new PassportError('mobile_has_bound')
  }
}
