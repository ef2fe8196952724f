import { loginTexts } from '../accounts/logins.ts'
import { notifyOwner } from '../accounts/notify.ts'
import { operatorSource, type Actor } from '../calls/operator-source.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { productNamesOf, refusedName, toName, toUsername } from '../names/names.ts'
import type { Services } from '../services/services.ts'

/** What an operator changes of an account; undefined stays. */
export interface AccountChange {
  name?: string | undefined
  locale?: string | undefined
  /** Empty takes it away. */
  username?: string | undefined
  /** Empty takes it away. */
  externalId?: string | undefined
}

/** Source of the external ids that operators give. */
export const OWN_SOURCE = 'api'

/**
 * Changes an account; `check` throws if it is no longer as the operator saw it.
 * @throws OperatorError
 */
export async function changeAccount(
  { config, transaction }: Services,
  actor: Actor,
  id: string,
  change: AccountChange,
  check: (tx: Services) => Promise<void>,
): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) {
    throw new OperatorError('invalid', 'noChange')
  }
  const productNames = productNamesOf(config, undefined)
  const name = change.name === undefined ? undefined : toName(change.name)
  const typed = change.username === undefined ? undefined : toUsername(change.username)
  const refused = refusedName({ name, username: typed || undefined }, productNames)
  if (refused !== undefined) throw new OperatorError('invalid', refused)
  await transaction(async (tx) => {
    const account = await tx.accounts.lock(id)
    if (account === undefined) throw new OperatorError('unknown', 'accountGone')
    const externalIds = await tx.imports.externalIdsOf([id])
    await check(tx)
    const username = typed === '' ? null : typed
    if (username === null && loginTexts({ ...account, username }).length === 0) {
      throw new OperatorError('conflict', 'onlyUsername')
    }
    const changes = {
      ...(name !== undefined && name !== account.name && { name }),
      ...(username !== undefined && username !== account.username && { username }),
      ...(change.locale !== undefined &&
        change.locale !== account.locale && { locale: change.locale }),
    }
    const { externalId } = change
    const before = externalIds.find(({ source }) => source === OWN_SOURCE)?.externalId ?? ''
    const isOtherId = externalId !== undefined && externalId !== before
    if (isOtherId) {
      if (!(await tx.imports.setExternalId(id, OWN_SOURCE, externalId || null))) {
        throw new OperatorError('taken', 'externalId', externalId)
      }
    }
    const isChanged = Object.keys(changes).length > 0
    if (isChanged && !(await tx.profiles.update(id, changes))) {
      throw new OperatorError('taken', 'username', username ?? '')
    }
    const source = operatorSource(actor)
    if ('name' in changes) await tx.events.note(source, 'name_changed', id, account.name)
    if ('locale' in changes || isOtherId) {
      await tx.events.note(source, 'profile_changed', id)
    }
    if ('username' in changes) {
      await tx.events.note(source, 'username_changed', id, account.username ?? '')
      await notifyOwner(tx, source, account, { event: 'username_changed' })
    }
  })
}
