import type { Recipient } from '../store/recipient.ts'
import { preferredType } from '#protocol/preferred-types.ts'
import { checkCode, type CodeContext } from '../codes/check-code.ts'
import type { SignedIn } from '../sign-in/sign-in.ts'
import type { NewAccount } from '../accounts/accounts.ts'
import type { Context } from '../endpoints/handler.ts'
import { PassportError } from '../lib/passport-error.ts'
import { contextWords } from '../passwords/context-words.ts'
import type { Services } from '../services/services.ts'

/** What a person chose for a new account. */
export interface Choice {
  password?: string | undefined
  name?: string | undefined
  birthday?: string | undefined
}

/** What making an account needs to know about the call. */
export type RegisterContext = CodeContext & Pick<Context, 'signal' | 'language'>

/** @throws registration_closed where the application makes no accounts. */
export function ensureOpen(context: Pick<Context, 'app'>): void {
  if (!context.app.settings.registration_open) throw new PassportError('registration_closed')
}

/** @throws password_policy for a password that must not be used with this address or name. */
export function ensureGoodPassword(
  context: Pick<Context, 'services'>,
  recipient: Recipient | undefined,
  { password, name }: Choice,
): void {
  const { config, passwords } = context.services
  if (password === undefined) return
  passwords.ensureGood(password, contextWords(config.PRODUCT_NAME, recipient, name))
}

/** What an account starts with besides its address; the password is hashed here. */
export async function startOf(
  context: RegisterContext,
  { password, name, birthday }: Choice,
): Promise<Omit<NewAccount, 'recipient'>> {
  return {
    name,
    birthday,
    passwordHash:
      password === undefined
        ? null
        : await context.services.passwords.hash(password, context.signal()),
    locale: context.language,
    aid: context.app.aid,
  }
}

/**
 * Checks all that can be checked before an account is made, and answers what makes it inside the
 * transaction that also opens the session.
 * @throws registration_closed, password_policy, has_registered, and what a wrong code throws.
 */
export async function prepareAccount(
  context: RegisterContext,
  recipient: Recipient,
  wanted: Choice & { code: string },
): Promise<(tx: Services) => Promise<SignedIn>> {
  const { accounts } = context.services
  ensureOpen(context)
  ensureGoodPassword(context, recipient, wanted)
  const type = preferredType.register[recipient.channel]
  const proof = await checkCode(context, recipient, type, wanted.code)
  // Said only now: before the proof it would tell strangers who has an account.
  if (await accounts.findByRecipient(recipient)) throw new PassportError('has_registered')
  const start = await startOf(context, wanted)
  return async (tx) => {
    await tx.codes.use(proof)
    return { account: await tx.accounts.create({ ...start, recipient }), isNew: true }
  }
}
