import type { SecondPass } from '../second-verify.ts'
import { addressFields, type Address } from './address.ts'
import type { Send } from './send.ts'

/** A code of one type, to an address or to who is known by the session, a verification or an invitation. */
interface CodeRequest {
  type: number
  address?: Address
  pass?: SecondPass
  invitation?: string
  /** Has it read out in a call. */
  isCall?: boolean
}

// The rows come with the code of the client.
const rows = () => import('#protocol/web/codes.ts')

export async function askForCode(
  send: Send,
  { type, address, pass, invitation, isCall }: CodeRequest,
) {
  const call = {
    type,
    ...(address && addressFields(address)),
    ...(pass && passFields(pass)),
    ...(invitation && { invite_ticket: invitation }),
  }
  const reply = isCall
    ? await send(async () => (await rows()).sendVoiceCode, call)
    : await send(async () => (await rows()).sendCode, call)
  return {
    /** Masked recipient; empty if the reply does not name it. */
    sentTo: reply.email ?? reply.mobile ?? '',
    /** Seconds until another code may be asked for. */
    retryTime: reply.retry_time,
    /** Whether the last mail to this address was refused. */
    wasRefused: reply.mail_refused === 1,
  }
}

/** References of a verification, as calls take them; none for a step-up. */
export function passFields({ smsCodeKey, verifyTicket }: SecondPass): object {
  return smsCodeKey === '' ? {} : { sms_code_key: smsCodeKey, verify_ticket: verifyTicket }
}
