import type * as rows from '#protocol/web/password.ts'
import type { Account } from '../../accounts/account-store.ts'
import { toEmail, toMobile, type Target } from '../../accounts/targets.ts'
import { signedIn, type Handlers } from '../../handler.ts'
import { PassportError } from '../../passport-error.ts'
import { contextWords } from '../../passwords/context-words.ts'
import { resetPassword } from '../reset.ts'

/** Handlers of `protocol/web/password.ts`. */
export const password = {
  resetByMobile: async (call, context) => {
    const target = toMobile(call.mobile, context.params.a_region)
    await resetPassword(context, target, call.code, call.password)
    return {}
  },

  resetByEmail: async (call, context) => {
    await resetPassword(context, toEmail(call.email), call.code, call.password)
    return {}
  },

  changePassword: async (call, context) => {
    const { account, hash: presentHash } = signedIn(context)
    const { config, events, locks, log, outbox, passwords, stores } = context.services
    const target = targetOf(account)
    passwords.ensureGood(call.password, contextWords(config.PRODUCT_NAME, target, account.name))
    // A lock of its own: whoever holds a stolen session must not guess on.
    const key = locks.keyFor(`change ${account.id}`)
    await locks.ensureOpen(key)
    const left = context.left()
    const isRight = await passwords.verify(
      account.passwordHash,
      call.current_password,
      left,
      async () => {
        await locks.ensureOpen(key)
      },
    )
    if (!isRight) {
      log.passwordRefused(context.logId, await locks.fail(key))
      throw new PassportError('password_error')
    }
    const hash = await passwords.hash(call.password, left)
    await stores.tx(async (tx) => {
      await tx.accounts.setPassword(account.id, hash)
      await tx.sessions.endAll(account.id, presentHash)
      await locks.clear(tx.locks, [key])
      await events.note(tx.events, context, 'password_changed', account.id)
      await outbox.post(tx.outbox, 'password_changed', target, context.language, '')
    })
    log.passwordChanged(context.logId, account.id)
    outbox.wake()
    return {}
  },
} satisfies Handlers<typeof rows>

function targetOf(account: Account): Target {
  return account.email === null
    ? { channel: 'mobile', address: account.mobile ?? '' }
    : { channel: 'email', address: account.email }
}
