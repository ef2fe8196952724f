import { joinName, leftOver, splitAt, textAt } from '../fields.ts'
import type { Source } from '../foreign-account.ts'
import { readCsv } from '../read-file.ts'
import { readRows } from '../read-rows.ts'

const taken =
  'id first_name last_name username primary_email_address primary_phone_number verified_email_addresses unverified_email_addresses verified_phone_numbers totp_secret password_digest password_hasher'.split(
    ' ',
  )

/** Clerk: the CSV of its dashboard. */
export const clerk: Source = {
  async *read(files) {
    for (const file of files) {
      yield* readRows(readCsv(file), 'id', (row) => {
        const primary = textAt(row, 'primary_email_address')
        const verified = splitAt(row, 'verified_email_addresses')
        const others = splitAt(row, 'unverified_email_addresses')
        const numbers = splitAt(row, 'verified_phone_numbers')
        const number = textAt(row, 'primary_phone_number')
        return {
          account: {
            emails: [...new Set([...verified, ...others, ...(primary ?? '').split(' ')])]
              .filter((address) => address !== '')
              .map((address) => ({
                address,
                isVerified: verified.includes(address),
                isPrimary: address === primary,
              })),
            mobile: numbers.find((one) => one === number) ?? numbers[0],
            username: textAt(row, 'username'),
            name: joinName(textAt(row, 'first_name'), textAt(row, 'last_name')),
            state: 'active',
            hash: textAt(row, 'password_digest'),
            linked: [],
            totpSeed: textAt(row, 'totp_secret'),
          },
          ignored: leftOver(row, taken),
          losesFactor: false,
        }
      })
    }
  },
}
