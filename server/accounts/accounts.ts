import type { AccountStore, Account } from './account-store.ts'
import type { Closing } from './closing.ts'
import { isReservedName } from './names.ts'
import { toEmail, toMobile, type Target } from './targets.ts'
import type { Clock } from '../clock.ts'
import { PassportError } from '../passport-error.ts'
import type { Secrets } from '../secrets.ts'
import type { Stores } from '../stores.ts'

/** What a new account starts with. */
export interface NewAccount {
  /** Address that was proved; an account that a third party opens may have none. */
  target: Target | undefined
  name: string | undefined
  passwordHash: string | null
  locale: string
  aid: number
}

/** Rules about accounts. */
export interface Accounts {
  /** The account that a proved address belongs to. */
  findByTarget(stores: { accounts: AccountStore }, target: Target): Promise<Account | undefined>
  /** The account behind what a person typed: an address, a number or a user name. */
  findByLogin(login: Login): Promise<Account | undefined>
  /**
   * Makes an account for a proved address, or hands over the one that somebody made with it unproved.
   * @throws has_registered when it has one, account_limited when it had one that was just erased,
   * text_refused for a name that is the product's.
   */
  create(stores: Stores, account: NewAccount): Promise<Account>
  /** Id of a person for one application: two of them cannot compare notes. */
  secIdOf(accountId: string, aid: number): string
}

/** What a person signs in with, normalised; `text` is the same for every way of typing it. */
export type Login =
  | { kind: 'target'; target: Target; text: string }
  | { kind: 'username'; text: string }

const MAX_ID_ATTEMPTS = 3
const SEC_ID_BYTES = 24
/** Ids that are remembered, since every session check answers one. */
const MAX_SEC_IDS = 10_000

/** Accounts over a store; `makeId` gives ids that rise, `product` is a name nobody may take. */
export function createAccounts(
  store: AccountStore,
  secrets: Secrets,
  makeId: () => string,
  clock: Clock,
  product: string,
  closing: Pick<Closing, 'ensureFree'>,
): Accounts {
  const secIds = new Map<string, string>()
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
    findByTarget,
    findByLogin: (login) =>
      login.kind === 'username'
        ? store.byUsername(login.text)
        : findByTarget({ accounts: store }, login.target),
    create: async (stores, wanted) => {
      if (wanted.name !== undefined && isReservedName(wanted.name, product)) {
        throw new PassportError('text_refused')
      }
      if (wanted.target !== undefined) {
        await closing.ensureFree(stores, wanted.target)
        const claimed = await claim(stores, wanted.target, wanted.passwordHash)
        if (claimed !== undefined) return claimed
      }
      for (let attempt = 0; attempt < MAX_ID_ATTEMPTS; attempt++) {
        const account: Account = {
          id: makeId(),
          name: wanted.name ?? nameFor(wanted.target, product),
          username: null,
          email: addressIn(wanted.target, 'email'),
          mobile: addressIn(wanted.target, 'mobile'),
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
          birthday: '',
          backgroundKey: null,
        }
        if (await stores.accounts.insert(account)) return account
        const { target } = wanted
        if (target !== undefined && (await findByTarget(stores, target)))
          throw new PassportError('has_registered')
      }
      throw new Error('no free account id was found')
    },
  }
}

/** Reads what was typed into the one field of a sign-in form. */
export function toLogin(typed: string, region: string | undefined): Login {
  const text = typed.trim()
  if (text.includes('@')) return ofTarget(toEmail(text))
  const digits = text.replaceAll(/[\s().-]/g, '')
  if (/^\+?\d{5,15}$/.test(digits) && (digits.startsWith('+') || region !== undefined)) {
    return ofTarget(toMobile(digits, region))
  }
  return { kind: 'username', text: text.normalize('NFKC').toLowerCase() }
}

/** A login by an address that is already read. */
export function ofTarget(target: Target): Login {
  return { kind: 'target', target, text: target.address }
}

/** Every text an account can be signed in with. */
export function loginTexts(account: Account): string[] {
  return [account.email, account.mobile, account.username].filter((text) => text !== null)
}

/**
 * @throws account_banned for an account that may not sign in; call it only after a proof. One that
 * is being closed goes on to `openSession`, which offers to keep it.
 */
export function ensureUsable(account: Account): void {
  if (account.state !== 'active' && account.state !== 'cancelling')
    throw new PassportError('account_banned')
}

function findByTarget(
  stores: { accounts: AccountStore },
  target: Target,
): Promise<Account | undefined> {
  return target.channel === 'email'
    ? stores.accounts.byEmail(target.address)
    : stores.accounts.byMobile(target.address)
}

// Whoever made the account did not own the address, as far as we know: nothing of theirs may let
// them in again. https://github.com/better-auth/better-auth/security/advisories/GHSA-qq9h-g4jm-xgf3
async function claim(
  stores: Stores,
  { channel, address }: Target,
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
  for (const { platform } of await stores.connections.of(account.id)) {
    await stores.connections.remove(account.id, platform)
  }
  if (passwordHash !== null) await stores.accounts.setPassword(account.id, passwordHash)
  return { ...account, passwordHash }
}

function addressIn(target: Target | undefined, channel: Target['channel']): string | null {
  return target?.channel === channel ? target.address : null
}

function nameFor(target: Target | undefined, product: string): string {
  if (target === undefined) return 'user'
  const { channel, address } = target
  if (channel === 'mobile') return `user${address.slice(-4)}`
  const start = address.split('@')[0] ?? ''
  // Only what a person may also choose: a mailbox can hold characters that names cannot.
  const name = start.replaceAll(/[^\p{L}\p{N}._+-]/gu, '').slice(0, 32)
  return name === '' || isReservedName(name, product) ? 'user' : name
}
