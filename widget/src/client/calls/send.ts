import type { Call, Endpoint, Reply } from '#protocol/endpoint.ts'
import type { Client, SendOptions } from '../create-client.ts'

/** Makes a call, as `Client.send` does. */
export type Send = Client['send']

/** Payload without the organization, which the sender adds. */
type OrganizationCall<E extends Endpoint> = Omit<Call<E>, 'subject_uid' | 'sec_subject_uid'>

/** Makes a call about one organization. */
export type OrganizationSend = <E extends Endpoint>(
  endpoint: E,
  payload: OrganizationCall<E>,
  options?: SendOptions,
) => Promise<Reply<E>>

/** Returns what makes calls about an organization. */
export function sendFor(client: Client, organizationId: string): OrganizationSend {
  return (endpoint, payload, options) => {
    // TypeScript cannot see that Omit and spread give the endpoint's payload back.
    const call = { ...payload, subject_uid: organizationId } as unknown as Call<typeof endpoint>
    return client.send(endpoint, call, options)
  }
}

export function toFlag(isOn: boolean): 0 | 1 {
  return isOn ? 1 : 0
}
