import type { RequestSource } from '../calls/call.ts'
import type { Config } from '../config/config.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Outside } from '../http/outside.ts'
import type { Clock } from '../lib/clock.ts'
import { decryptText, encryptText } from '../lib/encrypt-text.ts'
import type { RateLimits } from '../limits/limits.ts'
import type { LiveAuthorization } from '../store/live-authorizations.ts'
import type { OAuthKeyRepository } from '../store/oauth-key-repository.ts'
import type { Person } from './claims.ts'
import { createClientFetch } from './client-fetch.ts'
import { isDocumentId, isUsable } from './clients.ts'
import type { Engine } from './engine.ts'
import { createSigningKeys } from './signing-keys.ts'
import type { EngineStore } from './token-adapter.ts'
import type { Session } from '../store/schema/accounts.ts'
import type { OAuthClient, OAuthGrant } from '../store/schema/oauth.ts'

export type OAuth = ReturnType<typeof createOAuth>

export function createOAuth(options: {
  config: Config
  secrets: Secrets
  clock: Clock
  store: EngineStore
  keys: OAuthKeyRepository
  personOf(authorization: LiveAuthorization): Promise<Person | undefined>
  avatarUrlOf(account: Person['account']): string
  endReused(kind: string, hash: string, source: RequestSource): Promise<void>
  rateLimits: Pick<RateLimits, 'take'>
  outside: Outside
}) {
  const { personOf, avatarUrlOf, clock, config, endReused, rateLimits, secrets, store } = options
  const keys = createSigningKeys(options.keys, secrets, clock)
  let engine: Promise<Engine> | undefined

  function hashUserCode(code: string): string {
    return secrets.lasting('device codes', code).toString('hex')
  }

  async function load(): Promise<Engine> {
    const { createEngine } = await import('./engine.ts')
    return createEngine({
      issuer: config.PUBLIC_ORIGIN,
      store,
      keys,
      clock,
      productNames: [config.PRODUCT_NAME],
      documents: config.CLIENT_DOCUMENTS,
      fetch: createClientFetch(options),
      hasRegistration: config.CLIENT_REGISTRATION === 'token',
      avatarUrlOf,
      personOf,
      hashUserCode,
      successorOf: (token) => {
        // The first parts of one that a page reads stay.
        const readable = token.slice(0, token.lastIndexOf('.') + 1)
        return readable + secrets.lasting('oauth refresh', token).toString('base64url')
      },
      endReused,
      rateLimits,
    })
  }

  function start(): Promise<Engine> {
    return (engine ??= load().catch((error: unknown) => {
      // The next call tries again.
      engine = undefined
      throw error
    }))
  }

  return {
    keys,
    /** Returns a session's `sid` for one client, which stays in sessions that continue it. */
    sessionIdFor: (
      clientId: string,
      { hash, firstHash }: Pick<Session, 'hash' | 'firstHash'>,
    ): string =>
      secrets.lasting('oauth sessions', `${clientId} ${firstHash || hash}`).toString('base64url'),
    /** Returns an active client, stored or known by a document. */
    findClient: async (id: string): Promise<OAuthClient | undefined> => {
      if (isDocumentId(id)) return await (await start()).documentClient(id)
      const found = await store.clients.find(id)
      return found && isUsable(found, clock()) ? found : undefined
    },
    /** Returns the engine; its library is loaded at the first call. */
    engine: start,
    /** Returns the stored hash of a code that people type. */
    hashUserCode,
    /** Encrypts an answer that a page posts to its client, so that it stays in no address. */
    sealAnswer: (answer: string): string => encryptText(secrets.lasting('oauth answers'), answer),
    openAnswer: (sealed: string): string | undefined =>
      decryptText(secrets.lasting('oauth answers'), sealed),
    /** Returns a person's id for all clients of one developer; empty for a client without one. */
    unionIdOf: (
      { details: { developer = '' } }: OAuthClient,
      { accountId, membershipId }: OAuthGrant,
    ): string =>
      developer === ''
        ? ''
        : `un_${secrets.lasting('union id', developer, accountId, membershipId).toString('base64url', 0, 24)}`,
  }
}
