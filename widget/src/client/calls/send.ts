import type { Call, Endpoint, Reply } from '#protocol/endpoint.ts'
import type { Page } from '#protocol/lists.ts'
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

/** One page of a list. */
export interface Rows<Row> {
  list: Row[]
  /** Number of rows on all pages. */
  total: number
  hasMore: boolean
}

/** Selects a page, by default the first. */
export interface Paging {
  page?: number
  pageSize: number
}

export function pagingFields({ page, pageSize }: Paging): { page?: number; page_size: number } {
  return { ...(page !== undefined && { page }), page_size: pageSize }
}

export function toRows<Wire, Row>(
  { list, total, has_more: hasMore }: Page<Wire>,
  toRow: (wire: Wire) => Row,
): Rows<Row> {
  return { list: list.map(toRow), total, hasMore }
}

export function toFlag(isOn: boolean): 0 | 1 {
  return isOn ? 1 : 0
}
