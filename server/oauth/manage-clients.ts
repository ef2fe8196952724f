import { randomBytes } from 'node:crypto'
import { operatorSource, type Actor } from '../calls/operator-source.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { makeToken } from '../lib/tokens.ts'
import type { OAuthClientDetails } from '../store/oauth-client-details.ts'
import type { OAuthResourceRepository } from '../store/oauth-resource-repository.ts'
import type { OAuthClient } from '../store/schema/oauth.ts'
import {
  readDetails,
  readName,
  readNeedsPkce,
  readRedirects,
  readScopes,
  type ClientInput,
} from './client-input.ts'
import { DEFAULT_SCOPES, hashClientSecret } from './clients.ts'
import type { Services } from '../services/services.ts'

const REMOVED_AT_ONCE = 100

/** How a new client proves what it is: `public` ones cannot. */
export type ClientProof = 'secret' | 'key' | 'public'

/** Registers a client; its secret, if it has one, is returned here alone. @throws OperatorError */
export async function registerClient(
  { clock, transaction }: Pick<Services, 'clock' | 'transaction'>,
  proof: ClientProof,
  input: ClientInput & { isVerified: boolean },
): Promise<{ client: OAuthClient; secret: string | undefined }> {
  const secret = proof === 'secret' ? makeToken() : undefined
  const details = readDetails(input)
  requireSecret(details, secret !== undefined)
  if (proof === 'public' && details.resources !== undefined) {
    throw new OperatorError('invalid', 'publicResources')
  }
  const client: OAuthClient = {
    id: `c_${makeToken().slice(0, 22)}`,
    kind: 'registered',
    name: readName(input.name ?? ''),
    state: 'active',
    redirects: readRedirects(input.redirects ?? ''),
    scopes: readScopes(input.scopes ?? DEFAULT_SCOPES),
    secretHash: secret === undefined ? '' : hashClientSecret(secret),
    formerSecretHash: '',
    needsPkce: readNeedsPkce(input.isPkceOptional, proof === 'public'),
    details,
    isVerified: input.isVerified,
    createdAt: clock(),
    expiresAt: null,
  }
  const needsRedirects = details.resources === undefined && details.isForDevices !== true
  if (client.redirects.length === 0 && needsRedirects) {
    throw new OperatorError('invalid', 'noRedirects')
  }
  await transaction(async ({ oauthClients, oauthResources }) => {
    await requireResources(oauthResources, details)
    await oauthClients.insert(client)
  })
  return { client, secret }
}

/** Changes the data of a client that an operator registered. @throws OperatorError */
export async function changeClient(
  { transaction }: Pick<Services, 'transaction'>,
  id: string,
  input: ClientInput,
): Promise<void> {
  const { name, redirects, scopes, isPkceOptional } = input
  const details = readDetails(input)
  await transaction(async ({ oauthClients, oauthResources }) => {
    const client = await oauthClients.lock(id)
    if (client?.kind !== 'registered') throw new OperatorError('unknown', 'client', id)
    requireSecret(details, client.secretHash !== '')
    await requireResources(oauthResources, details)
    const isPublic = proofOf(client) === 'public'
    await oauthClients.update(id, {
      ...(name !== undefined && { name: readName(name) }),
      ...(redirects !== undefined && { redirects: readRedirects(redirects) }),
      ...(scopes !== undefined && { scopes: readScopes(scopes) }),
      ...(isPkceOptional !== undefined && { needsPkce: readNeedsPkce(isPkceOptional, isPublic) }),
      details: { ...client.details, ...details },
    })
  })
}

/** Gives a client a logo, encoded as it is served. @throws OperatorError */
export async function setClientLogo(
  { transaction }: Pick<Services, 'transaction'>,
  id: string,
  bytes: Uint8Array,
): Promise<void> {
  const key = randomBytes(16).toString('base64url')
  await transaction(async ({ oauthClients, pictures }) => {
    const client = await oauthClients.lock(id)
    if (client === undefined) throw new OperatorError('unknown', 'client', id)
    await pictures.replaceClientLogo({ clientId: id, key, bytes })
    await oauthClients.update(id, { details: { ...client.details, logoKey: key } })
  })
}

type Clients = Pick<Services, 'oauthClients'>

/** Stops a client and all its tokens at once, or undoes that; marks it as verified, or not. @throws OperatorError */
export async function markClient(
  { oauthClients }: Clients,
  id: string,
  mark: Pick<OAuthClient, 'state'> | Pick<OAuthClient, 'isVerified'>,
): Promise<void> {
  if (!(await oauthClients.update(id, mark))) throw new OperatorError('unknown', 'client', id)
}

/** Adds a second secret and returns it, here alone; both are valid until one is ended. @throws OperatorError */
export async function addClientSecret({ oauthClients }: Clients, id: string): Promise<string> {
  const secret = makeToken()
  if (await oauthClients.addSecret(id, hashClientSecret(secret))) return secret
  const client = await oauthClients.find(id)
  if (client === undefined) throw new OperatorError('unknown', 'client', id)
  throw new OperatorError('conflict', client.secretHash === '' ? 'noSecret' : 'clientSecrets', id)
}

/** Ends one of two secrets at once. @throws OperatorError */
export async function endClientSecret(
  { oauthClients }: Clients,
  id: string,
  which: 'older' | 'newer',
): Promise<void> {
  if (await oauthClients.endSecret(id, which)) return
  throw new OperatorError('conflict', 'noSecondSecret', id)
}

/**
 * Removes a client: stops it, takes what people let it have, and forgets it. Again after a kill, it goes on.
 * @throws OperatorError
 */
export async function removeClient(
  { oauthClients, transaction }: Pick<Services, 'oauthClients' | 'transaction'>,
  actor: Actor,
  id: string,
): Promise<void> {
  await markClient({ oauthClients }, id, { state: 'frozen' })
  const name = (await oauthClients.find(id))?.name
  let removed = 0
  do {
    // In parts, because everybody may have let it in.
    removed = await transaction(async ({ events, oauthGrants }) => {
      const grants = await oauthGrants.removeSome(id, REMOVED_AT_ONCE)
      for (const { accountId, granted } of grants) {
        if (granted !== '')
          await events.note(operatorSource(actor), 'program_revoked', accountId, name)
      }
      return grants.length
    })
  } while (removed > 0)
  await oauthClients.remove(id)
}

/** Returns how a client proves what it is. */
export function proofOf({
  details,
  secretHash,
}: Pick<OAuthClient, 'details' | 'secretHash'>): ClientProof {
  if (details.keys !== undefined) return 'key'
  return secretHash === '' ? 'public' : 'secret'
}

// Without a secret anybody could call the old endpoints in the client's name.
function requireSecret({ oldWays = [] }: OAuthClientDetails, hasSecret: boolean): void {
  if (oldWays.length > 0 && !hasSecret) throw new OperatorError('invalid', 'oldWaysSecret')
}

async function requireResources(
  resources: OAuthResourceRepository,
  details: OAuthClientDetails,
): Promise<void> {
  for (const id of details.resources ?? []) {
    if ((await resources.find(id)) !== undefined) continue
    throw new OperatorError('unknown', 'resource', id)
  }
}
