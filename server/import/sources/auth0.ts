import { at, emailOf, isYes, leftOver, linksAt, listAt, textAt, timeAt } from '../fields.ts'
import type { Source } from '../foreign-account.ts'
import { ImportError } from '../import-error.ts'
import { readRecords } from '../read-file.ts'
import { readRows, type ReadRow } from '../read-rows.ts'

// Those of bulk imports whose texts name their salt and cost.
const algorithms = new Set(['argon2', 'bcrypt', 'pbkdf2'])
const taken =
  'user_id email email_verified phone_number phone_verified username name created_at blocked identities password_hash custom_password_hash mfa_factors updated_at'.split(
    ' ',
  )

/** Auth0: an export of users or a file of its bulk import, and the file of hashes that support sends. */
export const auth0: Source = {
  async *read(files) {
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
      yield* readRows(readRecords(file), 'user_id', (row) => toRow(row, hashes))
    }
  },
}

async function hasHashes(file: string): Promise<boolean> {
  for await (const first of readRecords(file)) return at(first, '_id.$oid') !== undefined
  return false
}

function toRow(row: object, hashes: ReadonlyMap<string, string>): ReadRow {
  const custom = algorithms.has(textAt(row, 'custom_password_hash.algorithm') ?? '')
    ? textAt(row, 'custom_password_hash.hash.value')
    : undefined
  const factors = [...listAt(row, 'mfa_factors'), ...listAt(row, 'multifactor')]
  const totpSeed = textAt(row, 'mfa_factors.*.totp.secret')
  return {
    account: {
      emails: emailOf(textAt(row, 'email'), isYes(row, 'email_verified')),
      mobile: isYes(row, 'phone_verified') ? textAt(row, 'phone_number') : undefined,
      username: textAt(row, 'username'),
      name: textAt(row, 'name'),
      createdAt: timeAt(row, 'created_at'),
      state: isYes(row, 'blocked') ? 'frozen' : 'active',
      hash: textAt(row, 'password_hash') ?? custom ?? hashes.get(textAt(row, 'user_id') ?? ''),
      linked: linksAt(row, 'identities', { provider: 'provider', sub: 'user_id' }),
      totpSeed,
    },
    ignored: leftOver(row, taken),
    losesFactor: factors.length > 0 && totpSeed === undefined,
  }
}
