import { isVisible } from '#protocol/fields.ts'
import { parseScopes, scopeNames } from '#protocol/scopes.ts'
import type { Level } from '#protocol/sign-in-methods.ts'
import { isOrigin } from '../config/settings.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { toParts } from '../lib/to-parts.ts'
import type { OAuthClientDetails } from '../store/oauth-client-details.ts'
import { isRedirect, responseModes, type ResponseMode } from './clients.ts'

/** What an operator says about a client; undefined stays, and lists have commas between. */
export interface ClientInput {
  name?: string | undefined
  redirects?: string | undefined
  scopes?: string | undefined
  /** Whether it may ask without PKCE. */
  isPkceOptional?: boolean | undefined
  origins?: string | undefined
  afterLogout?: string | undefined
  /** Empty for none, like the developer. */
  logoutCall?: string | undefined
  resources?: string | undefined
  oldWays?: string | undefined
  developer?: string | undefined
  responseModes?: string | undefined
  requiredLevel?: string | undefined
  isForDevices?: boolean | undefined
  hasClaimsInIdToken?: boolean | undefined
  hasReadableTokens?: boolean | undefined
  /** Public keys (JWK). */
  keys?: Record<string, unknown>[] | undefined
}

/** Returns the name of a client or a resource. @throws OperatorError */
export function readName(input: string): string {
  const name = input.trim()
  if (name.length > 64 || !isVisible(name)) {
    throw new OperatorError('invalid', 'clientName')
  }
  return name
}

/** Returns whether requests need PKCE. @throws OperatorError */
export function readNeedsPkce(isOptional: boolean | undefined, isPublic: boolean): boolean {
  if (isOptional !== true) return true
  if (isPublic) throw new OperatorError('invalid', 'pkce')
  return false
}

/** Returns the scopes that a client may ask for. @throws OperatorError */
export function readScopes(text: string): string {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  const known = parseScopes(text)
  if (words.length === 0 || words.some((word) => !known.some((name) => name === word))) {
    throw new OperatorError('invalid', 'scopes', text, scopeNames.join(', '))
  }
  return known.join(' ')
}

/** Returns where people may come back. @throws OperatorError */
export function readRedirects(text: string): string[] {
  const redirects = toParts(text)
  const wrong = redirects.find((redirect) => !isRedirect(redirect))
  if (wrong === undefined) return redirects
  throw new OperatorError('invalid', 'clientRedirect', wrong)
}

/** Returns the optional data of a client. @throws OperatorError */
export function readDetails(input: ClientInput): OAuthClientDetails {
  const { afterLogout, developer, logoutCall, oldWays, origins, requiredLevel, resources } = input
  const { hasClaimsInIdToken, hasReadableTokens, isForDevices, keys, responseModes: modes } = input
  return {
    ...(keys !== undefined && { keys }),
    ...(origins !== undefined && { origins: readOrigins(origins) }),
    ...(afterLogout !== undefined && { postLogoutRedirects: readRedirects(afterLogout) }),
    ...(logoutCall !== undefined && {
      logoutUri: logoutCall === '' ? undefined : readServerAddress(logoutCall),
    }),
    ...(resources !== undefined && { resources: toParts(resources) }),
    ...(isForDevices !== undefined && { isForDevices }),
    ...(modes !== undefined && { responseModes: readResponseModes(modes) }),
    ...(hasClaimsInIdToken !== undefined && { hasClaimsInIdToken }),
    ...(hasReadableTokens !== undefined && { hasReadableTokens }),
    ...(oldWays !== undefined && { oldWays: readOldWays(oldWays) }),
    ...(requiredLevel !== undefined && { requiredLevel: readLevel(requiredLevel) }),
    ...(developer !== undefined && {
      developer: developer === '' ? undefined : readName(developer),
    }),
  }
}

/** The origin of a browser extension, which parsing does not know. */
const EXTENSION = /^(?:chrome|moz|safari-web)-extension:\/\/[\w-]{8,64}$/

function readOrigins(text: string): string[] {
  const origins = toParts(text)
  const wrong = origins.find((origin) => !isOrigin(origin) && !EXTENSION.test(origin))
  if (wrong === undefined) return origins
  throw new OperatorError('invalid', 'clientOrigin', wrong)
}

function readServerAddress(text: string): string {
  const url = URL.parse(text)
  if (url?.protocol === 'https:' && url.hash === '' && url.username === '') return url.href
  throw new OperatorError('invalid', 'logoutCall', text)
}

function readOldWays(text: string): ('get' | 'query')[] {
  const ways = toParts(text)
  if (ways.every((way) => way === 'get' || way === 'query')) return ways
  throw new OperatorError('invalid', 'oldWays', text)
}

function readLevel(text: string): Level {
  const level = ([1, 2, 3] as const).find((one) => String(one) === text)
  if (level !== undefined) return level
  throw new OperatorError('invalid', 'level', text)
}

function readResponseModes(text: string): ResponseMode[] {
  const modes = toParts(text)
  const known = responseModes.filter((mode) => modes.includes(mode))
  if (known.length === modes.length) return known
  throw new OperatorError('invalid', 'responseModes', text, responseModes.join(', '))
}
