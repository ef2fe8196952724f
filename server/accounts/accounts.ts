import type { AccountRepository, Account } from '../store/account-repository.ts'
import type { AccountDeletion } from '../account-deletion/account-deletion.ts'
import { isReservedName, isUsername, nameFor, toName, toUsername } from './names.ts'
import { toEmail, type Recipient } from './recipients.ts'
import type { Clock } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Stores } from '../services/stores.ts'

/** What a new account starts with. */
export interface NewAccount {
  /** Address that was proved; an account that a third party opens may have none. */
  target: Recipient | undefined
  name: string | undefined
  passwordHash: string | null
  locale: string
  aid: number
  /** `YYYY-MM-DD`. */
  birthday?: string | undefined
}

/** What an account starts with that nothing was proved for. */
export interface UnprovedAccount extends Omit<NewAccount, 'target'> {
  email: string | undefined
  username: string | undefined
}

/** Rules about accounts. */
export interface Accounts {
  /** The account that a proved address belongs to. */
  findByRecipient(
    stores: { accounts: AccountRepository },
    target: Recipient,
  ): Promise<Account | undefined>
  /**
   * Makes an account for a proved address, or hands over the one that somebody made with it unproved.
   * @throws has_registered when it has one, account_limited when it had one that was just erased,
   * text_refused for a name that is the product's.
   */
  create(stores: Stores, account: NewAccount): Promise<Account>
  /**
   * Makes an account that nothing was proved for: by a user name, or by an address that stays
   * unproved. @throws has_registered, name_taken, text_refused, account_limited.
   */
  createUnproved(stores: Stores, account: UnprovedAccount): Promise<Account>
  /** Id of a person for one application: two of them cannot compare notes. */
  secIdOf(accountId: string, aid: number): string
}

const MAX_ID_ATTEMPTS = 3
const SEC_ID_BYTES = 24
/** Ids that are remembered, since every session check answers one. */
const MAX_SEC_IDS = 10_000

/** Accounts over a store; `makeId` gives ids that rise, `product` is a name nobody may take. */
export function createAccounts(
  secrets: Secrets,
  makeId: () => string,
  clock: Clock,
  product: string,
  accountDeletion: Pick<AccountDeletion, 'ensureFree'>,
): Accounts {
  const secIds = new Map<string, string>()

  function ensureName(name: string | undefined): void {
    if (name !== undefined && isReservedName(name, product)) throw new PassportError('text_refused')
  }

  function blank(wanted: Omit<NewAccount, 'target'>): Omit<Account, 'id'> {
    return {
      name: '',
      username: null,
      email: null,
      mobile: null,
      passwordHash: wanted.passwordHash,
      avatarKey: null,
      locale: wanted.locale,
      state: 'active',
      createdAid: wanted.aid,
      createdAt: clock(),
      unverifiedEmail: null,
      cancelAt: null,
      description: '',
      gender: 0,
      birthday: wanted.birthday ?? '',
      backgroundKey: null,
    }
  }

  // Ids of two instances may meet; a name or an address that is taken stays so.
  async function insert(stores: Stores, rest: Omit<Account, 'id'>): Promise<Account | undefined> {
    for (let attempt = 0; attempt < MAX_ID_ATTEMPTS; attempt++) {
      const account = { ...rest, id: makeId() }
      if (await stores.accounts.insert(account)) return account
    }
    return undefined
  }

  return {
    secIdOf: (accountId, aid) => {
      const key = `${aid} ${accountId}`
      let id = secIds.get(key)
      if (id === undefined) {
        if (secIds.size >= MAX_SEC_IDS) secIds.clear()
        const digest = secrets.keyed('sec user', String(aid), accountId)
        id = `su_${digest.subarray(0, SEC_ID_BYTES).toString('base64url')}`
        secIds.set(key, id)
      }
      return id
    },
    findByRecipient,
    create: async (stores, wanted) => {
      ensureName(wanted.name)
      const { target } = wanted
      if (target !== undefined) {
        await accountDeletion.ensureFree(stores, target)
        const claimed = await claim(stores, target, wanted.passwordHash)
        if (claimed !== undefined) return claimed
      }
      const made = await insert(stores, {
        ...blank(wanted),
        name: toName(wanted.name ?? nameFor(target, product)),
        email: addressIn(target, 'email'),
        mobile: addressIn(target, 'mobile'),
      })
      if (made !== undefined) return made
      if (target !== undefined && (await findByRecipient(stores, target))) {
        throw new PassportError('has_registered')
      }
      throw new Error('no free account id was found')
    },
    createUnproved: async (stores, wanted) => {
      ensureName(wanted.name)
      const email = wanted.email === undefined ? null : toEmail(wanted.email).address
      const username = wanted.username === undefined ? null : toUsername(wanted.username)
      if (username !== null && !isUsername(username, product)) {
        throw new PassportError('text_refused')
      }
      const target = email === null ? undefined : ({ channel: 'email', address: email } as const)
      if (target !== undefined) {
        await accountDeletion.ensureFree(stores, target)
        if (await stores.accounts.byEmail(target.address)) {
          throw new PassportError('has_registered')
        }
      }
      const made = await insert(stores, {
        ...blank(wanted),
        name: toName(wanted.name ?? username ?? nameFor(target, product)),
        username,
        unverifiedEmail: email,
      })
      if (made !== undefined) return made
      throw new PassportError(username === null ? 'has_registered' : 'name_taken')
    },
  }
}

/**
 * Judges in one place whether an account may be used; call it only after a proof. One that is being
 * closed goes on to `openSession`, which offers to keep it. @throws account_banned, account_limited,
 * frozen.
 */
export function requireUsable({ state }: Account): void {
  switch (state) {
    case 'active':
    case 'cancelling':
      return
    case 'banned':
      throw new PassportError('account_banned')
    case 'limited':
      throw new PassportError('account_limited')
    case 'frozen':
      throw new PassportError('frozen')
  }
}

function findByRecipient(
  stores: { accounts: AccountRepository },
  target: Recipient,
): Promise<Account | undefined> {
  return target.channel === 'email'
    ? stores.accounts.byEmail(target.address)
    : stores.accounts.byMobile(target.address)
}

// Whoever made the account did not own the address, as far as we know: nothing of theirs may let
// them in again. https://github.com/better-auth/better-auth/security/advisories/GHSA-qq9h-g4jm-xgf3
async function claim(
  stores: Stores,
  { channel, address }: Recipient,
  passwordHash: string | null,
): Promise<Account | undefined> {
  if (channel !== 'email') return undefined
  const account = await stores.life.claimUnverified(address)
  if (account === undefined) {
    await stores.life.dropUnverified(address)
    return undefined
  }
  await stores.sessions.endAll(account.id)
  await stores.devices.forget(account.id)
  await stores.linkedAccounts.removeAll(account.id)
  if (passwordHash !== null) await stores.accounts.setPassword(account.id, passwordHash)
  return { ...account, passwordHash }
}

function addressIn(target: Recipient | undefined, channel: Recipient['channel']): string | null {
  return target?.channel === channel ? target.address : null
}
