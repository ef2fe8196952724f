import { endAccess } from '../sessions/end-access.ts'
import type { Services } from '../services/services.ts'
import type { EventKind } from '../store/event-kinds.ts'
import { AdminError, UsageError, type Command, type Tools } from './command.ts'
import { findUser, USER } from './find-user.ts'
import { operatorSource } from './operator-source.ts'
import type { Account } from '../store/schema/accounts.ts'

/** States in which an operator may put an account. */
type HeldState = 'banned' | 'frozen' | 'limited'

const setEvents = {
  banned: 'banned',
  frozen: 'account_frozen',
  limited: 'account_limited',
} as const satisfies Record<HeldState, EventKind>

const endEvents = {
  banned: 'unbanned',
  frozen: 'account_unfrozen',
  limited: 'account_unlimited',
} as const satisfies Record<HeldState, EventKind>

export const banUser = holdCommand(
  'ban',
  'banned',
  'Ends all sessions of an account at once, and lets nobody sign in to it.',
)

export const unbanUser = releaseCommand(
  'unban',
  'banned',
  'Lets the owner of a banned account sign in again.',
)

export const freezeUser = holdCommand(
  'freeze',
  'frozen',
  'Ends all sessions of an account for a while, as when its owner lost a phone.',
)

export const unfreezeUser = releaseCommand(
  'unfreeze',
  'frozen',
  'Lets the owner of a frozen account sign in again.',
)

export const limitUser = holdCommand(
  'limit',
  'limited',
  'Lets nobody sign in to an account for now; who is signed in stays so.',
)

export const unlimitUser = releaseCommand(
  'unlimit',
  'limited',
  'Lets the owner of a limited account sign in again.',
)

/** Notes what an operator did to an account; the reason is for operators alone. */
export async function noteOperatorEvent(
  tx: Services,
  kind: EventKind,
  account: Account,
  reason: string,
): Promise<void> {
  await tx.events.note(operatorSource, kind, account.id, reason || operatorSource.operation)
}

function holdCommand(verb: string, state: HeldState, description: string): Command {
  return {
    name: `user ${verb}`,
    usage: `${USER} --reason text`,
    description,
    run: async ({ words: [input = ''], flags }, tools) => {
      const reason = String(flags.reason ?? '').trim()
      if (reason === '') {
        throw new UsageError(`To ${verb} needs a reason: --reason "what happened".`)
      }
      const { account, sessions } = await setHeldState(tools, input, state, reason)
      tools.print(`${account.name} (${account.id}) is ${state}. Sessions ended: ${sessions}.`)
    },
  }
}

function releaseCommand(verb: string, state: HeldState, description: string): Command {
  return {
    name: `user ${verb}`,
    usage: `${USER} [--reason text]`,
    description,
    run: async ({ words: [input = ''], flags }, tools) => {
      const account = await release(tools, input, state, String(flags.reason ?? ''))
      const result = isDeletionScheduled(account)
        ? 'is being closed, as its owner wished'
        : 'may sign in again'
      tools.print(`${account.name} (${account.id}) ${result}.`)
    },
  }
}

async function setHeldState(
  { withServices }: Tools,
  input: string,
  state: HeldState,
  reason: string,
): Promise<{ account: Account; sessions: number }> {
  return await withServices((services) =>
    services.transaction(async (tx) => {
      const account = await findUser(tx, input)
      // A ban stays, because the other states are milder.
      const canChange = account.state !== state && account.state !== 'banned'
      await change(tx, account, canChange, state)
      await noteOperatorEvent(tx, setEvents[state], account, reason)
      if (state === 'limited') return { account, sessions: 0 }
      return { account, sessions: await endAccess(tx, account) }
    }),
  )
}

async function release(
  { withServices }: Tools,
  input: string,
  state: HeldState,
  reason: string,
): Promise<Account> {
  return await withServices((services) =>
    services.transaction(async (tx) => {
      const account = await findUser(tx, input)
      const next = isDeletionScheduled(account) ? 'cancelling' : 'active'
      await change(tx, account, account.state === state, next)
      await noteOperatorEvent(tx, endEvents[state], account, reason)
      return account
    }),
  )
}

async function change(
  tx: Services,
  account: Account,
  canChange: boolean,
  to: Account['state'],
): Promise<void> {
  if (!canChange || !(await tx.accounts.setState(account.id, account.state, to))) {
    throw new AdminError(`${account.name} (${account.id}) is ${account.state}.`)
  }
}

// The date of a scheduled deletion outlives every state.
function isDeletionScheduled({ cancelAt }: Account): boolean {
  return cancelAt !== null
}
