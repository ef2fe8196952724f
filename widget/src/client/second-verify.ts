import { methodWireNames, type MethodWireName } from '#protocol/sign-in-methods.ts'
import type { PassportError } from './errors.ts'

/** A method of a two-step verification, with its masked recipient. */
export interface TwoStepMethod {
  /** Which one, as `verify_way` names it; pages choose by it. */
  way: MethodWireName
  /** Masked recipient; empty without one. */
  sentTo: string
}

/** A two-step verification that a call requires. */
export interface SecondVerification {
  smsCodeKey: string
  verifyTicket: string
  ways: readonly TwoStepMethod[]
  /** Whether it confirms a sign-in, not a step of the account. */
  isSignIn?: boolean
  /** Page for who has lost every method; empty where it would not help. */
  recoveryPage?: string
  /** Reason in the language of the call. */
  reason: string
}

/** References of a passed verification, sent with the repeated call. */
export type SecondPass = Pick<SecondVerification, 'smsCodeKey' | 'verifyTicket'>

/** Reads a rejection with code 2046; skips methods that this client does not know. */
export function readSecondVerification({ data }: PassportError): SecondVerification {
  const list: unknown[] = Array.isArray(data.verify_ways) ? data.verify_ways : []
  const ways = list.flatMap((one): TwoStepMethod[] => {
    if (typeof one !== 'object' || one === null) return []
    const { verify_way: name, mobile, email } = one as Record<string, unknown>
    const way = methodWireNames.find((method) => method === name)
    return way === undefined ? [] : [{ way, sentTo: text(mobile) || text(email) }]
  })
  const possible = typeof PublicKeyCredential === 'function' ? ways : ways.filter(needsNoPasskey)
  return {
    smsCodeKey: text(data.sms_code_key),
    verifyTicket: text(data.verify_ticket),
    reason: text(data.verify_scene_desc),
    recoveryPage: text(data.recovery_page),
    isSignIn: data.std_verify_scene === 'account_login',
    // A passkey that this browser cannot ask for stays where it is the only way: its screen says so.
    ways: possible.length > 0 ? possible : ways,
  }
}

function needsNoPasskey({ way }: TwoStepMethod): boolean {
  return way !== 'passkey_verify'
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
