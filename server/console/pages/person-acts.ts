import { object, size, string } from 'superstruct'
import { readRecipientText } from '../../accounts/recipients.ts'
import { OperatorError } from '../../lib/operator-error.ts'
import {
  endAllSessions,
  endOneSession,
  holdAccount,
  releaseAccount,
  type HeldState,
  type OperatorAct,
} from '../../operators/account-states.ts'
import { eraseForOperator } from '../../operators/erase-account.ts'
import { mayActAs } from '../../operators/manage-operators.ts'
import { restoreForOperator } from '../../operators/restore-address.ts'
import { copyPersonalData } from '../../personal-data/copy-personal-data.ts'
import { consoleAct, type ConsoleAct, type ConsoleContext, type Done } from '../page.ts'

const text = size(string(), 1, 320)

/** What operators do to a person. */
export const personActs: Readonly<Record<string, ConsoleAct>> = {
  'end-session': consoleAct({
    role: 'support',
    words: (texts) => texts.person.acts['end-session'],
    fields: object({ session: text }),
    run: async (context, { session }, reason) => {
      const act = await actOn(context, reason)
      await endOneSession(context.services, act, session)
      return { target: act.account.id }
    },
  }),
  'end-sessions': simple('support', 'end-sessions', ({ services }, act) =>
    endAllSessions(services, act),
  ),
  freeze: hold('support', 'freeze', 'frozen'),
  unfreeze: release('support', 'unfreeze', 'frozen'),
  limit: hold('support', 'limit', 'limited'),
  unlimit: release('support', 'unlimit', 'limited'),
  ban: hold('admin', 'ban', 'banned'),
  unban: release('admin', 'unban', 'banned'),
  restore: consoleAct({
    role: 'support',
    words: (texts) => texts.person.acts.restore,
    fields: object({ address: text }),
    run: async (context, { address }, reason) => {
      const { account, actor } = await actOn(context, reason)
      const recipient = readRecipientText(address)
      await restoreForOperator(context.services, actor, recipient, {
        accountId: account.id,
        reason,
      })
      return { target: account.id }
    },
  }),
  export: consoleAct({
    role: 'admin',
    needsProof: true,
    words: (texts) => texts.person.acts.export,
    run: async (context, _fields, reason) => {
      const { account } = await actOn(context, reason)
      const body = JSON.stringify(await copyPersonalData(context.services, account), null, 2)
      const file = { name: `${account.id}.json`, type: 'application/json', body }
      return { target: account.id, file }
    },
  }),
  erase: consoleAct({
    role: 'admin',
    needsProof: true,
    isDangerous: true,
    words: (texts) => texts.person.acts.erase,
    fields: object({ confirm: text }),
    run: async (context, { confirm }, reason) => {
      const act = await actOn(context, reason)
      if (confirm.trim() !== act.account.id) {
        throw new OperatorError('invalid', 'confirmation')
      }
      await eraseForOperator(context.services, act)
      return { target: act.account.id, to: '/people' }
    },
  }),
}

type ActName = keyof ConsoleContext['texts']['person']['acts']

function simple(
  role: ConsoleAct['role'],
  name: ActName,
  work: (context: ConsoleContext, act: OperatorAct) => Promise<unknown>,
): ConsoleAct {
  return consoleAct({
    role,
    isDangerous: name === 'ban',
    words: (texts) => texts.person.acts[name],
    run: async (context, _fields, reason): Promise<Done> => {
      const act = await actOn(context, reason)
      await work(context, act)
      return { target: act.account.id }
    },
  })
}

function hold(role: ConsoleAct['role'], name: ActName, state: HeldState): ConsoleAct {
  return simple(role, name, ({ services }, act) => holdAccount(services, act, state))
}

function release(role: ConsoleAct['role'], name: ActName, state: HeldState): ConsoleAct {
  return simple(role, name, ({ services }, act) => releaseAccount(services, act, state))
}

/** Reads the account of the path, as an act of the operator. @throws OperatorError for one who may not be touched */
async function actOn(
  { operator, param, services }: ConsoleContext,
  reason: string,
): Promise<OperatorAct> {
  const account = await services.accounts.byId(param('id'))
  if (account === undefined) throw new OperatorError('unknown', 'account', param('id'))
  if (account.id === operator.accountId) throw new OperatorError('conflict', 'oneself')
  const other = await services.operators.find(account.id)
  if (other !== undefined && !mayActAs(operator.role, other.role)) {
    throw new OperatorError('conflict', 'higherRole')
  }
  return { actor: `operator:${operator.accountId}`, account, reason }
}
