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
import { requireMayActOn } from '../../operators/manage-operators.ts'
import { restoreForOperator } from '../../operators/restore-address.ts'
import { copyPersonalData } from '../../personal-data/copy-personal-data.ts'
import { actsOn, type ConsoleAct, type ConsoleContext } from '../page.ts'

const text = size(string(), 1, 320)
const onPerson = actsOn(requirePerson, ({ account }) => account.id)

/** What operators do to a person. */
export const personActs = {
  'end-session': onPerson({
    fields: object({ session: text }),
    run: ({ services }, act, { session }) => endOneSession(services, act, session),
  }),
  'end-sessions': onPerson({
    run: async ({ services }, act) => {
      await endAllSessions(services, act)
    },
  }),
  freeze: hold('frozen'),
  unfreeze: release('frozen'),
  limit: hold('limited'),
  unlimit: release('limited'),
  ban: { ...hold('banned'), role: 'admin', isDangerous: true },
  unban: { ...release('banned'), role: 'admin' },
  restore: onPerson({
    fields: object({ address: text }),
    run: async ({ services }, { account, actor, reason }, { address }) => {
      const from = { accountId: account.id, reason }
      await restoreForOperator(services, actor, readRecipientText(address), from)
    },
  }),
  export: onPerson({
    role: 'admin',
    needsProof: true,
    run: async ({ services }, { account }) => {
      const body = JSON.stringify(await copyPersonalData(services, account), null, 2)
      return { file: { name: `${account.id}.json`, type: 'application/json', body } }
    },
  }),
  erase: onPerson({
    role: 'admin',
    needsProof: true,
    isDangerous: true,
    fields: object({ confirm: text }),
    run: async ({ services }, act, { confirm }) => {
      if (confirm.trim() !== act.account.id) throw new OperatorError('invalid', 'confirmation')
      await eraseForOperator(services, act)
      return { list: '/people' }
    },
  }),
} as const satisfies Readonly<Record<string, ConsoleAct>>

function hold(state: HeldState): ConsoleAct {
  return onPerson({
    run: async ({ services }, act) => {
      await holdAccount(services, act, state)
    },
  })
}

function release(state: HeldState): ConsoleAct {
  return onPerson({ run: ({ services }, act) => releaseAccount(services, act, state) })
}

/** Reads the account of the path, as an act of the operator. @throws OperatorError for one who may not be touched */
async function requirePerson(
  { actor, operator, param, services }: ConsoleContext,
  reason: string,
): Promise<OperatorAct> {
  const account = await services.accounts.byId(param('id'))
  if (account === undefined) throw new OperatorError('unknown', 'account', param('id'))
  await requireMayActOn(services.operators, operator, account.id)
  return { actor, account, reason }
}
