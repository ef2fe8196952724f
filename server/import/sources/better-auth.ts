import { emailOf, isYes, leftOver, linksAt, listAt, textAt, timeAt } from '../fields.ts'
import type { Source } from '../foreign-account.ts'
import { ImportError } from '../import-error.ts'
import { readJson } from '../read-file.ts'
import { readRows } from '../read-rows.ts'

const taken =
  'id name email emailVerified username phoneNumber phoneNumberVerified isAnonymous banned createdAt updatedAt twoFactorEnabled'.split(
    ' ',
  )

/** better-auth: its tables `user`, `account` and `passkey` in one object. */
export const betterAuth: Source = {
  async *read(files) {
    for (const file of files) {
      const tables = await readJson(file)
      const users = listAt(tables, 'user')
      if (users.length === 0) throw new ImportError(`"${file}" has no table "user".`)
      const accounts = Map.groupBy(listAt(tables, 'account'), (row) => textAt(row, 'userId'))
      const passkeys = new Set(listAt(tables, 'passkey').map((row) => textAt(row, 'userId')))
      yield* readRows(users, 'id', (user) => {
        if (isYes(user, 'isAnonymous')) return 'skipped'
        const own = accounts.get(textAt(user, 'id')) ?? []
        const password = own.find((row) => textAt(row, 'providerId') === 'credential')
        return {
          account: {
            emails: emailOf(textAt(user, 'email'), isYes(user, 'emailVerified')),
            mobile: isYes(user, 'phoneNumberVerified') ? textAt(user, 'phoneNumber') : undefined,
            username: textAt(user, 'username'),
            name: textAt(user, 'name'),
            createdAt: timeAt(user, 'createdAt'),
            state: isYes(user, 'banned') ? 'frozen' : 'active',
            hash: hashOf(textAt(password, 'password')),
            linked: linksAt({ own }, 'own', { provider: 'providerId', sub: 'accountId' }),
          },
          ignored: leftOver(user, taken),
          // The secret of its app is encrypted by a key of the product.
          losesFactor: isYes(user, 'twoFactorEnabled') || passkeys.has(textAt(user, 'id')),
        }
      })
    }
  },
}

// The salt is the text of the digits, not the bytes that they stand for.
function hashOf(stored: string | undefined): string | undefined {
  const [, salt = '', key = ''] = /^([\da-f]{32}):([\da-f]{128})$/.exec(stored ?? '') ?? []
  if (salt === '') return stored
  const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
  return `$scrypt$ln=14,r=16,p=1$${base64(Buffer.from(salt))}$${base64(Buffer.from(key, 'hex'))}`
}
