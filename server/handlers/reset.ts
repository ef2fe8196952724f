import { preferredType } from '#protocol/code-types.ts'
import type { Language } from '#protocol/common-params.ts'
import { proveCode, type ProofContext } from './proof.ts'
import { loginTexts } from '../accounts/accounts.ts'
import type { Target } from '../accounts/targets.ts'
import type { Context } from '../handler.ts'
import { PassportError } from '../passport-error.ts'
import { contextWords } from '../passwords/context-words.ts'

/**
 * Sets a new password with a code: every session ends, the locks open, and the owner is told.
 * @throws password_policy, code_error, code_expired.
 */
export async function resetPassword(
  context: ProofContext & Pick<Context, 'left' | 'logId'> & { language: Language },
  target: Target,
  code: string,
  password: string,
): Promise<void> {
  const { accounts, codes, config, events, locks, log, outbox, passwords, stores } =
    context.services
  passwords.ensureGood(password, contextWords(config.PRODUCT_NAME, target, undefined))
  const proof = await proveCode(context, target, preferredType.reset[target.channel], code)
  const hash = await passwords.hash(password, context.left())
  const done = await stores.tx(async (tx) => {
    await codes.use(tx.codes, proof, context.now)
    const account = await accounts.findByTarget(tx, target)
    if (account === undefined) throw new PassportError('code_expired')
    await tx.accounts.setPassword(account.id, hash)
    const sessions = await tx.sessions.endAll(account.id)
    await locks.clear(tx.locks, loginTexts(account).map(locks.keyFor))
    await events.note(tx.events, context, 'password_reset', account.id)
    await outbox.post(tx.outbox, 'password_changed', target, context.language, '')
    return { id: account.id, sessions }
  })
  log.passwordReset(context.logId, done.id, done.sessions)
  outbox.wake()
}
