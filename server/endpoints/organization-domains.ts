import type { OrganizationDomainInfo } from '#protocol/organization-objects.ts'
import type * as endpoints from '#protocol/web/organization-domains.ts'
import { SECOND_MS, toSeconds, waitUntil } from '../lib/clock.ts'
import { requireActor, type OrganizationChoice } from '../organizations/acting.ts'
import { domainRecordOf } from '../organizations/domain-records.ts'
import {
  addDomain,
  DOMAIN_RESEND_MS,
  removeDomain,
  verifyDomain,
} from '../organizations/domains.ts'
import type { Context, Handlers } from './handler.ts'

/** Handlers of `protocol/web/organization-domains.ts`. */
export const organizationDomains = {
  addDomain: async (payload, context) => {
    await addDomain(context, payload, payload)
    return { retry_time: DOMAIN_RESEND_MS / SECOND_MS }
  },

  listDomains: (payload, context) => listDomains(context, payload),

  verifyDomain: async (payload, context) => {
    await verifyDomain(context, payload, payload)
    return await listDomains(context, payload)
  },

  removeDomain: async (payload, context) => {
    await removeDomain(context, payload, payload.domain)
    return {}
  },
} satisfies Handlers<typeof endpoints>

async function listDomains(
  context: Context,
  choice: OrganizationChoice,
): Promise<{ list: OrganizationDomainInfo[] }> {
  const { membership } = await requireActor(context, choice, 'policy.read')
  const domains = await context.services.organizationDomains.list(membership.organizationId)
  return {
    list: domains.map((added) => {
      const { domain, mailbox, sentAt, state, verifiedAt } = added
      const isVerified = state === 'verified'
      const record = domainRecordOf(context.services, added)
      return {
        domain,
        state,
        mailbox,
        record_name: isVerified ? '' : record.name,
        record_text: isVerified ? '' : record.text,
        retry_time: isVerified
          ? 0
          : Math.ceil(
              waitUntil(sentAt + DOMAIN_RESEND_MS, context.now, DOMAIN_RESEND_MS) / SECOND_MS,
            ),
        verify_time: toSeconds(verifiedAt),
      }
    }),
  }
}
