import { cookies } from 'next/headers'
import { NextResponse } from 'next/server'
import { aid, hidden, origin, redirectUri, server, writeSession } from '../../passport.js'

export async function GET(request) {
  const query = request.nextUrl.searchParams
  const jar = await cookies()
  const [state, verifier] = (jar.get('attempt')?.value ?? '').split('.')
  jar.delete('attempt')
  if (state && query.get('state') === state && query.get('iss') === server) {
    const reply = await fetch(`${server}/passport/web/host/redeem`, {
      method: 'POST',
      body: new URLSearchParams({
        aid,
        auth_code: query.get('code') ?? '',
        code_verifier: verifier,
        redirect_uri: redirectUri,
      }),
    })
    const { message, data } = await reply.json()
    if (message === 'success') {
      jar.set('session', writeSession({ id: data.sec_user_id, name: data.name }), hidden)
    }
  }
  return NextResponse.redirect(origin, 303)
}
