import type { Call } from '#protocol/endpoint.ts'
import type { PolicyMethod } from '#protocol/organization-fields.ts'
import type {
  OrganizationDomainInfo,
  OrganizationPolicyInfo,
} from '#protocol/organization-objects.ts'
import * as domainEndpoints from '#protocol/web/organization-domains.ts'
import * as policyEndpoints from '#protocol/web/organization-policy.ts'
import { toFlag, type OrganizationSend } from './send.ts'

/** Rules of an organization. */
export type Policy = ReturnType<typeof toPolicy>

function toPolicy(wire: OrganizationPolicyInfo) {
  return {
    /** Hours after the authentication in which a session is valid; 0 for the limit of the server. */
    sessionHours: wire.session_hours,
    /** Minutes without a call after which a session ends; 0 for the limit of the server. */
    idleMinutes: wire.idle_minutes,
    twoStepVerification: wire.second_verification,
    methods: wire.methods,
    /** Whether only addresses in proved domains are invited. */
    invitesDomainsOnly: wire.invite_domains_only === 1,
    /** Whether people with an address in a proved domain are offered to join. */
    joinsByDomain: wire.join_by_domain === 1,
    clients: wire.programs,
    /** Assurance level that sessions of members must reach. */
    level: wire.required_level ?? 1,
    /** Members who have nothing yet that reaches level 2, and 3. */
    below: { 2: wire.below_level_2 ?? 0, 3: wire.below_level_3 ?? 0 },
    /** Whether these rules end the session of the caller. */
    endsSession: wire.ends_session === 1,
  }
}

/** Rules as people set them. */
interface PolicyChange extends Omit<
  Policy,
  'endsSession' | 'methods' | 'twoStepVerification' | 'level' | 'below'
> {
  level: 1 | 2 | 3
  methods: PolicyMethod[]
  twoStepVerification: NonNullable<Call<typeof policyEndpoints.updatePolicy>['second_verification']>
}

/** A domain of an organization. */
export type Domain = ReturnType<typeof toDomain>

function toDomain(wire: OrganizationDomainInfo) {
  return {
    domain: wire.domain,
    isVerified: wire.state === 'verified',
    /** Local part of the address that got the code; empty where none was sent. */
    mailbox: wire.mailbox,
    /** Name and text of the TXT record that proves it as well; empty once it is verified. */
    recordName: wire.record_name,
    recordText: wire.record_text,
  }
}

export async function policyInfo(send: OrganizationSend) {
  return toPolicy(await send(policyEndpoints.policyInfo, {}))
}

export async function updatePolicy(send: OrganizationSend, change: PolicyChange) {
  const call = {
    session_hours: change.sessionHours,
    idle_minutes: change.idleMinutes,
    second_verification: change.twoStepVerification,
    methods: change.methods,
    invite_domains_only: toFlag(change.invitesDomainsOnly),
    join_by_domain: toFlag(change.joinsByDomain),
    programs: change.clients,
    required_level: change.level,
  }
  return toPolicy(await send(policyEndpoints.updatePolicy, call))
}

export async function listDomains(send: OrganizationSend) {
  return (await send(domainEndpoints.listDomains, {})).list.map(toDomain)
}

/** Proves a domain by a mailed code, or without one by its record; returns all domains. */
export async function verifyDomain(
  send: OrganizationSend,
  proof: { domain: string; code?: string },
) {
  return (await send(domainEndpoints.verifyDomain, proof)).list.map(toDomain)
}
