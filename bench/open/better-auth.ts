import type { BenchServer } from '../server.ts'
import { CHALLENGE, REDIRECT, SCOPE, send, type Target } from './target.ts'

/** Starts better-auth on a database; its client needs no consent, and a person is signed in. */
export async function startBetterAuth(
  name: string,
  location: string,
  start: (script: string, env: Record<string, string>) => Promise<BenchServer>,
): Promise<Target> {
  const server = await start('bench/peers/better-auth.ts', { PEER_DATABASE: location })
  const { body } = await send(`${server.origin}/prepared`)
  const { client, cookie } = JSON.parse(body) as Pick<Target, 'client'> & { cookie: string }
  const query = new URLSearchParams({
    client_id: client.id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: SCOPE,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: 'bench',
  })
  const address = `${server.origin}/api/auth/oauth2/authorize?${query.toString()}`
  return {
    name,
    ...server,
    client,
    code: async () => {
      const { location: callback } = await send(address, { headers: { cookie } })
      const code = URL.parse(callback)?.searchParams.get('code')
      if (typeof code !== 'string') throw new Error(`no code, but ${callback}`)
      return code
    },
  }
}
