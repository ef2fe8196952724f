import { signedIn, type Context } from '../../handler.ts'
import { PassportError } from '../../passport-error.ts'

/**
 * Checks the password of the person signed in. Failures have a lock of their own: whoever holds a
 * stolen session must not guess on. Answers the key of that lock, for the one who clears it.
 * @throws password_error, password_locked, server_busy.
 */
export async function checkOwnPassword(context: Context, typed: string): Promise<string> {
  const { account } = signedIn(context)
  const { locks, log, passwords } = context.services
  const key = locks.keyFor(`change ${account.id}`)
  await locks.ensureOpen(key)
  const isRight = await passwords.verify(account.passwordHash, typed, context.left(), async () => {
    await locks.ensureOpen(key)
  })
  if (!isRight) {
    log.passwordRefused(context.logId, await locks.fail(key))
    throw new PassportError('password_error')
  }
  return key
}
