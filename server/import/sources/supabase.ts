import { at, isYes, linksAt, listAt, textAt, timeAt } from '../fields.ts'
import { mappedSource } from '../mapped-source.ts'
import { eachOf, readRecords } from '../read-file.ts'

/** Supabase: rows of `auth.users`, each with its `identities` and `mfa_factors`. */
export const supabase = mappedSource({
  records: eachOf(readRecords),
  map: `external_id=id email=email email_verified=email_confirmed_at mobile=+{phone}
    mobile_verified=phone_confirmed_at name=raw_user_meta_data.full_name name=raw_user_meta_data.name
    created_at=created_at blocked_until=banned_until password_hash=encrypted_password`,
  taken: 'deleted_at is_anonymous identities mfa_factors instance_id aud role',
  change: (row) => {
    if (isYes(row, 'is_anonymous') || timeAt(row, 'deleted_at') !== undefined) return 'skipped'
    const factors = listAt(row, 'mfa_factors').filter((one) => at(one, 'status') === 'verified')
    const app = factors.find((factor) => at(factor, 'factor_type') === 'totp')
    return {
      linked: linksAt(row, 'identities', { provider: 'provider', sub: 'provider_id' }),
      totpSeed: textAt(app, 'secret'),
      losesFactor: factors.some((one) => one !== app || textAt(one, 'secret') === undefined),
    }
  },
})
