import { makeRecoveryCodes, verifyRecoveryCode } from '#protocol/web/methods.ts'
import type { SecondPass } from '../second-verify.ts'
import { passFields } from './codes.ts'
import type { Send } from './send.ts'

/** Types a recovery code for a verification, or for a step-up of one operation. */
export async function enterRecoveryCode(
  send: Send,
  code: string,
  pass: SecondPass,
  options: { scene?: string; remembers?: boolean },
) {
  const proof = { recovery_code: code, ...passFields(pass) }
  const { ticket, left } = await send(verifyRecoveryCode, proof, options)
  return { ticket, codesLeft: left }
}

/** Makes recovery codes in place of those there were. */
export async function makeCodes(send: Send, proof: { ticket?: string }) {
  return (await send(makeRecoveryCodes, proof)).codes
}
