import { readRecipientText } from '../accounts/recipients.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Recipient } from '../store/recipient.ts'
import { AdminError } from './command.ts'

/** Reads an address or a number. @throws AdminError */
export function readRecipient(input: string): Recipient {
  try {
    return readRecipientText(input)
  } catch (error) {
    if (!(error instanceof PassportError)) throw error
    throw new AdminError(`"${input}" is neither an address nor a number.`)
  }
}
