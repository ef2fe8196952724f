import { preferredType } from '#protocol/code-types.ts'
import { proveCode, type ProofContext } from './proof.ts'
import type { SignedIn } from './sign-in.ts'
import type { Target } from '../accounts/targets.ts'
import type { Context } from '../handler.ts'
import { PassportError } from '../passport-error.ts'
import { contextWords } from '../passwords/context-words.ts'
import type { Stores } from '../stores.ts'

/** What a person chose for a new account. */
export interface Registration {
  code: string
  password?: string | undefined
  name?: string | undefined
}

/**
 * Checks all that can be checked before an account is made, and answers what makes it inside the
 * transaction that also opens the session.
 * @throws registration_closed, password_policy, has_registered, and what a wrong code throws.
 */
export async function prepareAccount(
  context: ProofContext & Pick<Context, 'left' | 'language'>,
  target: Target,
  wanted: Registration,
): Promise<(tx: Stores) => Promise<SignedIn>> {
  const { accounts, codes, config, passwords, stores } = context.services
  if (!context.app.settings.registration_open) throw new PassportError('registration_closed')
  const { code, name, password } = wanted
  if (password !== undefined) {
    passwords.ensureGood(password, contextWords(config.PRODUCT_NAME, target, name))
  }
  const proof = await proveCode(context, target, preferredType.register[target.channel], code)
  // Said only now: before the proof it would tell strangers who has an account.
  if (await accounts.findByTarget(stores, target)) throw new PassportError('has_registered')
  const passwordHash =
    password === undefined ? null : await passwords.hash(password, context.left())
  return async (tx) => {
    await codes.use(tx.codes, proof, context.now)
    const account = await accounts.create(tx, {
      target,
      name,
      passwordHash,
      locale: context.language,
      aid: context.app.aid,
    })
    return { account, isNew: true }
  }
}
