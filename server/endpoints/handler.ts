import type { Endpoint, Received, Reply } from '#protocol/endpoint.ts'
import type { Call } from '../calls/call.ts'
import type { Services } from '../services/services.ts'

/** Call with every service. */
export type Context = Call<Services>

/**
 * Answers an endpoint.
 * @throws PassportError to reject the call
 */
export type Handler<E extends Endpoint> = (
  payload: Received<E>,
  context: Context,
) => Promise<Reply<E>> | Reply<E>

/** Handlers by the names of the endpoints in a protocol file. */
export type Handlers<Group extends Record<string, Endpoint>> = {
  readonly [Name in keyof Group]: Handler<Group[Name]>
}
