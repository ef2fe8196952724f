// A nonce for each page, and the state and verifier of a sign-in that may begin on it.
import { createHash, randomBytes } from 'node:crypto'
import { NextResponse } from 'next/server'
import { hidden, server } from './passport.js'

export const config = { matcher: '/' }

export function proxy(request) {
  const [nonce, state, verifier] = [16, 32, 32].map((size) =>
    randomBytes(size).toString('base64url'),
  )
  const policy = [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `connect-src 'self' ${server}`,
    "object-src 'none'; base-uri 'none'",
  ].join('; ')
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  headers.set('x-nonce', nonce)
  headers.set('x-state', state)
  headers.set('x-challenge', createHash('sha256').update(verifier).digest('base64url'))
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  response.cookies.set('attempt', `${state}.${verifier}`, { ...hidden, maxAge: 600 })
  return response
}
