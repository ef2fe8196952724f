import { toLanguage, type Language } from '#protocol/common-params.ts'
import type { Account } from '../store/account-repository.ts'
import { managerText } from './messages.ts'
import { loginTexts } from '../accounts/logins.ts'
import { notifyOwner } from '../accounts/notify.ts'
import type { Recipient } from '../accounts/recipients.ts'
import { recipientsOf } from '../accounts/recipients-of.ts'
import { DAY_MS, type Clock } from '../lib/clock.ts'
import type { Config } from '../config/config.ts'
import type { Outbox } from '../delivery/outbox.ts'
import { errorText } from '../lib/error-text.ts'
import type { Events, RequestSource } from '../events/events.ts'
import type { PasswordAttempts } from '../passwords/password-attempts.ts'
import { PassportError } from '../lib/passport-error.ts'
import { forgetUpdates } from '../profiles/update-limits.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Stores, TransactionalStores } from '../services/stores.ts'

/** How long a closed account waits for its person to come back, in milliseconds. */
export const DELETION_DELAY_MS = 15 * DAY_MS

/** Accounts erased in one round; the next round goes on. */
const BATCH = 20

/** Something a person loses with their account. */
export interface Value {
  name: 'sessions' | 'connections' | 'pictures' | 'user_name'
  count: number
}

/** What stands in the way of closing an account, with words for its person. */
export interface DeletionBlocker {
  code: 'frozen' | 'still_manager'
  text: string
}

/** Closing of accounts: active → cancelling → erased, or back to active while there is time. */
export interface AccountDeletion {
  /** What stands in the way; nothing where the account can be closed. */
  deletionBlockers(
    stores: Pick<Stores, 'memberships'>,
    account: Account,
    language: Language,
  ): Promise<DeletionBlocker[]>
  /** What an account would lose; only what there is any of. */
  valuesOf(account: Account): Promise<Value[]>
  /** Starts closing and answers when the account is erased; @throws cannot_cancel. */
  start(tx: Stores, source: RequestSource, account: Account): Promise<number>
  /** Keeps an account; @throws not_cancelling when there is nothing to keep, or no more time. */
  revoke(tx: Stores, source: RequestSource, accountId: string): Promise<void>
  /** Erases accounts whose time is over and answers how many; two instances never erase one twice. */
  eraseDue(): Promise<number>
  /** @throws account_limited for an address whose account was erased a short while ago. */
  ensureFree(tx: Stores, target: Recipient): Promise<void>
}

/** Closing over stores. */
export function createAccountDeletion(
  stores: TransactionalStores,
  parts: {
    config: Pick<Config, 'CLOSED_ADDRESS_DAYS'>
    secrets: Secrets
    clock: Clock
    events: Events
    locks: PasswordAttempts
    outbox: Outbox
  },
): AccountDeletion {
  const { config, secrets, clock, events, locks, outbox } = parts

  function hashOf({ channel, address }: Recipient): string {
    return secrets.keyed('closed address', channel, address).toString('base64url')
  }

  async function erase(id: string): Promise<boolean> {
    return await stores.tx(async (tx) => {
      const now = clock()
      const account = await tx.life.erase(id, now)
      if (account === undefined) return false
      await tx.linkedAccounts.removeAll(id)
      await tx.devices.forget(id)
      await forgetUpdates(tx.counters, id)
      await locks.clear(tx.locks, loginTexts(account).map(locks.keyFor))
      const source = { app: { aid: account.createdAid }, caller: nobody, operation: 'erase' }
      await events.note(tx.events, source, 'account_deleted', id)
      for (const target of recipientsOf(account)) {
        if (config.CLOSED_ADDRESS_DAYS > 0) {
          const until = now + config.CLOSED_ADDRESS_DAYS * DAY_MS
          await tx.addresses.addClosed(hashOf(target), until)
        }
      }
      await notifyOwner(outbox, tx, account, 'account_erased')
      return true
    })
  }

  return {
    deletionBlockers: async ({ memberships }, account, language) => {
      const managed = await memberships.managed(account.id)
      return [
        ...(account.state === 'active'
          ? []
          : [{ code: 'frozen', text: errorText('frozen', language) } as const]),
        // Or an enterprise account would be left with nobody who may hand it over.
        ...(managed.length === 0
          ? []
          : [{ code: 'still_manager', text: managerText(managed, language) } as const]),
      ]
    },

    valuesOf: async (account) => {
      const all: Value[] = [
        { name: 'sessions', count: await stores.sessions.count(account.id) },
        { name: 'connections', count: (await stores.linkedAccounts.of(account.id)).length },
        { name: 'pictures', count: await stores.pictures.count(account.id) },
        { name: 'user_name', count: account.username === null ? 0 : 1 },
      ]
      return all.filter(({ count }) => count > 0)
    },

    start: async (tx, source, account) => {
      const cancelAt = clock() + DELETION_DELAY_MS
      if (!(await tx.life.scheduleDeletion(account.id, cancelAt))) {
        throw new PassportError('cannot_cancel', { reasons: [] })
      }
      await tx.sessions.endAll(account.id)
      await events.note(tx.events, source, 'closing_started', account.id)
      const language = toLanguage(account.locale)
      const date = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
      const about = { date: date.format(cancelAt) }
      await notifyOwner(outbox, tx, account, 'closing_started', about)
      return cancelAt
    },

    revoke: async (tx, source, accountId) => {
      const account = await tx.life.cancelDeletion(accountId, clock())
      if (account === undefined) throw new PassportError('not_cancelling')
      await events.note(tx.events, source, 'closing_revoked', accountId)
      await notifyOwner(outbox, tx, account, 'closing_revoked')
    },

    eraseDue: async () => {
      let erased = 0
      for (const id of await stores.life.due(clock(), BATCH)) {
        if (await erase(id)) erased++
      }
      if (erased > 0) outbox.wake()
      return erased
    },

    ensureFree: async (tx, target) => {
      if (config.CLOSED_ADDRESS_DAYS === 0) return
      if (await tx.addresses.isClosed(hashOf(target), clock())) {
        throw new PassportError('account_limited')
      }
    },
  }
}

const nobody = { address: '', userAgent: '' }
