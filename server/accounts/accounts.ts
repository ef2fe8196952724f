import type { AccountStore, Account } from './account-store.ts'
import { isReservedName } from './names.ts'
import { toEmail, toMobile, type Target } from './targets.ts'
import type { Clock } from '../clock.ts'
import { PassportError } from '../passport-error.ts'
import type { Secrets } from '../secrets.ts'
import type { Stores } from '../stores.ts'

/** What a new account starts with. */
export interface NewAccount {
  target: Target
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
   * Makes an account for a proved address; @throws has_registered when it has one, text_refused for
   * a name that is the product's.
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
      const { channel, address } = wanted.target
      if (wanted.name !== undefined && isReservedName(wanted.name, product)) {
        throw new PassportError('text_refused')
      }
      for (let attempt = 0; attempt < MAX_ID_ATTEMPTS; attempt++) {
        const account: Account = {
          id: makeId(),
          name: wanted.name ?? nameFor(wanted.target, product),
          username: null,
          email: channel === 'email' ? address : null,
          mobile: channel === 'mobile' ? address : null,
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
        if (await findByTarget(stores, wanted.target)) throw new PassportError('has_registered')
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
 * @throws account_cancelling or account_banned for an account that may not sign in; call it only
 * after a proof.
 */
export function ensureUsable(account: Account): void {
  if (account.state === 'cancelling') throw new PassportError('account_cancelling')
  if (account.state !== 'active') throw new PassportError('account_banned')
}

function findByTarget(
  stores: { accounts: AccountStore },
  target: Target,
): Promise<Account | undefined> {
  return target.channel === 'email'
    ? stores.accounts.byEmail(target.address)
    : stores.accounts.byMobile(target.address)
}

function nameFor({ channel, address }: Target, product: string): string {
  if (channel === 'mobile') return `user${address.slice(-4)}`
  const start = address.split('@')[0] ?? ''
  // Only what a person may also choose: a mailbox can hold characters that names cannot.
  const name = start.replaceAll(/[^\p{L}\p{N}._+-]/gu, '').slice(0, 32)
  return name === '' || isReservedName(name, product) ? 'user' : name
}
