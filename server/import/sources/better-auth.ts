import { emailOf, isYes, linksAt, listAt, textAt, timeAt } from '../fields.ts'
import { ImportError } from '../import-error.ts'
import { readJson } from '../read-file.ts'
import { eachOf, sourceOf } from '../read-rows.ts'

/** better-auth: its tables `user`, `account` and `passkey` in one object. */
export const betterAuth = sourceOf({
  records: eachOf(readUsers),
  id: 'id',
  taken:
    'id name email emailVerified username phoneNumber phoneNumberVerified isAnonymous banned createdAt updatedAt twoFactorEnabled accounts passkeys',
  toAccount: (user) => {
    if (isYes(user, 'isAnonymous')) return 'skipped'
    return {
      emails: emailOf(textAt(user, 'email'), isYes(user, 'emailVerified')),
      mobile: isYes(user, 'phoneNumberVerified') ? textAt(user, 'phoneNumber') : undefined,
      username: textAt(user, 'username'),
      name: textAt(user, 'name'),
      createdAt: timeAt(user, 'createdAt'),
      state: isYes(user, 'banned') ? 'frozen' : 'active',
      hash: hashOf(textAt(user, 'accounts.*.password')),
      linked: linksAt(user, 'accounts', { provider: 'providerId', sub: 'accountId' }),
      // The secret of its app is encrypted by a key of the product.
      losesFactor: isYes(user, 'twoFactorEnabled') || listAt(user, 'passkeys').length > 0,
    }
  },
})

async function* readUsers(file: string): AsyncGenerator {
  const tables = await readJson(file)
  const users = listAt(tables, 'user')
  if (users.length === 0) throw new ImportError(`"${file}" has no table "user".`)
  const byPerson = (table: string): Map<string | undefined, unknown[]> =>
    Map.groupBy(listAt(tables, table), (row) => textAt(row, 'userId'))
  const [accounts, passkeys] = [byPerson('account'), byPerson('passkey')]
  for (const user of users) {
    const id = textAt(user, 'id')
    yield { ...(user as object), accounts: accounts.get(id), passkeys: passkeys.get(id) }
  }
}

// The salt is the text of the digits, not the bytes that they stand for.
function hashOf(stored: string | undefined): string | undefined {
  const [, salt = '', key = ''] = /^([\da-f]{32}):([\da-f]{128})$/.exec(stored ?? '') ?? []
  if (salt === '') return stored
  const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
  return `$scrypt$ln=14,r=16,p=1$${base64(Buffer.from(salt))}$${base64(Buffer.from(key, 'hex'))}`
}
