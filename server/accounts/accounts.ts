import { initialDetails } from '#protocol/profile-fields.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Clock } from '../lib/clock.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { PassportError } from '../lib/passport-error.ts'
import type {
  AcceptedTerms,
  AccountLifecycleRepository,
} from '../store/account-lifecycle-repository.ts'
import type { AccountRepository } from '../store/account-repository.ts'
import type { Recipient } from '../store/recipient.ts'
import type { FormerAddresses } from './former-addresses.ts'
import { defaultName, refusedName, toName, toUsername, type ProductNames } from '../names/names.ts'
import { recipientsOf } from './owner-recipients.ts'
import { toEmail } from './recipients.ts'
import type { Account } from '../store/schema/accounts.ts'

/** The initial data of an account. */
export interface NewAccount {
  /** Proved address; an account created from a provider's profile may have none. */
  recipient: Recipient | undefined
  name: string | undefined
  passwordHash: string | null
  locale: string
  aid: number
  /** `YYYY-MM-DD`. */
  birthday?: string | undefined
}

/** The initial data of an account for which nothing was proved. */
export interface UnprovedAccount extends Omit<NewAccount, 'recipient'> {
  email: string | undefined
  username: string | undefined
}

/** The initial data of an account that an operator makes; one of email, mobile and username is given. */
export interface OperatorAccount extends Omit<NewAccount, 'recipient' | 'birthday'> {
  /** Normalised, like the mobile number, which is proved. */
  email: string | undefined
  /** Whether the address is the person's; else it signs in only with the password. */
  isEmailProved: boolean
  mobile: string | undefined
  username: string | undefined
  /** Form of a hash of another product; empty for ours. */
  passwordForm: string
}

/** Accounts: look-up, creation and every change of their state. */
export type Accounts = ReturnType<typeof createAccounts>

/** Returns the id of a person for one application, which no other application can link. */
type SecIdOf = (accountId: string, aid: number) => string

interface Dependencies {
  accounts: AccountRepository
  lifecycle: AccountLifecycleRepository
  formerAddresses: FormerAddresses
  clock: Clock
  /** Returns a new account id. */
  makeId: () => string
  /** Returns the names that no account of an application may take. */
  productNamesOf: (aid: number) => ProductNames
  secIdOf: SecIdOf
  /** Version of the terms that new accounts accept; empty to record none. */
  termsVersion: string
}

const SEC_ID_BYTES = 24
/** Ids in the cache; every reply to a session check contains one. */
const MAX_CACHED_SEC_IDS = 10_000

/** Returns the function that derives `sec_user_id`, with a cache. */
export function createSecIds(secrets: Secrets): SecIdOf {
  const cache = new Map<string, string>()
  return (accountId, aid) => {
    const key = `${aid} ${accountId}`
    let id = cache.get(key)
    if (id === undefined) {
      if (cache.size >= MAX_CACHED_SEC_IDS) cache.clear()
      const digest = secrets.lasting('sec user', String(aid), accountId)
      id = `su_${digest.subarray(0, SEC_ID_BYTES).toString('base64url')}`
      cache.set(key, id)
    }
    return id
  }
}

