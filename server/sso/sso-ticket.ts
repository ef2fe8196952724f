import { isRedirectOf } from '../apps/redirects.ts'
import { isForeignPage } from '../apps/require-origin.ts'
import type { Call } from '../calls/call.ts'
import { SECOND_MS } from '../lib/clock.ts'
import type { LiveSession } from '../store/session-repository.ts'
import type { Services } from '../services/services.ts'

/** Purpose of the ticket that signs a browser in at another host of the operator. */
export const SSO_TICKET = 'sso'

/** Purpose of the token that signs a person in at another application. */
export const SHARE_TOKEN = 'share'

/** Lifetime of either, in milliseconds. */
export const SSO_TICKET_MS = 60 * SECOND_MS

/** An SSO ticket, and the registered address that it may be sent to. */
export interface SsoRedirect {
  ticket: string
  redirect_url?: string
}

/**
 * Issues an SSO ticket; undefined for a page of another origin, and for a `service` that is not a
 * registered address.
 */
export async function issueSsoTicket(
  context: Call<Services>,
  { accountId, id: session }: Pick<LiveSession, 'accountId' | 'id'>,
  service: string | undefined,
): Promise<SsoRedirect | undefined> {
  // Whoever has a ticket has a session wherever they like.
  if (isForeignPage(context)) return undefined
  if (service !== undefined && !isRedirectOf(context.app, service)) return undefined
  const { tickets } = context.services
  const ticket = await tickets.issue({
    purpose: SSO_TICKET,
    aid: context.app.aid,
    holder: accountId,
    data: { session },
    lifeMs: SSO_TICKET_MS,
  })
  if (service === undefined) return { ticket }
  const url = new URL(service)
  url.searchParams.set('ticket', ticket)
  return { ticket, redirect_url: url.href }
}
