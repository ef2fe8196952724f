import { passwordLogin } from '#protocol/web/login.ts'
import { createClient, readAnswer, type Answer } from './client.ts'
import { ORIGIN, type TestServer } from './test-server.ts'

/** A sealed request as it goes over the wire. */
export interface Recorded {
  url: string
  headers: Headers
  body: string
}

/** Seals a sign-in as a browser does, and keeps it instead of sending it. */
export async function recordSealed(
  server: TestServer,
  payload: { email: string; password: string },
): Promise<Recorded> {
  let kept: Recorded | undefined
  const client = createClient(async (request) => {
    if (!request.url.includes('/user/login')) return await server.fetch(request)
    kept = { url: request.url, headers: request.headers, body: await request.text() }
    return Response.json({ message: 'error', data: { name: 'server_busy' } })
  }, ORIGIN)
  await client.call(passwordLogin, payload, { isSealed: true })
  if (kept === undefined) throw new Error('nothing was sent')
  return kept
}

/** Sends a copy of what was recorded. */
export async function sendRecorded(
  server: TestServer,
  { url, headers, body }: Recorded,
): Promise<Answer> {
  return readAnswer(await server.fetch(new Request(url, { method: 'POST', headers, body })))
}
