import type * as endpoints from '#protocol/captcha/calls.ts'
import { SITE_OPERATION } from '../captcha/captcha.ts'
import type { SitePass } from '../captcha/captcha.ts'
import { SECOND_MS } from '../lib/clock.ts'
import type { Handlers } from './handler.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Services } from '../services/services.ts'

/** What the ticket of a passed form is kept under. */
export const SITE_PURPOSE = 'captcha_site'

/** How long a site may take to have a ticket checked, in milliseconds. */
export const SITE_TICKET_MS = 120 * SECOND_MS

/** Opens a decision for a form of another site. That its origin is registered was checked before. */
export const openSite: Handlers<typeof endpoints>['openSiteCaptcha'] = async (call, context) => {
  const { app, caller, logId } = context
  // Only a browser says where its page is from; without that a ticket would be bound to nothing.
  if (caller.origin === undefined) throw new PassportError('csrf_error')
  const conf = await context.services.captcha.decide({
    aid: app.aid,
    webId: caller.webId,
    operation: SITE_OPERATION,
    requestDigest: JSON.stringify([caller.origin, call.action ?? '']),
    logId,
    region: 'sg',
    kind: context.services.policy.ruleFor(SITE_OPERATION).kind,
  })
  return { verify_center_decision_conf: conf }
}

/** The ticket that the form carries: stored hashed, for one check by the server of its site. */
export async function issueSiteTicket(services: Services, site: SitePass): Promise<string> {
  return await services.tickets.issue({
    purpose: SITE_PURPOSE,
    aid: site.aid,
    holder: services.requestDigest(site.target),
    data: { target: site.target, at: site.at },
    lifeMs: SITE_TICKET_MS,
  })
}
