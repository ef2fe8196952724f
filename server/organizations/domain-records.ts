import { Resolver } from 'node:dns/promises'
import type { RequestDigest } from '../lib/request-digest.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { OrganizationDomain } from '../store/schema/organizations.ts'

/** The TXT record that proves a domain. */
export interface DomainRecord {
  name: string
  text: string
}

/** Asks name servers about domains. */
export interface DomainRecords {
  /** @throws domain_record_missing, domain_lookup_failed */
  require(record: DomainRecord): Promise<void>
}

const LABEL = '_passport'
const TRY_MS = 2000
const TRIES = 2
/** Errors of name servers for a missing record. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/** Without `servers`, the machine's own are used. */
export function createDomainRecords(servers: readonly string[]): DomainRecords {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES })
  if (servers.length > 0) resolver.setServers(servers)
  return {
    require: async ({ name, text }) => {
      const missing = { record_name: name, record_text: text }
      const records = await resolver.resolveTxt(name).catch((error: NodeJS.ErrnoException) => {
        const isAbsent = ABSENT.has(error.code ?? '')
        throw new PassportError(
          isAbsent ? 'domain_record_missing' : 'domain_lookup_failed',
          missing,
        )
      })
      // Long texts are split into parts.
      if (!records.some((parts) => parts.join('').trim() === text)) {
        throw new PassportError('domain_record_missing', missing)
      }
    },
  }
}

/** Returns the record that proves one claim to a domain: that of an earlier claim may still stand. */
export function domainRecordOf(
  { requestDigest }: { requestDigest: RequestDigest },
  {
    organizationId,
    domain,
    claim,
  }: Pick<OrganizationDomain, 'organizationId' | 'domain' | 'claim'>,
): DomainRecord {
  const subject = ['domain record', organizationId, domain, claim].filter(Boolean).join(' ')
  return { name: `${LABEL}.${domain}`, text: `passport-organization=${requestDigest(subject)}` }
}
