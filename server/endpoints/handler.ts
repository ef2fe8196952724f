import type { Endpoint, Received, Reply } from '#protocol/endpoint.ts'
import type { Call } from '../calls/call.ts'
import type { Services } from '../services/services.ts'

/** A call with every service. */
export type Context = Call<Services>

/** Serves an endpoint: payload in, reply out. @throws PassportError to reject the call */
export type Handler<E extends Endpoint> = (
  call: Received<E>,
  context: Context,
) => Promise<Reply<E>> | Reply<E>

/** One handler for each endpoint of a protocol file, by the same name. */
export type Handlers<Group extends Record<string, Endpoint>> = {
  readonly [Name in keyof Group]: Handler<Group[Name]>
}