export function createAccounts(dependencies: Dependencies) {
  const { accounts, lifecycle, formerAddresses, clock, makeId, secIdOf } = dependencies
  const { productNamesOf, termsVersion } = dependencies
  const { insert: insertAccount, ...queries } = accounts

  /** @throws text_refused */
  function requireNames(input: {
    aid: number
    name?: string | undefined
    username?: string | undefined
  }): void {
    if (refusedName(input, productNamesOf(input.aid)) !== undefined) {
      throw new PassportError('text_refused')
    }
  }

  function withDefaults(input: Omit<NewAccount, 'recipient'>): Omit<Account, 'id'> {
    return {
      name: '',
      username: null,
      email: null,
      mobile: null,
      passwordHash: input.passwordHash,
      passwordForm: '',
      avatarKey: null,
      locale: input.locale,
      state: 'active',
      createdAid: input.aid,
      createdAt: clock(),
      unverifiedEmail: null,
      cancelAt: null,
      ...initialDetails,
      ...(input.birthday === undefined ? {} : { birthday: input.birthday }),
      backgroundKey: null,
      ...acceptedTerms(),
      requiredLevel: 1,
    }
  }

  // Whoever signs up accepts the terms that the page links to.
  function acceptedTerms(): AcceptedTerms {
    return termsVersion === ''
      ? { termsVersion: null, termsAcceptedAt: null }
      : { termsVersion, termsAcceptedAt: clock() }
  }

  // Repeated while another process has made the same id; otherwise a name or an address is taken.
  async function insert(data: Omit<Account, 'id'>): Promise<Account | undefined> {
    for (;;) {
      const account = { ...data, id: makeId() }
      if (await insertAccount(account)) return account
      if ((await accounts.byId(account.id)) === undefined) return undefined
    }
  }

  function findByRecipient({ channel, address }: Recipient): Promise<Account | undefined> {
    return channel === 'email' ? accounts.byEmail(address) : accounts.byMobile(address)
  }

  return {
    ...queries,
    ...lifecycle,
    secIdOf,
    /** Returns the account that a proved address belongs to. */
    findByRecipient,
    /**
     * Creates an account for a proved address, which another account loses that has it unproved.
     * @throws has_registered, account_limited for an erased address, text_refused
     */
    create: async (input: NewAccount): Promise<Account> => {
      requireNames(input)
      const { recipient } = input
      if (recipient !== undefined) {
        await formerAddresses.requireUnblocked(recipient)
        // Whoever made an account with it unproved may not own it, so nothing of that one is kept.
        // https://github.com/better-auth/better-auth/security/advisories/GHSA-qq9h-g4jm-xgf3
        if (recipient.channel === 'email') await lifecycle.dropUnverified(recipient.address)
      }
      const created = await insert({
        ...withDefaults(input),
        name: toName(input.name ?? defaultName(recipient, productNamesOf(input.aid))),
        email: addressIn(recipient, 'email'),
        mobile: addressIn(recipient, 'mobile'),
      })
      if (created !== undefined) return created
      if (recipient !== undefined && (await findByRecipient(recipient))) {
        throw new PassportError('has_registered')
      }
      throw new Error('no free account id was found')
    },
    /** @throws has_registered, name_taken, text_refused, account_limited */
    createUnproved: async (input: UnprovedAccount): Promise<Account> => {
      requireNames(input)
      const email = input.email === undefined ? null : toEmail(input.email).address
      const username = input.username === undefined ? null : toUsername(input.username)
      const recipient = email === null ? undefined : ({ channel: 'email', address: email } as const)
      if (recipient !== undefined) {
        await formerAddresses.requireUnblocked(recipient)
        if (await accounts.byEmail(recipient.address)) throw new PassportError('has_registered')
      }
      const created = await insert({
        ...withDefaults(input),
        name: toName(input.name ?? username ?? defaultName(recipient, productNamesOf(input.aid))),
        username,
        unverifiedEmail: email,
      })
      if (created !== undefined) return created
      throw new PassportError(username === null ? 'has_registered' : 'name_taken')
    },
    /** Creates an account that nobody signed up for, so without accepted terms. @throws OperatorError */
    createForOperator: async (input: OperatorAccount): Promise<Account> => {
      const refused = refusedName(input, productNamesOf(input.aid))
      if (refused !== undefined) throw new OperatorError('invalid', refused)
      const { email = null, mobile = null, isEmailProved } = input
      const username = input.username === undefined ? null : toUsername(input.username)
      const recipients = recipientsOf({ email, mobile })
      const [closed] = await formerAddresses.blocked(recipients)
      if (closed !== undefined) throw new OperatorError('conflict', 'addressClosed', closed.address)
      for (const recipient of recipients) {
        if (await findByRecipient(recipient)) throw takenError(recipient)
      }
      if (email !== null && isEmailProved) await lifecycle.dropUnverified(email)
      const created = await insert({
        ...withDefaults(input),
        name: toName(
          input.name ?? username ?? defaultName(recipients[0], productNamesOf(input.aid)),
        ),
        email: isEmailProved ? email : null,
        mobile,
        username,
        unverifiedEmail: isEmailProved ? null : email,
        passwordForm: input.passwordForm,
        termsVersion: null,
        termsAcceptedAt: null,
      })
      if (created !== undefined) return created
      const [recipient] = recipients
      const isNameTaken = username !== null && (await accounts.byUsername(username))
      if (recipient !== undefined && !isNameTaken) throw takenError(recipient)
      throw new OperatorError('taken', 'username', username ?? '')
    },
  }
}

function takenError({ channel, address }: Recipient): OperatorError {
  return new OperatorError('taken', channel, address)
}

/** Call it only after a proof. @throws account_banned, account_limited, frozen */
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

function addressIn(recipient: Recipient | undefined, channel: Recipient['channel']): string | null {
  return recipient?.channel === channel ? recipient.address : null
}
