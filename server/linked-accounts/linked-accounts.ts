import type { Accounts } from '../accounts/accounts.ts'
import type { Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Profile } from '../providers/provider-profile.ts'
import type { LinkedAccountRepository } from '../store/linked-account-repository.ts'
import type { Account, LinkedAccount } from '../store/schema/accounts.ts'

/** Options that a person confirmed. */
export interface LinkOptions {
  /** Whether the linked account may be taken from another account. */
  kickOther: boolean
  /** Whether it may replace the account's other one at the same provider. */
  changeBind: boolean
}

/** The result of linking a provider's account. */
export interface LinkResult {
  linkedAccount: LinkedAccount
  /** The account that it was taken from. */
  previousOwner: Account | undefined
  isNew: boolean
}

/** Linked accounts; changes run in the caller's transaction. */
export type LinkedAccounts = ReturnType<typeof createLinkedAccounts>

export function createLinkedAccounts(
  repository: LinkedAccountRepository,
  accounts: Pick<Accounts, 'byId' | 'lock'>,
  clock: Clock,
) {
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
    // A concurrent call may have linked it since it was looked up.
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

  async function unlinkFromOwner(linkedAccount: LinkedAccount): Promise<Account | undefined> {
    const owner = await accounts.lock(linkedAccount.accountId)
    if (owner !== undefined) await unlink(owner, linkedAccount.provider)
    return owner
  }

  return {
    ...repository,
    /** Links a profile to an account that was just created. @throws connect_switch if it is linked */
    begin: insert,
    /** Returns the account that a profile is linked to, and updates the stored name and picture. */
    open: async (profile: Profile) => {
      const linkedAccount = await repository.find(profile.platform, profile.sub)
      if (linkedAccount === undefined) return undefined
      const screenName = screenNameOf(profile)
      const { avatar } = profile
      if (linkedAccount.screenName !== screenName || linkedAccount.avatar !== avatar) {
        await repository.refresh({ ...linkedAccount, screenName, avatar, updatedAt: clock() })
      }
      return await accounts.byId(linkedAccount.accountId)
    },
    /** @throws connect_switch or connect_exist if the person has to agree first, last_binding */
    link: async (
      accountId: string,
      profile: Profile,
      options: LinkOptions,
    ): Promise<LinkResult> => {
      const { platform, sub } = profile
      const existing = await repository.find(platform, sub)
      if (existing?.accountId === accountId) {
        return { linkedAccount: existing, previousOwner: undefined, isNew: false }
      }
      if (existing !== undefined && !options.kickOther) throw new PassportError('connect_switch')
      const replaced = (await repository.of(accountId)).find((one) => one.provider === platform)
      if (replaced !== undefined && !options.changeBind) throw new PassportError('connect_exist')
      const previousOwner = existing && (await unlinkFromOwner(existing))
      if (replaced !== undefined) await repository.remove(accountId, platform)
      return { linkedAccount: await insert(accountId, profile), previousOwner, isNew: true }
    },
    /** Removes a linked account from a locked account. @throws binding_not_exist, last_binding */
    unlink,
  }
}

// The handle is empty if the person has none or it is not allowed as display name.
function screenNameOf({ handle, name }: Profile): string {
  return handle || name
}
