import { readRecipientText } from '../accounts/recipients.ts'
import {
  endAllSessions,
  endOneSession,
  holdAccount,
  releaseAccount,
  type HeldState,
  type OperatorAct,
} from '../operators/account-states.ts'
import { unlessRefused } from '../lib/passport-error.ts'
import { endPassword } from '../operators/end-password.ts'
import { eraseForOperator } from '../operators/erase-account.ts'
import { restoreForOperator } from '../operators/restore-address.ts'
import { copyPersonalData } from '../personal-data/copy-personal-data.ts'
import type { Services } from '../services/services.ts'
import { describeSession } from '../sessions/describe-session.ts'
import type { Recipient } from '../store/recipient.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { AdminContext, AdminHandlers, Reply } from './handler.ts'
import { doOnce } from './do-once.ts'
import { fieldProblem, ProblemError } from './problem-error.ts'
import { describeAccount, requireAllPeople, visibleAccount } from './users.ts'

const MAX_SESSIONS = 100

type Act = (
  fields: { body: { reason: string } },
  context: AdminContext,
) => Promise<Reply<'getUser'>>

/** Handlers of what is done to an account. */
export const userActHandlers = {
  banUser: hold('banned'),
  unbanUser: release('banned'),
  freezeUser: hold('frozen'),
  unfreezeUser: release('frozen'),
  limitUser: hold('limited'),
  unlimitUser: release('limited'),
  restoreAddress: async ({ body }, context) => {
    const { id } = await visibleAccount(context)
    const { actor } = context
    const recipient = readAddress(body.address)
    await doOnce(context, ['restore', id, body], async (tx) => {
      await restoreForOperator(tx, actor, recipient, { accountId: id, reason: body.reason })
      return id
    })
    return await describeAccount(context)
  },
  resetPassword: act('password-reset', endPassword),
  listSessions: async (_fields, context) => {
    const { id } = await visibleAccount(context)
    const { aid } = context.token
    const page = { offset: 0, limit: MAX_SESSIONS }
    const { list } = await context.services.sessions.list({ accountId: id, hash: '' }, page)
    return {
      sessions: list
        .filter((session) => (aid ?? session.aid) === session.aid)
        .map((session) => {
          const { session_id: own, ...described } = describeSession(session, '')
          return { ...described, id: own, app_id: session.aid }
        }),
    }
  },
  endSessions: async (_fields, context) => {
    const account = await wholeAccount(context)
    const { actor } = context
    await doOnce(context, ['sessions', account.id], async (tx) => {
      await endAllSessions(tx, { actor, account, reason: '' })
      return account.id
    })
  },
  endSession: async (_fields, context) => {
    const account = await wholeAccount(context)
    const { services, actor, token, param } = context
    const done = { actor, account, reason: '' }
    await endOneSession(services, done, param('session_id'), token.aid)
  },
  exportUser: async (_fields, context) => {
    requireAllPeople(context)
    return await copyPersonalData(context.services, await wholeAccount(context))
  },
  eraseUser: async ({ body: { reason } }, context) => {
    const account = await wholeAccount(context)
    await eraseForOperator(context.services, { actor: context.actor, account, reason })
  },
} satisfies Partial<AdminHandlers>

function hold(state: HeldState): Act {
  return act(`hold ${state}`, (tx, done) => holdAccount(tx, done, state))
}

function release(state: HeldState): Act {
  return act(`release ${state}`, (tx, done) => releaseAccount(tx, done, state))
}

function act(name: string, work: (tx: Services, done: OperatorAct) => Promise<unknown>): Act {
  return async ({ body }, context) => {
    const account = await wholeAccount(context)
    const { actor } = context
    await doOnce(context, [name, account.id, body], async (tx) => {
      await work(tx, { actor, account, reason: body.reason })
      return account.id
    })
    return await describeAccount(context)
  }
}

function readAddress(text: string): Recipient {
  const recipient = unlessRefused(() => readRecipientText(text))
  if (recipient === undefined) throw fieldProblem('address', 'format')
  return recipient
}

async function wholeAccount(context: AdminContext): Promise<Account> {
  const { id } = await visibleAccount(context)
  const account = await context.services.accounts.byId(id)
  if (account === undefined) throw new ProblemError('not_found')
  return account
}
