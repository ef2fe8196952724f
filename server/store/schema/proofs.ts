import type { Channel } from '#protocol/code-types.ts'
import type { MethodsFor } from '#protocol/sign-in-methods.ts'

/** Key of a code: each application, recipient and type has at most one valid code. */
export interface CodeKey {
  aid: number
  /** Keyed hash of the address or number. */
  recipient: string
  type: number
}

/** A code to store. */
export interface NewCode extends CodeKey {
  /** Keyed hash of the code; empty once it was used. */
  hash: string
  sentAt: number
  expiresAt: number
}

/** A ticket; its reference is never stored. */
export interface Ticket {
  /** SHA-256 of the reference, hex. */
  hash: string
  /** The only purpose it is valid for. */
  purpose: string
  aid: number
  /** An account id, a web id or the keyed hash of an address. */
  holder: string
  /** Data for the call that uses it. */
  data: Readonly<Record<string, unknown>>
  expiresAt: number
}

/** A row of `tickets`; `data` is JSON. */
export interface StoredTicket extends Omit<Ticket, 'data'> {
  data: string
}

/** The one call that a verification lets through. */
export interface BoundCall {
  accountId: string
  aid: number
  /** Keyed hash of the web id. */
  webId: string
  operation: string
  /** Digest of what the call is about. */
  requestDigest: string
}

/** A two-step verification; its key and ticket are kept as hashes. */
export interface Verification extends BoundCall {
  keyHash: string
  ticketHash: string
  /** Methods by which the person can pass it. */
  methods: readonly MethodsFor<'second'>[]
  /** Method that passed it; empty before, and where a version that did not record it checked the proof. */
  passedBy: MethodsFor<'second'> | ''
  state: 'required' | 'code_sent' | 'passed' | 'consumed'
  tries: number
  expiresAt: number
}

/** A row of `verifications`; `methods` is JSON. */
export interface StoredVerification extends Omit<Verification, 'methods'> {
  methods: string
}

/** An app that shows a new code every half minute. */
export interface AuthenticatorApp {
  id: string
  accountId: string
  /** Name that the person gave it. */
  name: string
  /** Encrypted for this account and id. */
  secret: string
  /** Half minute of the code used last; no code up to it is taken again. */
  lastStep: number
  createdAt: number
  /** 0 for never. */
  lastUsedAt: number
}

/** A code that stands in once for a lost authenticator app. */
export interface RecoveryCode {
  accountId: string
  /** Argon2id by the salt, in base64. */
  hash: string
  /** Salt with the parameters of Argon2id; the same for all codes of an account. */
  salt: string
  madeAt: number
  /** 0 for never. */
  usedAt: number
}

/** A WebAuthn credential of an account. */
export interface Passkey {
  id: string
  /** Base64url. */
  credentialId: string
  accountId: string
  /** Domain that it belongs to. */
  rpId: string
  /** By which the authenticator names the account, base64url. */
  userHandle: string
  /** COSE. */
  publicKey: Uint8Array
  /** COSE. */
  algorithm: number
  /** Of signatures; 0 for one that does not count. */
  counter: number
  /** Separated by commas. */
  transports: string
  aaguid: string
  isBackupEligible: 0 | 1
  isBackedUp: 0 | 1
  /** `suspect` where there seems to be a copy; it does not work until its owner confirms it. */
  state: 'active' | 'suspect'
  name: string
  createdAt: number
  /** 0 for never. */
  lastUsedAt: number
}

/** A browser whose owner is not asked for a second proof at sign-in. */
export interface RememberedBrowser {
  /** SHA-256 of the cookie, hex. */
  tokenHash: string
  id: string
  accountId: string
  /** Browser and operating system. */
  device: string
  createdAt: number
  /** 0 for never. */
  lastUsedAt: number
  expiresAt: number
}

/** The way back into an account whose methods are all lost. */
export interface AccountRecovery {
  accountId: string
  /** SHA-256 of the key that finishes it, hex. */
  keyHash: string
  /** The address that started it, which has to be proved again. */
  channel: Channel
  address: string
  startedAt: number
  readyAt: number
  /** When the owner was told last. */
  toldAt: number
  /** Until when a recovered account is restricted; 0 until it is done. */
  restrictedUntil: number
}

/** State of a QR code; it only moves forward, or to `refused` or `expired`. */
export type QrState = 'new' | 'scanned' | 'confirmed' | 'utilised' | 'refused' | 'expired'

/** A sign-in that waits for a phone to scan its QR code. */
export interface QrCode {
  /** SHA-256 of the scanned text, hex. */
  id: string
  aid: number
  state: QrState
  /** SHA-256 of the cookie of the requesting browser; empty for a client without cookies. */
  bindHash: string
  /** Network and device of the requester, whose open codes are counted. */
  holder: string
  /** Network of the requester, compared with the phone's. */
  network: string
  /** Network address of the requester without its last part. */
  place: string
  /** Browser and operating system of the requester. */
  device: string
  /** Return URL, which is always an allowed one. */
  next: string
  /** JSON of the request of a client; empty for a sign-in. */
  request: string
  /** JSON of what the client's code is made of; empty before consent. */
  granted: string
  /** Account that scanned it; empty before. */
  scannedBy: string
  /** Application of the phone that scanned it; 0 before. */
  scannedAid: number
  /** Id of the session that confirmed or refused it; empty before. */
  answeredIn: string
  lastPolledAt: number
  createdAt: number
  expiresAt: number
}

/** Tables of what proves a person. */
export interface ProofTables {
  accountRecoveries: AccountRecovery
  codes: NewCode & { formerHash: string; tries: number }
  tickets: StoredTicket
  verifications: StoredVerification
  authenticatorApps: AuthenticatorApp
  rememberedBrowsers: RememberedBrowser
  recoveryCodes: RecoveryCode
  passkeys: Passkey
  /** Answered challenges, hashed, until nobody could answer them again. */
  passkeyChallenges: { hash: string; expiresAt: number }
  /** `webId` is a keyed hash. */
  trustedDevices: {
    accountId: string
    webId: string
    firstSeenAt: number
    lastSeenAt: number
    secondProvedAt: number
  }
  /** `renewed` is 1 once another code has replaced it. */
  qrCodes: QrCode & { renewed: number }
}
