import type { ProfileDetails } from '#protocol/profile-fields.ts'
import type { ProviderName } from '#protocol/providers.ts'
import type { MethodsFor } from '#protocol/sign-in-methods.ts'
import type { EventKind } from '../event-kinds.ts'
import type { Recipient } from '../recipient.ts'

/** A person's account, as a row of `accounts`; addresses are normalised. */
export interface Account extends ProfileDetails {
  id: string
  name: string
  /** A copy of the identifier, like the next two. */
  username: string | null
  email: string | null
  mobile: string | null
  passwordHash: string | null
  /** Form and cost of a hash from another product, such as `bcrypt 10`; empty for our own, and for none. */
  passwordForm: string
  avatarKey: string | null
  locale: string
  state: 'active' | 'limited' | 'frozen' | 'banned' | 'cancelling'
  createdAid: number
  createdAt: number
  /** An address that nobody has proved; it signs in with the password only. */
  unverifiedEmail: string | null
  /** Due time of a scheduled deletion. */
  cancelAt: number | null
  backgroundKey: string | null
  /** Version of the terms accepted at sign-up; null where it is not known. */
  termsVersion: string | null
  termsAcceptedAt: number | null
  /** Assurance level that the owner wants sign-ins to reach. */
  requiredLevel: 1 | 2
}

/** How many accounts had a password of one form when they were counted. */
export interface PasswordFormCount {
  form: Account['passwordForm']
  accounts: number
  countedAt: number
}

/** A proved, unique name of an account. */
export interface Identifier {
  kind: 'email' | 'mobile' | 'username'
  value: string
  accountId: string
}

/** An address that was removed from an account. */
export interface FormerAddress extends Recipient {
  id: string
  accountId: string
  leftAt: number
  expiresAt: number
}

/** A person's account at a provider, linked to the account here. */
export interface LinkedAccount {
  provider: ProviderName
  /** Id of the person at the provider. */
  sub: string
  accountId: string
  screenName: string
  avatar: string
  createdAt: number
  updatedAt: number
}

/** A row of `avatars`. */
export interface StoredAvatar {
  key: string
  accountId: string
  bytes: Uint8Array
  createdAt: number
}

/** A picture of a profile or a background. */
export interface Picture {
  key: string
  accountId: string
  /** Whether only its owner may see it. */
  isSensitive: boolean
  bytes: Uint8Array
  createdAt: number
}

/** A row of `pictures`. */
export interface StoredPicture extends Omit<Picture, 'isSensitive'> {
  isSensitive: 0 | 1
}

/** Uploaded logo of an organization. */
export interface OrganizationLogo {
  organizationId: string
  key: string
  bytes: Uint8Array
}

/** Logo of a client. */
export interface ClientLogo {
  clientId: string
  key: string
  bytes: Uint8Array
}

/** A security event; it holds no secret and no complete address. */
export interface SecurityEvent {
  id: string
  accountId: string
  kind: EventKind
  /** The operation, the provider of a linked account, the name of a client, the former name or the former level. */
  by: string
  aid: number
  /** Browser and operating system. */
  device: string
  /** Network address without its last part. */
  address: string
  at: number
  /** Fields of the call that are only recorded, as JSON; empty without any. */
  clientFields: string
}

/** A session; its cookie is never stored. */
export interface Session {
  /** SHA-256 of the cookie, hex. */
  hash: string
  /** Hash of the first session, if this one continues others of the same person; else empty. */
  firstHash: string
  /** Shown to people in their list of sessions. */
  id: string
  accountId: string
  aid: number
  source: string
  /** Name that the person gave it; empty for none. */
  name: string
  device: string
  address: string
  createdAt: number
  /** Time of authentication; earlier than `createdAt` if another session did that. */
  provedAt: number
  lastSeenAt: number
  expiresAt: number
  /** Membership that the person acts with; empty for none. */
  membershipId: string
  /** Epoch of the membership's organization at sign-in; 0 for none. */
  organizationEpoch: number
  /** First sign-in method; empty after a recovery, and for sessions of before it was stored. */
  method: MethodsFor<'first'> | ''
  /** Method of the second proof; empty without one, and where it is not known. */
  secondMethod: MethodsFor<'second'> | ''
  /** Time of the browser's last second proof for the account; 0 for never. */
  secondProvedAt: number
}

/** Tables of accounts. */
export interface AccountTables {
  /** `nameKey` is what the name is searched by; null until it is filled, like `valueKey`. */
  accounts: Account & { nameKey: Uint8Array | null }
  identifiers: Identifier & { valueKey: Uint8Array | null }
  passwordForms: PasswordFormCount
  formerAddresses: FormerAddress
  /** Keyed hashes of addresses whose accounts were erased. */
  erasedAddresses: { hash: string; expiresAt: number }
  linkedAccounts: LinkedAccount
  avatars: StoredAvatar
  pictures: StoredPicture
  securityEvents: SecurityEvent
  sessions: Session
  /** `id` is 1; sessions that began at `at` or before have ended. */
  sessionCutoff: { id: number; at: number }
  organizationLogos: OrganizationLogo
  clientLogos: ClientLogo
}
