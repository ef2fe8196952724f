import { countRows, findsAny, readFirst, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { ClientLogo, OrganizationLogo, Picture } from './schema/accounts.ts'

/** Reads and changes pictures. */
export type PictureRepository = ReturnType<typeof pictureRepository>

/** Pictures in SQL; they are small, so instances share them without a file store. */
export function pictureRepository(query: Queries) {
  const avatars = (accountId: string) =>
    query.selectFrom('avatars').where('accountId', '=', accountId)
  const pictures = (accountId: string) =>
    query.selectFrom('pictures').where('accountId', '=', accountId)
  return {
    read: async (key: string): Promise<Picture | undefined> => {
      const row = await query
        .selectFrom('pictures')
        .selectAll()
        .where('key', '=', key)
        .executeTakeFirst()
      return row && { ...row, isSensitive: row.isSensitive === 1 }
    },
    /** Returns the logo of an organization or a client. */
    readLogo: (key: string) =>
      readFirst(
        query
          .selectFrom('organizationLogos')
          .select('bytes')
          .where('key', '=', key)
          .unionAll(query.selectFrom('clientLogos').select('bytes').where('key', '=', key)),
        ({ bytes }) => bytes,
      ),
    /** Stores a logo in place of the former one of its client. */
    replaceClientLogo: (logo: ClientLogo) => {
      const { key, bytes } = logo
      return run(
        query
          .insertInto('clientLogos')
          .values(logo)
          .onConflict((conflict) => conflict.column('clientId').doUpdateSet({ key, bytes })),
      )
    },
    /** Stores a logo in place of the former one of its organization. */
    replaceLogo: (logo: OrganizationLogo) => {
      const { key, bytes } = logo
      return run(
        query
          .insertInto('organizationLogos')
          .values(logo)
          .onConflict((conflict) => conflict.column('organizationId').doUpdateSet({ key, bytes })),
      )
    },
    removeLogo: (organizationId: string) =>
      run(query.deleteFrom('organizationLogos').where('organizationId', '=', organizationId)),
    insert: (picture: Picture) =>
      run(
        query
          .insertInto('pictures')
          .values({ ...picture, isSensitive: picture.isSensitive ? 1 : 0 }),
      ),
    /** Returns how many pictures an account has, including its avatar. */
    count: async (accountId: string) =>
      (await countRows(pictures(accountId))) + (await countRows(avatars(accountId))),
    /** Returns whether the key is a picture of the account that everybody may see, such as its avatar. */
    isPublicOf: async (accountId: string, key: string) => {
      const avatar = avatars(accountId).select('key').where('key', '=', key)
      const picture = pictures(accountId).select('key').where('key', '=', key)
      return (await findsAny(avatar)) || (await findsAny(picture.where('isSensitive', '=', 0)))
    },
    /** Removes a picture of the account. */
    remove: (accountId: string, key: string) =>
      run(query.deleteFrom('pictures').where('key', '=', key).where('accountId', '=', accountId)),
    /** Removes all pictures of an account but the newest and those in use. */
    keepNewest: async (accountId: string, most: number, inUse: readonly string[]) => {
      const rows = await pictures(accountId)
        .select('key')
        .orderBy('createdAt', 'desc')
        .orderBy('key')
        .execute()
      const old = rows
        .slice(most)
        .map(({ key }) => key)
        .filter((key) => !inUse.includes(key))
      if (old.length > 0) await query.deleteFrom('pictures').where('key', 'in', old).execute()
    },
  }
}
