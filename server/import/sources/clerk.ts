import { splitAt, textAt } from '../fields.ts'
import { mappedSource } from '../mapped-source.ts'
import { eachOf, readCsv } from '../read-file.ts'

/** Clerk: the CSV of its dashboard. */
export const clerk = mappedSource({
  records: eachOf(readCsv),
  map: `external_id=id username=username name=first_name+last_name totp_secret=totp_secret
    password_hash=password_digest`,
  taken:
    'primary_email_address primary_phone_number verified_email_addresses unverified_email_addresses verified_phone_numbers password_hasher',
  change: (row) => {
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
    }
  },
})
