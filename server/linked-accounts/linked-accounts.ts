import type { Accounts } from '../accounts/accounts.ts'
import type { Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Profile } from '../providers/provider-profile.ts'
import type { Account } from '../store/account-repository.ts'
import type { LinkedAccount, LinkedAccountRepository } from '../store/linked-account-repository.ts'

/** What a person agreed to, where a linked account is in the way. */
export interface LinkOptions {
  /** Takes it away from another account here. */
  kickOther: boolean
  /** Replaces the one that this account has. */
  changeBind: boolean
}

/** What changed when a provider's account was linked. */
export interface LinkResult {
  linkedAccount: LinkedAccount
  /** Account here that has lost it. */
  previousOwner: Account | undefined
  isNew: boolean
}

/** Accounts at providers that open accounts here; changes run in the caller's transaction. */
export interface LinkedAccounts extends Pick<
  LinkedAccountRepository,
  'find' | 'of' | 'insert' | 'removeAll'
> {
  /** Returns the account that a provider's account opens, and updates name and picture. */
  open(profile: Profile): Promise<Account | undefined>
  /** Links one to an account that was just created. @throws connect_switch where it is taken */
  begin(accountId: string, profile: Profile): Promise<LinkedAccount>
  /** @throws connect_switch or connect_exist where the person has to agree first, last_binding */
  link(accountId: string, profile: Profile, options: LinkOptions): Promise<LinkResult>
  /** Takes one away from a locked account. @throws binding_not_exist, last_binding */
  unlink(account: Account, platform: LinkedAccount['provider']): Promise<LinkedAccount>
}

/** Linked accounts in a repository. */
export function createLinkedAccounts(
  repository: LinkedAccountRepository,
  accounts: Pick<Accounts, 'byId' | 'lock'>,
  clock: Clock,
): LinkedAccounts {
  async function insert(accountId: string, profile: Profile): Promise<LinkedAccount> {
    const now = clock()
    const linkedAccount: LinkedAccount = {
      provider: profile.platform,
      sub: profile.sub,
      accountId,
      screenName: screenNameOf(profile),
      avatar: profile.avatar,
      createdAt: now,
      updatedAt: now,
    }
    // Somebody else may have been faster since it was looked up.
    if (!(await repository.insert(linkedAccount))) throw new PassportError('connect_switch')
    return linkedAccount
  }

  async function unlink(
    account: Account,
    platform: LinkedAccount['provider'],
  ): Promise<LinkedAccount> {
    const all = await repository.of(account.id)
    if (!all.some((one) => one.provider === platform)) throw new PassportError('binding_not_exist')
    const hasOther =
      all.length > 1 ||
      account.email !== null ||
      account.mobile !== null ||
      (account.passwordHash !== null && account.username !== null)
    if (!hasOther) throw new PassportError('last_binding')
    const removed = await repository.remove(account.id, platform)
    if (removed === undefined) throw new PassportError('binding_not_exist')
    return removed
  }

  async function takeFrom(held: LinkedAccount): Promise<Account | undefined> {
    const account = await accounts.lock(held.accountId)
    if (account !== undefined) await unlink(account, held.provider)
    return account
  }

  return {
    find: repository.find,
    of: repository.of,
    insert: repository.insert,
    removeAll: repository.removeAll,
    begin: insert,
    open: async (profile) => {
      const held = await repository.find(profile.platform, profile.sub)
      if (held === undefined) return undefined
      const screenName = screenNameOf(profile)
      const { avatar } = profile
      if (held.screenName !== screenName || held.avatar !== avatar) {
        await repository.refresh({ ...held, screenName, avatar, updatedAt: clock() })
      }
      return await accounts.byId(held.accountId)
    },
    link: async (accountId, profile, options) => {
      const { platform, sub } = profile
      const held = await repository.find(platform, sub)
      if (held?.accountId === accountId) {
        return { linkedAccount: held, previousOwner: undefined, isNew: false }
      }
      if (held !== undefined && !options.kickOther) throw new PassportError('connect_switch')
      const present = (await repository.of(accountId)).find((one) => one.provider === platform)
      if (present !== undefined && !options.changeBind) throw new PassportError('connect_exist')
      const previousOwner = held === undefined ? undefined : await takeFrom(held)
      if (present !== undefined) await repository.remove(accountId, platform)
      return { linkedAccount: await insert(accountId, profile), previousOwner, isNew: true }
    },
    unlink,
  }
}

// Not everybody has a handle there, or one that may be shown here.
function screenNameOf({ handle, name }: Profile): string {
  return handle || name
}
