import { addAdminToken } from '../server/admin-api/admin-tokens.ts'
import { adminTokenRepository } from '../server/store/admin-token-repository.ts'
import { appRepository } from '../server/store/app-repository.ts'
import { openDatabase } from '../server/store/database.ts'
import type { load } from './load.ts'

/** So many that none makes more calls than a token may. */
const TOKENS = 400

/** Returns the call for one account, by many tokens. */
export async function userCallsOf(
  origin: string,
  location: string,
): Promise<Parameters<typeof load>[1]> {
  const { query, close } = openDatabase(location)
  const services = {
    adminTokens: adminTokenRepository(query),
    clock: Date.now,
    registeredApps: appRepository(query),
  }
  const { id } = await query.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
  const tokens: string[] = []
  for (let count = 0; count < TOKENS; count++) {
    const wanted = { name: `bench ${count}`, scopes: ['users:read'], networks: [], aid: null }
    const expiresAt = Date.now() + 86_400_000
    tokens.push((await addAdminToken(services, { ...wanted, expiresAt })).text)
  }
  await close()
  return {
    url: origin,
    success: `"id":"${id}"`,
    requests: tokens.map((token) => ({
      path: `/admin/v1/users/${id}`,
      headers: { authorization: `Bearer ${token}` },
    })),
  }
}
