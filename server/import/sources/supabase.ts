import { at, emailOf, isYes, leftOver, linksAt, listAt, textAt, timeAt } from '../fields.ts'
import type { Source } from '../foreign-account.ts'
import { readRecords } from '../read-file.ts'
import { readRows } from '../read-rows.ts'

const taken =
  'id email encrypted_password email_confirmed_at phone phone_confirmed_at banned_until deleted_at is_anonymous raw_user_meta_data created_at identities mfa_factors instance_id aud role'.split(
    ' ',
  )

/** Supabase: rows of `auth.users`, each with its `identities` and `mfa_factors`. */
export const supabase: Source = {
  async *read(files, { now }) {
    for (const file of files) {
      yield* readRows(readRecords(file), 'id', (row) => {
        if (isYes(row, 'is_anonymous') || timeAt(row, 'deleted_at') !== undefined) return 'skipped'
        const phone = textAt(row, 'phone')
        const factors = listAt(row, 'mfa_factors').filter((one) => at(one, 'status') === 'verified')
        const app = factors.find((factor) => at(factor, 'factor_type') === 'totp')
        return {
          account: {
            emails: emailOf(textAt(row, 'email'), hasTime(row, 'email_confirmed_at')),
            mobile:
              phone !== undefined && hasTime(row, 'phone_confirmed_at')
                ? `+${phone.replace(/^\+/, '')}`
                : undefined,
            name:
              textAt(row, 'raw_user_meta_data.full_name') ?? textAt(row, 'raw_user_meta_data.name'),
            createdAt: timeAt(row, 'created_at'),
            state: (timeAt(row, 'banned_until') ?? 0) > now ? 'frozen' : 'active',
            hash: textAt(row, 'encrypted_password'),
            linked: linksAt(row, 'identities', { provider: 'provider', sub: 'provider_id' }),
            totpSeed: textAt(app, 'secret'),
          },
          ignored: leftOver(row, taken),
          losesFactor: factors.some((one) => one !== app || textAt(one, 'secret') === undefined),
        }
      })
    }
  },
}

function hasTime(row: object, path: string): boolean {
  return timeAt(row, path) !== undefined
}
