import { readRecipientText, toMobile } from '../accounts/recipients.ts'
import { unlessRefused } from '../lib/passport-error.ts'
import type { Recipient } from '../store/recipient.ts'
import { AdminError, UsageError } from './command.ts'

/** Reads an address or a number. @throws AdminError */
export function readRecipient(input: string): Recipient {
  const recipient = unlessRefused(() => readRecipientText(input))
  if (recipient !== undefined) return recipient
  throw new AdminError(`"${input}" is neither an address nor a number such as +819012345678.`)
}

/** Reads a number of `--mobile`. @throws UsageError */
export function readMobile(input: string): string {
  const mobile = unlessRefused(() => toMobile(input, undefined))
  if (mobile !== undefined) return mobile.address
  throw new UsageError(
    `--mobile is "${input}", but must be a number with + and its country code, such as +819012345678.`,
  )
}
