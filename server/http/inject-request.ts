import type { FastifyInstance } from 'fastify'

/** Answers a request in process, without a socket, as if it came from `address`. */
export async function injectRequest(
  app: FastifyInstance,
  request: Request,
  address = '127.0.0.1',
): Promise<Response> {
  const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer())
  const reply = await app.inject({
    method: request.method as 'GET',
    url: request.url,
    headers: Object.fromEntries(request.headers),
    remoteAddress: address,
    ...(body === undefined ? {} : { payload: body }),
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(reply.headers)) {
    for (const line of Array.isArray(value) ? value : [value]) {
      if (line !== undefined) headers.append(name, String(line))
    }
  }
  const isEmpty = [204, 304].includes(reply.statusCode)
  return new Response(isEmpty ? null : new Uint8Array(reply.rawPayload), {
    status: reply.statusCode,
    headers,
  })
}
