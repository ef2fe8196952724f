import { at, emailOf, isYes, linksAt, listAt, textAt, timeAt } from '../fields.ts'
import { readRecords } from '../read-file.ts'
import { eachOf, sourceOf } from '../read-rows.ts'

/** Supabase: rows of `auth.users`, each with its `identities` and `mfa_factors`. */
export const supabase = sourceOf({
  records: eachOf(readRecords),
  id: 'id',
  taken:
    'id email encrypted_password email_confirmed_at phone phone_confirmed_at banned_until deleted_at is_anonymous raw_user_meta_data created_at identities mfa_factors instance_id aud role',
  toAccount: (row, { now }) => {
    const happened = (path: string): boolean => timeAt(row, path) !== undefined
    if (isYes(row, 'is_anonymous') || happened('deleted_at')) return 'skipped'
    const phone = happened('phone_confirmed_at') ? textAt(row, 'phone') : undefined
    const factors = listAt(row, 'mfa_factors').filter((one) => at(one, 'status') === 'verified')
    const app = factors.find((factor) => at(factor, 'factor_type') === 'totp')
    return {
      emails: emailOf(textAt(row, 'email'), happened('email_confirmed_at')),
      mobile: phone && `+${phone.replace(/^\+/, '')}`,
      name: textAt(row, 'raw_user_meta_data.full_name') ?? textAt(row, 'raw_user_meta_data.name'),
      createdAt: timeAt(row, 'created_at'),
      state: (timeAt(row, 'banned_until') ?? 0) > now ? 'frozen' : 'active',
      hash: textAt(row, 'encrypted_password'),
      linked: linksAt(row, 'identities', { provider: 'provider', sub: 'provider_id' }),
      totpSeed: textAt(app, 'secret'),
      losesFactor: factors.some((one) => one !== app || textAt(one, 'secret') === undefined),
    }
  },
})
