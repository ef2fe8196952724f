import { SITE_AID } from '#protocol/site-app.ts'
import type { OperatorAccount } from '../accounts/accounts.ts'
import { toEmail, toMobile } from '../accounts/recipients.ts'
import type { Secrets } from '../config/secrets.ts'
import { DAY_MS } from '../lib/clock.ts'
import { createAccount, hashFirstPassword } from '../operators/create-account.ts'
import { parseForeignHash } from '../passwords/foreign/foreign-hashes.ts'
import { toStoredForm } from '../passwords/foreign/stored-form.ts'
import type { Services } from '../services/services.ts'
import type { AdminFields, AdminHandlers } from './handler.ts'
import { fieldProblem, ProblemError } from './problem-error.ts'
import { readApp } from './read-app.ts'
import { describeAccount } from './users.ts'

const KEY_KEPT_MS = DAY_MS

type Body = AdminFields<'createUser'>['body']

/** Returns the handler that makes accounts. */
export function createCreateUser({ lasting }: Secrets): AdminHandlers['createUser'] {
  return async ({ body }, context) => {
    const { services, token, actor } = context
    const input = { ...readInput(body), aid: (await readApp(context, body.app_id)) ?? SITE_AID }
    const { password } = body
    const passwordHash =
      password === undefined
        ? input.passwordHash
        : await hashFirstPassword(services, password, input, context.signal())
    const key = context.header('idempotency-key')
    if (key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(key)) {
      throw fieldProblem(
        'Idempotency-Key',
        'format',
        'It has 1 to 255 of the signs ! to ~ of ASCII.',
      )
    }
    const digest = lasting('admin request', JSON.stringify(body)).toString('base64url')
    const id = await services.transaction(async (tx) => {
      const repeated = key && (await claimKey(tx, { tokenId: token.id, key, digest }))
      if (repeated) return repeated
      const account = await createAccount(tx, actor, { ...input, passwordHash })
      if (key !== undefined) await tx.adminTokens.finishKey(token.id, key, account.id)
      return account.id
    })
    return await describeAccount({ ...context, param: () => id })
  }
}

// Returns the account that the key has made. @throws ProblemError if it was used for something else
async function claimKey(
  { adminTokens, clock }: Services,
  { tokenId, key, digest: requestDigest }: { tokenId: string; key: string; digest: string },
): Promise<string | undefined> {
  const now = clock()
  await adminTokens.dropKey(tokenId, key, now)
  const row = { tokenId, key, requestDigest, accountId: null, expiresAt: now + KEY_KEPT_MS }
  if (await adminTokens.insertKey(row)) return undefined
  const used = await adminTokens.findKey(tokenId, key)
  if (used?.requestDigest === requestDigest) {
    if (used.accountId !== null) return used.accountId
    throw new ProblemError('conflict', { detail: 'The account that the key has made is erased.' })
  }
  throw fieldProblem('Idempotency-Key', 'used', 'The key was sent with another body.')
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
