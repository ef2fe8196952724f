import type { PassportError } from '../errors.ts'

/** What the server says about a rejection. */
type Rejected = Pick<PassportError, 'data'>

/** Returns the key of a rejection, which moves or links something; undefined without one. */
export function keyOf({ data }: Rejected): string | undefined {
  return typeof data.profile_key === 'string' ? data.profile_key : undefined
}

/** Returns where a trip to a provider leads on to after a rejection, as far as it says. */
export function tripEndOf({ data }: Partial<Rejected>): { next?: string; opener?: string } {
  const { next, opener_origin: opener } = data ?? {}
  return {
    ...(typeof next === 'string' && { next }),
    ...(typeof opener === 'string' && { opener }),
  }
}

/** Returns the rejection that asks whether to move an address, for a page that has its key alone. */
export function toMoveRejection(
  channel: string,
  key: string,
): { name: 'mobile_bound_need_jump'; data: Rejected['data'] } {
  return { name: 'mobile_bound_need_jump', data: { profile_key: key, channel } }
}

/** Returns the seconds until it is worth another try; 0 or `NaN` if that is not said. */
export function secondsToWait({ data }: Rejected): number {
  return Number(data.retry_after)
}

/** Returns the address of help with a refused account; empty without one. */
export function helpUrlOf({ data }: Rejected): string {
  return typeof data.desc_url === 'string' ? data.desc_url : ''
}

/** Returns the ticket that takes a deletion back, and the time of the deletion. */
export function deletionOf({ data }: Rejected): { ticket: string; closesAt: number } {
  return { ticket: String(data.revoke_ticket), closesAt: Number(data.cancel_at) }
}

/** Whether the message with a code was not sent, because another one would be too many. */
export function wasNotSent({ data }: Rejected): boolean {
  return data.not_sent === 1
}
