/** How a person can show a second time that it is them. */
export type VerifyWay = 'mobile_sms_verify' | 'email_code_verify' | 'pwd_verify'

/** The one call that a second verification lets through. */
export interface TrustedCall {
  accountId: string
  aid: number
  /** Keyed hash of the web id. */
  webId: string
  operation: string
  /** Digest of what the call is about. */
  target: string
}

/** A second verification as it is kept: its key and ticket only as hashes. */
export interface Verification extends TrustedCall {
  keyHash: string
  ticketHash: string
  ways: readonly VerifyWay[]
  state: 'required' | 'code_sent' | 'passed' | 'consumed'
  tries: number
  expiresAt: number
}

/** Where one is looked for: by its key, or by its ticket. */
export type VerificationHandle = { keyHash: string } | { ticketHash: string }

/** What second verifications need from a database; each change is one conditional statement. */
export interface VerificationStore {
  /** Keeps a verification, unless one with this key is kept already. */
  insert(verification: Verification): Promise<void>
  /** One that is not consumed and not too old. */
  find(handle: VerificationHandle, now: number): Promise<Verification | undefined>
  /** Counts a try; undefined when there is none left, or nothing to try. */
  countTry(keyHash: string, maxTries: number, now: number): Promise<Verification | undefined>
  /** Notes that a code is on its way. */
  sent(keyHash: string, now: number): Promise<void>
  /** False when it was passed, consumed or too old already. */
  pass(keyHash: string, now: number): Promise<boolean>
  /** Whether it was passed for this very call, whoever's account it is, and not consumed yet. */
  isPassed(call: Omit<TrustedCall, 'accountId'>, handles: Handles, now: number): Promise<boolean>
  /** Uses a passed verification up for this very call; of many at once one wins. */
  consume(call: TrustedCall, handles: Handles | undefined, now: number): Promise<boolean>
}

/** Both references of a verification, hashed. */
export interface Handles {
  keyHash: string
  ticketHash: string
}

/** What trusted devices need from a database. */
export interface DeviceStore {
  /** Whether the account signed in from this browser since `since`. */
  isKnown(accountId: string, webId: string, since: number): Promise<boolean>
  /** Notes that it did now. */
  see(accountId: string, webId: string, now: number): Promise<void>
  /** Forgets all browsers of an account. */
  forget(accountId: string): Promise<void>
  /** Forgets all but this one. */
  forgetOthers(accountId: string, webId: string): Promise<void>
}
