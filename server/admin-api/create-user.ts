import { SITE_AID } from '#protocol/site-app.ts'
import type { OperatorAccount } from '../accounts/accounts.ts'
import { toEmail, toMobile } from '../accounts/recipients.ts'
import { createAccount, hashFirstPassword } from '../operators/create-account.ts'
import { parseForeignHash } from '../passwords/foreign/foreign-hashes.ts'
import { toStoredForm } from '../passwords/foreign/stored-form.ts'
import type { AdminFields, AdminHandlers } from './handler.ts'
import { doOnce } from './do-once.ts'
import { fieldProblem } from './problem-error.ts'
import { readApp } from './read-app.ts'
import { describeAccount } from './users.ts'

type Body = AdminFields<'createUser'>['body']

/** Makes an account. */
export const createUser: AdminHandlers['createUser'] = async ({ body }, context) => {
  const { services, actor } = context
  const input = { ...readInput(body), aid: (await readApp(context, body.app_id)) ?? SITE_AID }
  const { password } = body
  const passwordHash =
    password === undefined
      ? input.passwordHash
      : await hashFirstPassword(services, password, input, context.signal())
  const id = await doOnce(context, body, async (tx) => {
    return (await createAccount(tx, actor, { ...input, passwordHash })).id
  })
  return await describeAccount({ ...context, param: () => id })
}

function readInput(body: Body): Omit<OperatorAccount, 'aid'> {
  const { email, mobile, username, name, locale = 'en' } = body
  if (email === undefined && mobile === undefined && username === undefined) {
    throw fieldProblem('email', 'one_of', 'Send email, mobile or username.')
  }
  // A number signs in by itself, so whoever typed one wrongly would let a stranger in.
  if (mobile !== undefined && body.mobile_verified !== true) {
    throw fieldProblem('mobile_verified', 'required', 'Only proved numbers can be taken.')
  }
  if (body.password !== undefined && body.password_hash !== undefined) {
    throw fieldProblem('password_hash', 'one_of', 'Send password or password_hash.')
  }
  return {
    email: email && toEmail(email).address,
    isEmailProved: body.email_verified === true,
    mobile: mobile && toMobile(mobile, undefined).address,
    username,
    name,
    locale,
    ...readHash(body.password_hash),
  }
}

function readHash(
  typed: string | undefined,
): Pick<OperatorAccount, 'passwordHash' | 'passwordForm'> {
  if (typed === undefined) return { passwordHash: null, passwordForm: '' }
  const text = toStoredForm(typed)
  const hash = parseForeignHash(text)
  if (!hash.isTaken) throw fieldProblem('password_hash', hash.reason)
  return { passwordHash: text, passwordForm: hash.form }
}
