import * as oauth from 'oauth4webapi'
import { StructError } from 'superstruct'
import type { ErrorName } from '#protocol/errors.ts'
import { PassportError } from '../lib/passport-error.ts'

/** Errors that occur before any byte of a request is sent. */
const NOT_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Fetches, and retries once if nothing was sent; otherwise a code might be sent twice. */
export async function fetchWithRetry(
  url: string,
  // The library's type of the options is not compatible with that of `fetch`.
  options: object,
): Promise<Response> {
  const init = options as RequestInit
  try {
    return await fetch(url, init)
  } catch (error) {
    if (!isNotSent(error) || init.signal?.aborted === true) throw error
    return await fetch(url, init)
  }
}

/** Turns an error of a provider into a rejection; returns other errors unchanged. */
export function toRejection(error: unknown): unknown {
  if (error instanceof PassportError) return error
  const name = nameOf(error)
  if (name === undefined) return error
  return Object.assign(new PassportError(name), { cause: error })
}

function nameOf(error: unknown): ErrorName | undefined {
  if (error instanceof oauth.AuthorizationResponseError) return nameOfCallback(error.error)
  if (error instanceof oauth.ResponseBodyError) {
    if (error.status >= 500) return 'platform_unavailable'
    return error.error === 'invalid_grant' ? 'platform_unauthorized' : 'platform_unusual'
  }
  if (error instanceof oauth.OperationProcessingError) {
    const isDown = error.cause instanceof Response && error.cause.status >= 500
    return isDown ? 'platform_unavailable' : 'platform_unusual'
  }
  if (
    error instanceof oauth.UnsupportedOperationError ||
    error instanceof oauth.WWWAuthenticateChallengeError ||
    error instanceof StructError ||
    error instanceof SyntaxError
  ) {
    return 'platform_unusual'
  }
  if (error instanceof DOMException) return 'platform_unavailable'
  // `fetch` throws such an error without a reply.
  if (error instanceof TypeError && error.cause !== undefined) return 'platform_unavailable'
  return undefined
}

function nameOfCallback(error: string): ErrorName {
  switch (error) {
    case 'access_denied':
    case 'login_required':
    case 'consent_required':
    case 'interaction_required':
    case 'account_selection_required':
      return 'platform_unauthorized'
    case 'server_error':
    case 'temporarily_unavailable':
      return 'platform_unavailable'
    default:
      return 'platform_unusual'
  }
}

function isNotSent(error: unknown): boolean {
  if (!(error instanceof TypeError) || typeof error.cause !== 'object' || error.cause === null) {
    return false
  }
  const { code } = error.cause as { code?: unknown }
  return typeof code === 'string' && NOT_SENT.has(code)
}
