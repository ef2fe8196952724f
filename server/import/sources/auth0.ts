import { at, linksAt, listAt, textAt } from '../fields.ts'
import { ImportError } from '../import-error.ts'
import { mappedSource } from '../mapped-source.ts'
import { readRecords } from '../read-file.ts'

const custom = ['argon2', 'bcrypt', 'pbkdf2'].map(
  (name) =>
    `password_hash={custom_password_hash.algorithm==${name}}{custom_password_hash.hash.value}`,
)

/** Auth0: an export of users or a file of its bulk import, and the file of hashes that support sends. */
export const auth0 = mappedSource({
  records: readUsers,
  map: `external_id=user_id email=email email_verified=email_verified mobile=phone_number
    mobile_verified=phone_verified username=username name=name created_at=created_at blocked=blocked
    totp_secret=mfa_factors.*.totp.secret password_hash=password_hash ${custom.join(' ')}`,
  taken: 'identities updated_at',
  change: (row) => ({
    linked: linksAt(row, 'identities', { provider: 'provider', sub: 'user_id' }),
    losesFactor:
      [...listAt(row, 'mfa_factors'), ...listAt(row, 'multifactor')].length > 0 &&
      textAt(row, 'mfa_factors.*.totp.secret') === undefined,
  }),
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
