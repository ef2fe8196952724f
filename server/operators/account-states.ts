import { operatorSource, type Actor } from '../calls/operator-source.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { endAccess } from '../sessions/end-access.ts'
import type { EventKind } from '../store/event-kinds.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Services } from '../services/services.ts'

/** What an operator does, why, and to whom. */
export interface OperatorAct {
  actor: Actor
  account: Account
  /** For operators alone; empty for none. */
  reason: string
}

/** States in which an operator may put an account. */
export type HeldState = 'banned' | 'frozen' | 'limited'

/** Events with which they begin and end. */
export const stateEvents = {
  banned: { begin: 'banned', end: 'unbanned' },
  frozen: { begin: 'account_frozen', end: 'account_unfrozen' },
  limited: { begin: 'account_limited', end: 'account_unlimited' },
} as const satisfies Record<HeldState, { begin: EventKind; end: EventKind }>

/** Puts an account into a state; returns how many sessions ended. @throws OperatorError */
export async function holdAccount(
  { transaction }: Pick<Services, 'transaction'>,
  act: OperatorAct,
  state: HeldState,
): Promise<number> {
  const { account } = act
  // A state stays where the other one is milder.
  const isMilder = account.state === 'banned' || (account.state === 'frozen' && state === 'limited')
  if (account.state === state || isMilder) throw stateError(account)
  return await transaction(async (tx) => {
    await changeState(tx, account, state)
    await noteAct(tx, stateEvents[state].begin, act)
    return state === 'limited' ? 0 : await endAccess(tx, account)
  })
}

/** Ends such a state; what its owner wished before goes on. @throws OperatorError */
export async function releaseAccount(
  { transaction }: Pick<Services, 'transaction'>,
  act: OperatorAct,
  state: HeldState,
): Promise<void> {
  const { account } = act
  if (account.state !== state) throw stateError(account)
  await transaction(async (tx) => {
    // The date of a scheduled deletion outlives every state.
    await changeState(tx, account, account.cancelAt === null ? 'active' : 'cancelling')
    await noteAct(tx, stateEvents[state].end, act)
  })
}

/** Signs a person out everywhere; returns how many sessions ended. */
export async function endAllSessions(
  { transaction }: Pick<Services, 'transaction'>,
  act: OperatorAct,
): Promise<number> {
  return await transaction(async (tx) => {
    await noteAct(tx, 'signed_out_everywhere', act)
    return await endAccess(tx, act.account)
  })
}

/** Ends one session of an account, of one application only if `aid` is given. @throws OperatorError */
export async function endOneSession(
  { transaction }: Pick<Services, 'transaction'>,
  act: OperatorAct,
  sessionId: string,
  aid: number | null = null,
): Promise<void> {
  const { id } = act.account
  await transaction(async (tx) => {
    const isOurs = await tx.sessions.isOf(id, sessionId, aid)
    if (!isOurs || !(await tx.sessions.endById(id, sessionId))) {
      throw new OperatorError('unknown', 'session', id)
    }
    await noteAct(tx, 'session_revoked', act)
  })
}

/** Records an act of an operator with its actor and reason. */
export async function noteAct(
  { events }: Pick<Services, 'events'>,
  kind: EventKind,
  { actor, account, reason }: OperatorAct,
): Promise<void> {
  const by = reason === '' ? actor : `${actor}: ${reason}`
  await events.note(operatorSource(actor), kind, account.id, by)
}

async function changeState(
  { accounts }: Pick<Services, 'accounts'>,
  account: Account,
  to: Account['state'],
): Promise<void> {
  if (!(await accounts.setState(account.id, account.state, to))) {
    throw stateError((await accounts.byId(account.id)) ?? account)
  }
}

function stateError(account: Account): OperatorError {
  return new OperatorError('conflict', 'accountState', named(account), account.state)
}

/** Names somebody to an operator. */
export function named({ id, name }: { id: string; name: string }): string {
  return `${name} (${id})`
}
