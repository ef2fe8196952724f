import { findAccount } from '../accounts/find-account.ts'
import { operatorSource } from '../calls/operator-source.ts'
import { removeFrom } from '../own-methods/manage-apps.ts'
import { describeApp } from '../authenticator-apps/describe-app.ts'
import { PassportError } from '../lib/passport-error.ts'
import { describePasskey } from '../passkeys/describe-passkeys.ts'
import type { Services } from '../services/services.ts'
import type { Account } from '../store/schema/accounts.ts'
import { AdminError, type Command, USER } from './command.ts'
import { toList, toTable, toTime } from './format.ts'

const reasons: Partial<Record<PassportError['error'], string>> = {
  method_not_found:
    'The account has no method with this id. "user methods" without --remove shows them.',
  last_binding: 'Without it nobody could reach the level that the account requires; it stays.',
}

export const userMethods: Command = {
  name: 'user methods',
  usage: `${USER} [--remove an id]`,
  description:
    'Lists the passkeys, authenticator apps and recovery codes of an account, without their secrets, and removes one while another still reaches the level of the account; its owner gets a notice.',
  run: async ({ words: [input = ''], flags: { remove } }, { print, openServices }) => {
    const services = await openServices()
    const account = await findAccount(services, input)
    if (remove !== undefined) await removeOne(services, account, String(remove))
    const own = await services.passkeys.of(account.id)
    const rpIds = new Map(own.map(({ id, rpId }) => [id, rpId]))
    const apps = await services.authenticatorApps.of(account.id)
    const rows = [...own.map(describePasskey), ...apps.map(describeApp)]
    print(
      toTable(rows, {
        id: ({ id }) => id,
        kind: ({ id }) => (rpIds.has(id) ? `passkey of ${rpIds.get(id)}` : 'authenticator app'),
        name: ({ name }) => name,
        'kept by': ({ provider }) => provider,
        state: ({ is_suspect, is_synced }) =>
          is_suspect === 1 ? 'suspect' : is_synced === 1 ? 'synced' : '',
        made: ({ created_at }) => toTime(created_at * 1000),
        used: ({ last_used_at }) => (last_used_at === 0 ? 'never' : toTime(last_used_at * 1000)),
      }),
    )
    const codesLeft = await services.recoveryCodes.left(account.id)
    print(
      toList([
        ['\nrecovery codes left', String(codesLeft)],
        ['required level', String(account.requiredLevel)],
      ]),
    )
  },
}

async function removeOne(services: Services, account: Account, id: string): Promise<void> {
  try {
    await services.transaction(async (tx) => {
      const locked = await tx.accounts.lock(account.id)
      if (locked !== undefined) await removeFrom(tx, operatorSource('cli'), locked, id)
    })
  } catch (error) {
    const reason = error instanceof PassportError ? reasons[error.error] : undefined
    throw reason === undefined ? error : new AdminError(reason)
  }
}
