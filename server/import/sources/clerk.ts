import { joinName, splitAt, textAt } from '../fields.ts'
import { readCsv } from '../read-file.ts'
import { eachOf, sourceOf } from '../read-rows.ts'

/** Clerk: the CSV of its dashboard. */
export const clerk = sourceOf({
  records: eachOf(readCsv),
  id: 'id',
  taken:
    'id first_name last_name username primary_email_address primary_phone_number verified_email_addresses unverified_email_addresses verified_phone_numbers totp_secret password_digest password_hasher',
  toAccount: (row) => {
    const primary = splitAt(row, 'primary_email_address')
    const verified = splitAt(row, 'verified_email_addresses')
    const others = splitAt(row, 'unverified_email_addresses')
    const numbers = splitAt(row, 'verified_phone_numbers')
    const number = textAt(row, 'primary_phone_number')
    return {
      emails: [...new Set([...verified, ...others, ...primary])].map((address) => ({
        address,
        isVerified: verified.includes(address),
        isPrimary: primary.includes(address),
      })),
      mobile: numbers.find((one) => one === number) ?? numbers[0],
      username: textAt(row, 'username'),
      name: joinName(textAt(row, 'first_name'), textAt(row, 'last_name')),
      state: 'active',
      hash: textAt(row, 'password_digest'),
      linked: [],
      totpSeed: textAt(row, 'totp_secret'),
    }
  },
})
