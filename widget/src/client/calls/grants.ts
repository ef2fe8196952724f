import * as endpoints from '#protocol/web/oauth-grants.ts'
import { allOf } from './rows.ts'
import type { Send } from './send.ts'

/** Access that the person granted to one client. */
export type Grant = ReturnType<typeof toGrant>

function toGrant(wire: endpoints.Grant) {
  return {
    grantId: wire.grant_id,
    clientName: wire.client_name,
    /** Host of its first address; empty for a client on the person's own computer. */
    host: wire.host,
    /** Organization that the person answered for; empty for oneself. */
    organizationName: wire.subject_name,
    scopes: wire.scopes.map((one) => ({ ...one, isRequired: one.required === 1 })),
    createdAt: wire.created_at,
    /** Time when it last got a token, to the hour; 0 for never. */
    lastUsedAt: wire.last_used_at,
  }
}

export async function listGrants(send: Send) {
  return (await allOf((paging) => send(endpoints.listGrants, paging))).map(toGrant)
}

/** Takes one scope back; without any but required ones, the application has no access. */
export async function takeScopeBack(send: Send, { grantId, scopes }: Grant, taken: string) {
  const kept = scopes.map(({ scope }) => scope).filter((scope) => scope !== taken)
  await send(endpoints.updateGrant, { grant_id: grantId, scopes: kept.join(' ') })
}

export async function revokeGrant(send: Send, { grantId }: Grant) {
  await send(endpoints.revokeGrant, { grant_id: grantId })
}
