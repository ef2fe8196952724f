import type { Queries } from './database.ts'

/** A picture of a profile or a background. */
export interface Picture {
  key: string
  accountId: string
  /** Whether only its owner may see it. */
  isSensitive: boolean
  bytes: Uint8Array
  createdAt: number
}

/** A row of `pictures`. */
export interface StoredPicture extends Omit<Picture, 'isSensitive'> {
  isSensitive: 0 | 1
}

/** Uploaded logo of an organization. */
export interface OrganizationLogo {
  organizationId: string
  key: string
  bytes: Uint8Array
}

/** Reads and changes pictures. */
export interface PictureRepository {
  read(key: string): Promise<Picture | undefined>
  readLogo(key: string): Promise<Uint8Array | undefined>
  /** Stores a logo in place of the former one of its organization. */
  replaceLogo(logo: OrganizationLogo): Promise<void>
  removeLogo(organizationId: string): Promise<void>
  insert(picture: Picture): Promise<void>
  /** Returns how many pictures an account has, including its avatar. */
  count(accountId: string): Promise<number>
  /** Returns whether the key is a picture of the account that everybody may see, such as its avatar. */
  isPublicOf(accountId: string, key: string): Promise<boolean>
  /** Removes a picture of the account. */
  remove(accountId: string, key: string): Promise<void>
  /** Removes all pictures of an account but the newest and those in use. */
  keepNewest(accountId: string, most: number, inUse: readonly string[]): Promise<void>
}

/** Pictures in SQL; they are small, so instances share them without a file store. */
export function pictureRepository(query: Queries): PictureRepository {
  async function countIn(table: 'pictures' | 'avatars', accountId: string): Promise<number> {
    const { count } = await query
      .selectFrom(table)
      .select((all) => all.fn.countAll<number>().as('count'))
      .where('accountId', '=', accountId)
      .executeTakeFirstOrThrow()
    return count
  }
  return {
    read: async (key) => {
      const row = await query
        .selectFrom('pictures')
        .selectAll()
        .where('key', '=', key)
        .executeTakeFirst()
      return row && { ...row, isSensitive: row.isSensitive === 1 }
    },
    readLogo: async (key) => {
      const row = await query
        .selectFrom('organizationLogos')
        .select('bytes')
        .where('key', '=', key)
        .executeTakeFirst()
      return row?.bytes
    },
    replaceLogo: async (logo) => {
      const { key, bytes } = logo
      await query
        .insertInto('organizationLogos')
        .values(logo)
        .onConflict((conflict) => conflict.column('organizationId').doUpdateSet({ key, bytes }))
        .execute()
    },
    removeLogo: async (organizationId) => {
      await query
        .deleteFrom('organizationLogos')
        .where('organizationId', '=', organizationId)
        .execute()
    },
    insert: async (picture) => {
      await query
        .insertInto('pictures')
        .values({ ...picture, isSensitive: picture.isSensitive ? 1 : 0 })
        .execute()
    },
    count: async (accountId) =>
      (await countIn('pictures', accountId)) + (await countIn('avatars', accountId)),
    isPublicOf: async (accountId, key) => {
      const avatar = await query
        .selectFrom('avatars')
        .select('key')
        .where('key', '=', key)
        .where('accountId', '=', accountId)
        .executeTakeFirst()
      if (avatar !== undefined) return true
      const picture = await query
        .selectFrom('pictures')
        .select('key')
        .where('key', '=', key)
        .where('accountId', '=', accountId)
        .where('isSensitive', '=', 0)
        .executeTakeFirst()
      return picture !== undefined
    },
    remove: async (accountId, key) => {
      await query
        .deleteFrom('pictures')
        .where('key', '=', key)
        .where('accountId', '=', accountId)
        .execute()
    },
    keepNewest: async (accountId, most, inUse) => {
      const rows = await query
        .selectFrom('pictures')
        .select('key')
        .where('accountId', '=', accountId)
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
