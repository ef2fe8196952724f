import { at, emailOf, isYes, linksAt, listAt, textAt, timeAt } from '../fields.ts'
import { ImportError } from '../import-error.ts'
import { readRecords } from '../read-file.ts'
import { sourceOf } from '../read-rows.ts'

// Those of bulk imports whose texts name their salt and cost.
const algorithms = new Set(['argon2', 'bcrypt', 'pbkdf2'])

/** Auth0: an export of users or a file of its bulk import, and the file of hashes that support sends. */
export const auth0 = sourceOf({
  records: readUsers,
  id: 'user_id',
  taken:
    'user_id email email_verified phone_number phone_verified username name created_at blocked identities password_hash custom_password_hash mfa_factors updated_at',
  toAccount: (row) => {
    const isPhc = algorithms.has(textAt(row, 'custom_password_hash.algorithm') ?? '')
    const custom = isPhc ? textAt(row, 'custom_password_hash.hash.value') : undefined
    const factors = [...listAt(row, 'mfa_factors'), ...listAt(row, 'multifactor')]
    const totpSeed = textAt(row, 'mfa_factors.*.totp.secret')
    return {
      emails: emailOf(textAt(row, 'email'), isYes(row, 'email_verified')),
      mobile: isYes(row, 'phone_verified') ? textAt(row, 'phone_number') : undefined,
      username: textAt(row, 'username'),
      name: textAt(row, 'name'),
      createdAt: timeAt(row, 'created_at'),
      state: isYes(row, 'blocked') ? 'frozen' : 'active',
      hash: textAt(row, 'password_hash') ?? custom,
      linked: linksAt(row, 'identities', { provider: 'provider', sub: 'user_id' }),
      totpSeed,
      losesFactor: factors.length > 0 && totpSeed === undefined,
    }
  },
})

async function* readUsers(files: readonly string[]): AsyncGenerator {
  const hashes = new Map<string, string>()
  const people: string[] = []
  for (const file of files) {
    if (!(await hasHashes(file))) people.push(file)
    else {
      for await (const row of readRecords(file)) {
        hashes.set(`auth0|${textAt(row, '_id.$oid')}`, textAt(row, 'passwordHash') ?? '')
      }
    }
  }
  if (people.length === 0) {
    throw new ImportError('These files have hashes alone: name the export of users, too.')
  }
  for (const file of people) {
    for await (const row of readRecords(file)) {
      const hash = hashes.get(textAt(row, 'user_id') ?? '')
      yield hash === undefined ? row : { ...(row as object), password_hash: hash }
    }
  }
}

async function hasHashes(file: string): Promise<boolean> {
  for await (const first of readRecords(file)) return at(first, '_id.$oid') !== undefined
  return false
}
