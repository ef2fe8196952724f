/** Kinds of events that endpoints can ask for; `ping` comes when an endpoint is added. */
export const webhookKinds = [
  'user.created',
  'user.updated',
  'user.deleted',
  'user.state_changed',
  'session.created',
  'session.ended',
  'password.changed',
  'password.locked',
  'factor.added',
  'factor.removed',
  'linked.added',
  'linked.removed',
  'member.added',
  'member.removed',
  'grant.allowed',
  'grant.revoked',
  'organization.changed',
  'ping',
] as const

export type WebhookKind = (typeof webhookKinds)[number]
