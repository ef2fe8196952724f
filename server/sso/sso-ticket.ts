import type { Apps } from '../apps/apps.ts'
import { isRedirectOf } from '../apps/redirects.ts'
import type { Call } from '../calls/call.ts'
import { SECOND_MS } from '../lib/clock.ts'
import type { LiveSession } from '../store/session-repository.ts'
import type { Tickets } from '../tickets/tickets.ts'

/** Services that this module needs. */
export interface SsoTicketServices {
  apps: Apps
  tickets: Tickets
}

/** Purpose of the ticket that signs a browser in at another host of the operator. */
export const SSO_TICKET = 'sso'

/** Purpose of the token that signs somebody in at another application. */
export const SHARE_TOKEN = 'share'

/** How long either stays good, in milliseconds. */
export const SSO_TICKET_MS = 60 * SECOND_MS

/** A ticket for another host, and the registered address it may be carried to. */
export interface SsoRedirect {
  ticket: string
  redirect_url?: string
}

/**
 * Issues a ticket for `sso_callback`. With a `service` it is for that address only, which has to be
 * registered: else nothing is issued, since the ticket would end up with a stranger. It ends with
 * the session it comes from.
 */
export async function issueSsoTicket(
  context: Call<SsoTicketServices>,
  { accountId, id: session }: Pick<LiveSession, 'accountId' | 'id'>,
  service: string | undefined,
): Promise<SsoRedirect | undefined> {
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

/**
 * Whether a navigation comes from this server or a page of the application. Programs, which say
 * nothing about it, pass: nobody can send them anywhere.
 */
export function comesFromOwnPage(context: Call<SsoTicketServices>): boolean {
  const site = context.header('sec-fetch-site')
  const referer = URL.parse(context.header('referer') ?? '')
  if (referer !== null) return context.services.apps.allows(context.app, referer.origin)
  return site === undefined || site === 'same-origin'
}

/** Whether a browser says that a page of this site, on any of its hosts, sent it here. */
export function isOwnSite(context: Call<SsoTicketServices>): boolean {
  const site = context.header('sec-fetch-site')
  return site === 'same-origin' || site === 'same-site'
}
