import type * as endpoints from '#protocol/captcha/calls.ts'
import { SITE_OPERATION, type SitePass } from '../captcha/captcha.ts'
import { SECOND_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Services } from '../services/services.ts'
import type { Handlers } from './handler.ts'

/** Purpose of tickets for forms of other sites. */
export const SITE_PURPOSE = 'captcha_site'

/** Time to check a ticket, in milliseconds. */
export const SITE_TICKET_MS = 120 * SECOND_MS

/** Opens a decision for a form of another site, whose origin dispatch has checked. */
export const openSite: Handlers<typeof endpoints>['openSiteCaptcha'] = async (payload, context) => {
  const { app, caller, logId } = context
  // The ticket is bound to the origin, which only browsers send.
  if (caller.origin === undefined) throw new PassportError('csrf_error')
  const conf = await context.services.captcha.decide({
    aid: app.aid,
    webId: caller.webId,
    operation: SITE_OPERATION,
    requestDigest: JSON.stringify([caller.origin, payload.action ?? '']),
    logId,
    region: context.services.config.CAPTCHA_REGION,
    kind: context.services.policy.ruleFor(SITE_OPERATION).kind,
  })
  return { verify_center_decision_conf: conf }
}

/** Issues the ticket that the server of the site checks once. */
export async function issueSiteTicket(services: Services, site: SitePass): Promise<string> {
  return await services.tickets.issue({
    purpose: SITE_PURPOSE,
    aid: site.aid,
    holder: services.requestDigest(site.target),
    data: { target: site.target, at: site.at },
    lifeMs: SITE_TICKET_MS,
  })
}
