import type { MethodWireName } from '#protocol/sign-in-methods.ts'
import type { PassportError } from './errors.ts'

/** A way to show a second time that it is you, with the masked address it goes to. */
export interface SecondWay {
  way: MethodWireName
  /** Masked address; empty where none is concerned. */
  sentTo: string
}

/** What has to be proved before a call is let through. */
export interface SecondVerification {
  smsCodeKey: string
  verifyTicket: string
  ways: readonly SecondWay[]
  /** Why it is asked for, in the language of the call. */
  reason: string
}

/** References of a passed two-step verification, which the same call brings back. */
export type SecondPass = Pick<SecondVerification, 'smsCodeKey' | 'verifyTicket'>

/** Names of all methods, so that a new one does not compile without; the table itself is large. */
const known: Readonly<Record<MethodWireName, true>> = {
  mobile_sms_verify: true,
  email_code_verify: true,
  pwd_verify: true,
}
const ways = Object.keys(known) as MethodWireName[]

/** Reads a rejection with code 2046; methods that this client does not know are left out. */
export function readSecondVerification({ data }: PassportError): SecondVerification {
  const list: unknown[] = Array.isArray(data.verify_ways) ? data.verify_ways : []
  return {
    smsCodeKey: text(data.sms_code_key),
    verifyTicket: text(data.verify_ticket),
    reason: text(data.verify_scene_desc),
    ways: list.flatMap((one) => {
      if (typeof one !== 'object' || one === null) return []
      const { verify_way: name, mobile, email } = one as Record<string, unknown>
      const way = ways.find((method) => method === name)
      return way === undefined ? [] : [{ way, sentTo: text(mobile) || text(email) }]
    }),
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
