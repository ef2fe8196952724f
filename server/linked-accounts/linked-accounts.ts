import type { Connection } from '../store/linked-account-repository.ts'
import type { Profile } from '../providers/provider-profile.ts'
import type { Account } from '../store/account-repository.ts'
import type { Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Stores } from '../services/stores.ts'

/** What a person has agreed to when a third-party account is in the way. */
export interface LinkWishes {
  /** Takes it away from another account here. */
  kickOther: boolean
  /** Puts it in the place of the one this account has. */
  changeBind: boolean
}

/** What changed when a third-party account was linked. */
export interface Linked {
  connection: Connection
  /** Account here that has lost it, if any. */
  kicked: Account | undefined
  isNew: boolean
}

/** Rules about third-party accounts that open accounts here; all run in the caller's transaction. */
export interface Connections {
  /** The account a third-party account opens; its name and picture are brought up to date. */
  open(stores: Stores, profile: Profile): Promise<Account | undefined>
  /** Links one to an account that was just made; @throws connect_switch where it is taken. */
  begin(stores: Stores, accountId: string, profile: Profile): Promise<Connection>
  /** @throws connect_switch or connect_exist where somebody has to agree first, last_binding. */
  link(stores: Stores, accountId: string, profile: Profile, wishes: LinkWishes): Promise<Linked>
  /** Takes one away from a locked account; @throws binding_not_exist, last_binding. */
  unlink(stores: Stores, account: Account, platform: Connection['platform']): Promise<Connection>
}

/** Connections by a clock. */
export function createConnections(clock: Clock): Connections {
  async function kick(stores: Stores, held: Connection): Promise<Account | undefined> {
    const account = await stores.life.lock(held.accountId)
    if (account !== undefined) await removeFrom(stores, account, held.platform)
    return account
  }

  async function insert(stores: Stores, accountId: string, profile: Profile): Promise<Connection> {
    const now = clock()
    const connection: Connection = {
      platform: profile.platform,
      sub: profile.sub,
      accountId,
      screenName: screenNameOf(profile),
      avatar: profile.avatar,
      createdAt: now,
      updatedAt: now,
    }
    // Somebody else may have been faster since it was looked up.
    if (!(await stores.connections.insert(connection))) throw new PassportError('connect_switch')
    return connection
  }

  return {
    begin: insert,
    open: async (stores, profile) => {
      const held = await stores.connections.find(profile.platform, profile.sub)
      if (held === undefined) return undefined
      const screenName = screenNameOf(profile)
      const { avatar } = profile
      if (held.screenName !== screenName || held.avatar !== avatar) {
        await stores.connections.refresh({ ...held, screenName, avatar, updatedAt: clock() })
      }
      return await stores.accounts.byId(held.accountId)
    },
    link: async (stores, accountId, profile, wishes) => {
      const { platform, sub } = profile
      const held = await stores.connections.find(platform, sub)
      if (held?.accountId === accountId) {
        return { connection: held, kicked: undefined, isNew: false }
      }
      if (held !== undefined && !wishes.kickOther) throw new PassportError('connect_switch')
      const present = (await stores.connections.of(accountId)).find(
        (one) => one.platform === platform,
      )
      if (present !== undefined && !wishes.changeBind) throw new PassportError('connect_exist')
      const kicked = held === undefined ? undefined : await kick(stores, held)
      if (present !== undefined) await stores.connections.remove(accountId, platform)
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
  platform: Connection['platform'],
): Promise<Connection> {
  const { connections } = stores
  const all = await connections.of(account.id)
  if (!all.some((one) => one.platform === platform)) throw new PassportError('binding_not_exist')
  const hasOther =
    all.length > 1 ||
    account.email !== null ||
    account.mobile !== null ||
    (account.passwordHash !== null && account.username !== null)
  if (!hasOther) throw new PassportError('last_binding')
  const removed = await connections.remove(account.id, platform)
  if (removed === undefined) throw new PassportError('binding_not_exist')
  return removed
}
