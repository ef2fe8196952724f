import { preferredType } from '#protocol/preferred-types.ts'
import { readRecipient, toRecipient } from '../accounts/recipients.ts'
import type { Call } from '../calls/call.ts'
import { checkCode } from '../codes/check-code.ts'
import { PassportError } from '../lib/passport-error.ts'
import { linkTo, registerFromProfile, type LinkServices } from '../linked-accounts/link.ts'
import type { LinkedAccounts } from '../linked-accounts/linked-accounts.ts'
import { requireStrongPassword } from '../passwords/require-strong-password.ts'
import { readCallback, type OauthReturnServices } from '../providers/oauth-return.ts'
import type { SignedIn } from '../sign-in/sign-in.ts'
import type { Recipient } from '../store/recipient.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Tickets } from '../tickets/tickets.ts'
import type { TrustedDevices } from '../two-step/trusted-devices.ts'
import { ensureOpen, startOf, type RegisterServices, type Choice } from './register.ts'

/** Services that this module needs. */
export interface RegisterLaterServices extends RegisterServices, OauthReturnServices, LinkServices {
  linkedAccounts: LinkedAccounts
  tickets: Tickets
  trustedDevices: TrustedDevices
  transaction: Transaction<RegisterLaterServices>
}

/** Purpose of the ticket for an address that was proved before the account is made. */
const REGISTER = 'register'

/** What makes an account, inside the transaction that also opens the session. */
export type Make = (tx: RegisterLaterServices) => Promise<SignedIn>

/** Uses a code up and hands out a ticket for the address; @throws has_registered. */
export async function issueRegisterTicket(
  context: Call<RegisterLaterServices>,
  recipient: Recipient,
  code: string,
): Promise<string> {
  const { transaction, trustedDevices } = context.services
  ensureOpen(context)
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

/** Makes the account for the address behind a ticket; @throws ticket_expired, mobile_has_bound. */
export async function registerWithTicket(
  context: Call<RegisterLaterServices>,
  reference: string,
  choice: Choice,
): Promise<Make> {
  const { tickets, trustedDevices } = context.services
  const { aid } = context.app
  ensureOpen(context)
  const holder = trustedDevices.hashOf(context.caller.webId)
  const seen = await tickets.peek(REGISTER, aid, reference)
  const recipient = readRecipient(seen?.data)
  if (seen?.holder !== holder || recipient === undefined) throw new PassportError('ticket_expired')
  requireStrongPassword(context.services, recipient, choice)
  const start = await startOf(context, choice)
  return async (tx) => {
    await tx.tickets.claim(REGISTER, aid, reference, holder)
    await ensureFree(tx, recipient)
    return { account: await tx.accounts.create({ ...start, recipient }), isNew: true }
  }
}

/**
 * Makes the account for the third-party account behind a key: with an address and a code of its
 * own, or with what the third party proved. @throws ticket_expired, mobile_has_bound.
 */
export async function registerWithProvider(
  context: Call<RegisterLaterServices>,
  key: string,
  call: Choice & {
    mobile?: string | undefined
    email?: string | undefined
    code?: string | undefined
  },
): Promise<Make> {
  ensureOpen(context)
  const came = await readCallback(context, { profile_key: key }, [])
  const hasAddress = call.mobile !== undefined || call.email !== undefined
  const recipient = hasAddress ? toRecipient(call, context.params.a_region) : undefined
  requireStrongPassword(context.services, recipient, call)
  if (recipient === undefined) {
    const { passwordHash } = await startOf(context, call)
    return async (tx) => {
      await came.use(tx)
      const account = await registerFromProfile(context, tx, came.profile, call.name)
      if (passwordHash !== null) await tx.accounts.setPassword(account.id, passwordHash)
      return { account: { ...account, passwordHash }, isNew: true }
    }
  }
  if (call.code === undefined) throw new PassportError('code_missing')
  const type = preferredType.register[recipient.channel]
  const proof = await checkCode(context, recipient, type, call.code)
  await ensureFree(context.services, recipient)
  const name = call.name ?? (came.profile.name === '' ? undefined : came.profile.name)
  const start = await startOf(context, { ...call, name })
  return async (tx) => {
    await tx.codes.use(proof)
    await came.use(tx)
    const account = await tx.accounts.create({ ...start, recipient })
    await linkTo(context, tx, account.id, came.profile, { kickOther: false, changeBind: false })
    return { account, isNew: true }
  }
}

async function ensureFree(
  { accounts }: RegisterLaterServices,
  recipient: Recipient,
): Promise<void> {
  if (await accounts.findByRecipient(recipient)) {
    throw new PassportError('mobile_has_bound')
  }
}
