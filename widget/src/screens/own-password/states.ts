import type { User } from '#protocol/objects.ts'
import type { Problem } from '../../flows/problem.ts'
import type { Messages } from '../../messages/messages.ts'
import { sampleErrors } from '../sample-errors.ts'
import { sampleUser } from '../sample-user.ts'

/** What the screen shows, as values. */
export interface OwnPasswordStill {
  user: User
  problem?: Problem
  isBusy?: boolean
  done?: 'set' | 'changed'
}

/** Every state of the screen, in the words of a language. */
export function ownPasswordStates({
  common,
  language,
  ownPassword,
}: Messages): Record<string, OwnPasswordStill> {
  const errors = sampleErrors[language]
  const first: User = { ...sampleUser, has_password: 0 }
  const user = sampleUser
  return {
    change: { user },
    'change, wrong': { user, problem: { field: 'current_password', text: ownPassword.wrong } },
    'change, refused': { user, problem: { field: 'password', text: errors.password_policy } },
    'change, the same': { user, problem: { field: 'password', text: ownPassword.same } },
    'change, locked': { user, problem: { text: errors.password_locked, wait: 900 } },
    'change, offline': { user, problem: { text: common.offline } },
    'change, changing': { user, isBusy: true },
    changed: { user, done: 'changed' },
    set: { user: first },
    'set, short': { user: first, problem: { field: 'password', text: common.passwordShort } },
    'is set': { user, done: 'set' },
  }
}
