import type { User } from '#protocol/objects.ts'
import { describeUser } from './sign-in.ts'
import type { Account } from '../../accounts/account-store.ts'
import type { Context } from '../../handler.ts'

/** A frozen account as its owner is told of it, after the proof: without a session. */
export function frozenUser(context: Context, account: Account): User {
  return describeUser(context, account, {
    isNew: false,
    sessionKey: '',
    sessionExpiresAt: 0,
    redirectUrl: undefined,
    showEmail: false,
  })
}
