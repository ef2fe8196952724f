import { isYes, linksAt, listAt, textAt, timeAt } from '../fields.ts'
import { ImportError } from '../import-error.ts'
import { mappedSource } from '../mapped-source.ts'
import { eachOf, readJson } from '../read-file.ts'

/** better-auth: its tables `user`, `account` and `passkey` in one object. Secrets of apps are encrypted there. */
export const betterAuth = mappedSource({
  records: eachOf(readUsers),
  map: `external_id=id email=email email_verified=emailVerified mobile=phoneNumber
    mobile_verified=phoneNumberVerified username=username name=name created_at=createdAt blocked=banned
    password_hash=accounts.*.password lost_factor=twoFactorEnabled lost_factor=passkeys`,
  taken: 'updatedAt isAnonymous banExpires',
  change: (user, { now }) => {
    if (isYes(user, 'isAnonymous')) return 'skipped'
    return {
      linked: linksAt(user, 'accounts', { provider: 'providerId', sub: 'accountId' }),
      // A ban stays marked after its end.
      ...((timeAt(user, 'banExpires') ?? now) < now && { state: 'active' }),
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
