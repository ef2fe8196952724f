import { passwordLogin } from '#protocol/web/login.ts'
import { createClient, readAnswer, type Answer } from './client.ts'
import { ORIGIN, type TestServer } from './test-server.ts'

/** Sealed request on the wire. */
export interface RecordedRequest {
  url: string
  headers: Headers
  body: string
}

/** Returns the sealed request of a sign-in without sending it. */
export async function recordSealedLogin(
  server: TestServer,
  payload: { email: string; password: string },
): Promise<RecordedRequest> {
  let recorded: RecordedRequest | undefined
  const client = createClient(async (request) => {
    if (!request.url.includes('/user/login')) return await server.fetch(request)
    recorded = { url: request.url, headers: request.headers, body: await request.text() }
    return Response.json({ message: 'error', data: { name: 'server_busy' } })
  }, ORIGIN)
  await client.call(passwordLogin, payload, { isSealed: true })
  if (recorded === undefined) throw new Error('nothing was sent')
  return recorded
}

/** Sends a copy of the request. */
export async function sendRecorded(
  server: TestServer,
  { url, headers, body }: RecordedRequest,
): Promise<Answer> {
  return readAnswer(await server.fetch(new Request(url, { method: 'POST', headers, body })))
}
