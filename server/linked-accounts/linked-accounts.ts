import type { LinkedAccount } from '../store/linked-account-repository.ts'
import type { Profile } from '../providers/provider-profile.ts'
import type { Account } from '../store/account-repository.ts'
import type { Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Stores } from '../services/stores.ts'

/** What a person has agreed to when a third-party account is in the way. */
export interface LinkOptions {
  /** Takes it away from another account here. */
  kickOther: boolean
  /** Puts it in the place of the one this account has. */
  changeBind: boolean
}

/** What changed when a third-party account was linked. */
export interface LinkResult {
  connection: LinkedAccount
  /** Account here that has lost it, if any. */
  kicked: Account | undefined
  isNew: boolean
}

/** Rules about third-party accounts that open accounts here; all run in the caller's transaction. */
export interface LinkedAccounts {
  /** The account a third-party account opens; its name and picture are brought up to date. */
  open(stores: Stores, profile: Profile): Promise<Account | undefined>
  /** Links one to an account that was just made; @throws connect_switch where it is taken. */
  begin(stores: Stores, accountId: string, profile: Profile): Promise<LinkedAccount>
  /** @throws connect_switch or connect_exist where somebody has to agree first, last_binding. */
  link(
    stores: Stores,
    accountId: string,
    profile: Profile,
    wishes: LinkOptions,
  ): Promise<LinkResult>
  /** Takes one away from a locked account; @throws binding_not_exist, last_binding. */
  unlink(
    stores: Stores,
    account: Account,
    platform: LinkedAccount['platform'],
  ): Promise<LinkedAccount>
}

/** Connections by a clock. */
export function createLinkedAccounts(clock: Clock): LinkedAccounts {
  async function kick(stores: Stores, held: LinkedAccount): Promise<Account | undefined> {
    const account = await stores.life.lock(held.accountId)
    if (account !== undefined) await removeFrom(stores, account, held.platform)
    return account
  }

  async function insert(
    stores: Stores,
    accountId: string,
    profile: Profile,
  ): Promise<LinkedAccount> {
    const now = clock()
    const connection: LinkedAccount = {
      platform: profile.platform,
      sub: profile.sub,
      accountId,
      screenName: screenNameOf(profile),
      avatar: profile.avatar,
      createdAt: now,
      updatedAt: now,
    }
    // Somebody else may have been faster since it was looked up.
    if (!(await stores.linkedAccounts.insert(connection))) throw new PassportError('connect_switch')
    return connection
  }

  return {
    begin: insert,
    open: async (stores, profile) => {
      const held = await stores.linkedAccounts.find(profile.platform, profile.sub)
      if (held === undefined) return undefined
      const screenName = screenNameOf(profile)
      const { avatar } = profile
      if (held.screenName !== screenName || held.avatar !== avatar) {
        await stores.linkedAccounts.refresh({ ...held, screenName, avatar, updatedAt: clock() })
      }
      return await stores.accounts.byId(held.accountId)
    },
    link: async (stores, accountId, profile, wishes) => {
      const { platform, sub } = profile
      const held = await stores.linkedAccounts.find(platform, sub)
      if (held?.accountId === accountId) {
        return { connection: held, kicked: undefined, isNew: false }
      }
      if (held !== undefined && !wishes.kickOther) throw new PassportError('connect_switch')
      const present = (await stores.linkedAccounts.of(accountId)).find(
        (one) => one.platform === platform,
      )
      if (present !== undefined && !wishes.changeBind) throw new PassportError('connect_exist')
      const kicked = held === undefined ? undefined : await kick(stores, held)
      if (present !== undefined) await stores.linkedAccounts.remove(accountId, platform)
      return { connection: await insert(stores, accountId, profile), kicked, isNew: true }
    },
    unlink: removeFrom,
  }
}

// Not everybody has a handle there, or one that may be shown here.
function screenNameOf({ handle, name }: Profile): string {
  return handle || name
}

async function removeFrom(
  stores: Stores,
  account: Account,
  platform: LinkedAccount['platform'],
): Promise<LinkedAccount> {
  const { linkedAccounts } = stores
  const all = await linkedAccounts.of(account.id)
  if (!all.some((one) => one.platform === platform)) throw new PassportError('binding_not_exist')
  const hasOther =
    all.length > 1 ||
    account.email !== null ||
    account.mobile !== null ||
    (account.passwordHash !== null && account.username !== null)
  if (!hasOther) throw new PassportError('last_binding')
  const removed = await linkedAccounts.remove(account.id, platform)
  if (removed === undefined) throw new PassportError('binding_not_exist')
  return removed
}
