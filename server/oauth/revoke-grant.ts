import { isRequiredScope, parseScopes } from '#protocol/scopes.ts'
import type { RequestSource } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { OAuthGrant } from '../store/schema/oauth.ts'
import type { Services } from '../services/services.ts'

/** Returns whether a scope, by its name in grants, is part of every consent. */
export function isAlwaysGranted(stored: string): boolean {
  const [own] = parseScopes(stored)
  return own === stored && isRequiredScope(own)
}

/**
 * Removes all scopes from a grant but those to keep; tokens with a removed scope end at once.
 * @throws grant_not_found
 */
export async function narrowGrant(
  tx: Services,
  source: RequestSource,
  accountId: string,
  id: string,
  kept: ReadonlySet<string>,
): Promise<void> {
  const grant = await findGrant(tx, accountId, id)
  const had = grant.granted.split(' ')
  const rest = had.filter((name) => kept.has(name) || isAlwaysGranted(name))
  if (rest.length === had.length) return
  if (rest.every(isAlwaysGranted)) return await revokeGrant(tx, source, grant)
  const refused = new Set(grant.refused.split(' ').filter((name) => name !== ''))
  for (const name of had) if (!rest.includes(name)) refused.add(name)
  const isNarrowed = await tx.oauthGrants.narrow(grant, {
    granted: rest.join(' '),
    refused: [...refused].join(' '),
    changedAt: tx.clock(),
  })
  // Another device changed the grant in between.
  if (!isNarrowed) return await narrowGrant(tx, source, accountId, id, kept)
  await note(tx, source, 'program_changed', grant)
}

/** Revokes a grant and its tokens. @throws grant_not_found */
export async function revokeGrant(
  tx: Services,
  source: RequestSource,
  grant: OAuthGrant,
): Promise<void> {
  if (!(await tx.oauthGrants.revoke(grant.accountId, grant.id, tx.clock()))) throw notFound()
  await tx.logoutCalls.ofGrant(grant.id)
  await note(tx, source, 'program_revoked', grant)
}

/** Returns a grant that is not revoked. @throws grant_not_found */
export async function findGrant(
  { oauthGrants }: Pick<Services, 'oauthGrants'>,
  accountId: string,
  id: string,
): Promise<OAuthGrant> {
  const grant = await oauthGrants.find(id)
  if (grant?.accountId !== accountId || grant.granted === '') throw notFound()
  return grant
}

async function note(
  tx: Services,
  source: RequestSource,
  kind: 'program_changed' | 'program_revoked',
  { accountId, clientId }: OAuthGrant,
): Promise<void> {
  const client = await tx.oauthClients.find(clientId)
  await tx.events.note(source, kind, accountId, client?.name)
}

function notFound(): PassportError {
  return new PassportError('grant_not_found')
}
