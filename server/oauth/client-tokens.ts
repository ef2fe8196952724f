import {
  errors,
  Provider,
  type AccessToken,
  type Client,
  type ClientCredentials,
  type IdToken,
  type RefreshToken,
} from 'oidc-provider'
import { toSeconds, type Clock } from '../lib/clock.ts'
import { CLAIMS_IN_ID_TOKEN, READABLE_TOKENS } from './clients.ts'
import { NO_SCOPE } from './resource-tokens.ts'

// What the engine's types lack.
type ScopedIdToken = IdToken & { scope?: string | undefined }
type MadeToken = (AccessToken | RefreshToken) & { generateTokenId(): string }

/** Changes what the engine puts into tokens: by what a client is registered for, and after a lost reply. */
export function shapeTokens(
  { AccessToken, ClientCredentials, IdToken, RefreshToken }: Provider,
  successorOf: (refreshToken: string) => string,
  clock: Clock,
): void {
  const { save } = RefreshToken.prototype
  RefreshToken.prototype.save = function saveSuccessor() {
    const replaced = Provider.ctx?.oidc.entities.RotatedRefreshToken
    // A repeated refresh, after a lost reply, returns the same token again.
    if (replaced !== undefined) this.jti = successorOf(replaced.jti)
    return save.call(this)
  }
  requireScope(AccessToken.prototype)
  requireScope(ClientCredentials.prototype)
  makeReadable(RefreshToken.prototype as MadeToken, () => ({}))
  makeReadable(AccessToken.prototype as MadeToken, ({ accountId: sub, expiration }) => {
    const iat = toSeconds(clock())
    return { sub, iat, exp: iat + expiration }
  })
  const { payload: payloadOf } = IdToken.prototype
  IdToken.prototype.payload = function payload(this: ScopedIdToken) {
    const hasClaims = this.client[CLAIMS_IN_ID_TOKEN] === true && this.scope === 'openid'
    if (hasClaims) this.scope = this.ctx.oidc.entities.AccessToken?.scope
    return payloadOf.call(this)
  }
}

// A resource may look at the audience alone, and would let in a client that nobody gave any of its scopes.
function requireScope(prototype: AccessToken | ClientCredentials): void {
  const { save } = prototype
  prototype.save = async function saveWithScope() {
    const isEmpty = this.scope === undefined || this.scope === ''
    if (this.resourceServer !== undefined && isEmpty) throw new errors.InvalidScope(NO_SCOPE, '')
    return await save.call(this)
  }
}

// Has its claims where a JWT has them, but no header: nothing vouches for it, and it is looked up like others.
function makeReadable(prototype: MadeToken, claimsOf: (token: MadeToken) => object): void {
  const { generateTokenId } = prototype
  prototype.generateTokenId = function generateReadable(this: MadeToken & { client?: Client }) {
    const reference = generateTokenId.call(this)
    const isForUs = !('resourceServer' in this) || this.resourceServer === undefined
    if (this.client?.[READABLE_TOKENS] !== true || !isForUs) return reference
    const claims = Buffer.from(JSON.stringify(claimsOf(this))).toString('base64url')
    return `reference.${claims}.${reference}`
  }
}
