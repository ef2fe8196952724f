import { findAccount } from '../accounts/find-account.ts'
import { removeOperator, setOperator } from '../operators/manage-operators.ts'
import { methodsReaching } from '../two-step/account-level.ts'
import { operatorRoles } from '../store/schema/operators.ts'
import { USER, UsageError, type Command, type CommandInput } from './command.ts'
import { toTime } from './format.ts'
import { listCommand } from './list-command.ts'
import { LISTED, readLimit, readReason } from './read-flags.ts'

export const addOperator: Command = {
  name: 'operator add',
  usage: `${USER} --role ${operatorRoles.join('|')} [--reason text]`,
  description:
    'Lets somebody into the console (docs/console.md), or gives an operator another role; the account needs an authenticator app or a passkey.',
  run: async ({ words: [input = ''], flags }, { print, openServices }) => {
    const role = operatorRoles.find((one) => one === flags.role)
    if (role === undefined) {
      throw new UsageError(
        `--role is "${String(flags.role ?? '')}", but must be one of ${operatorRoles.join(', ')}.`,
      )
    }
    const services = await openServices()
    const account = await findAccount(services, input)
    const { id, name } = account
    const former = await services.transaction(async (tx) => {
      await tx.operatorRecord.note({ ...act('operators.set', flags), target: id, detail: role })
      return await setOperator(tx, { accountId: id, role, addedBy: 'cli' })
    })
    const before = former === undefined || former === role ? '' : `, and was ${former}`
    print(`${name} (${id}) is ${role}${before}.`)
    if ((await methodsReaching(services, account, 2)).length === 0) {
      print(
        'The console lets them in once they have added an authenticator app or a passkey on their account page.',
      )
    }
  },
}

export const listOperators = listCommand({
  name: 'operator list',
  description: 'Lists who has a role in the console.',
  rows: () => (services) => services.operators.list(),
  columns: {
    account: ({ accountId }) => accountId,
    name: ({ name }) => name,
    role: ({ role }) => role,
    state: ({ state }) => state,
    'added by': ({ addedBy }) => addedBy,
    since: ({ addedAt }) => toTime(addedAt),
  },
})

export const removeOperatorCommand: Command = {
  name: 'operator remove',
  usage: `${USER} [--reason text]`,
  description: 'Takes the role in the console away, at once; the account stays.',
  run: async ({ words: [input = ''], flags }, { print, openServices }) => {
    const services = await openServices()
    const { id, name } = await findAccount(services, input)
    await services.transaction(async (tx) => {
      await removeOperator(tx, id)
      await tx.operatorRecord.note({ ...act('operators.remove', flags), target: id, detail: '' })
    })
    print(`${name} (${id}) is no operator any more.`)
  },
}

export const listOperatorEvents = listCommand({
  name: 'operator events',
  usage: `[--actor id] [--target id] [--limit ${LISTED}] [--json]`,
  description: 'Lists what operators did in the console and whom they looked at, newest first.',
  rows: ({ flags }) => {
    const limit = readLimit(flags)
    const filter = {
      actor: readId('actor', flags.actor),
      target: readId('target', flags.target),
    }
    return ({ operatorRecord }) => operatorRecord.list(filter, undefined, limit)
  },
  columns: {
    at: ({ at }) => toTime(at),
    actor: ({ actor }) => actor,
    action: ({ action }) => action,
    target: ({ target }) => target,
    detail: ({ detail }) => detail,
    reason: ({ reason }) => reason,
    network: ({ network }) => network,
  },
})

// Who was erased has an id alone, so it is not looked up.
function readId(flag: string, text: string | boolean | undefined): string | undefined {
  if (text === undefined) return undefined
  if (/[@+]/.test(String(text))) {
    throw new UsageError(
      `--${flag} is "${text}", but must be an id: "user show" says that of an account.`,
    )
  }
  return String(text)
}

function act(action: string, flags: CommandInput['flags']) {
  return { actor: 'cli', action, reason: readReason(flags), address: '' }
}
