import type { WebhookKind } from '#protocol/webhook-kinds.ts'
import type { MessageKind } from '../delivery/messages/messages.ts'
import { eventKinds, type EventKind } from '../store/event-kinds.ts'

/**
 * What an objection takes back besides `access`: sessions, trusted devices, codes, tickets and
 * tokens end with every objection.
 */
export const undoings = [
  'addresses',
  'clients',
  'level',
  'links',
  'methods',
  'organizations',
  'password',
  'profile',
  'recovery',
] as const

export type Undoing = (typeof undoings)[number]

/** A sentence that says why there is nothing. */
interface None {
  readonly none: string
}

interface EventRule {
  /** The notice that the owner gets. */
  readonly notice: MessageKind | None
  /** What an objection to the event undoes. */
  readonly undoes: Undoing | 'access' | None
  /** What webhooks are told. */
  readonly told: WebhookKind | None
}

const takesAway = { none: 'it gives nobody access' }
const operators = { none: 'operators tell the person themselves' }
const noAccount = { none: 'it is an event of the server, for its operators' }
const appeals = { none: 'only support can answer an appeal' }
const bySession = { none: 'each session is told when it begins and when it ends' }
const byOrganization = { none: 'the event of the organization is told' }
const step = { none: 'it is a step of something that has its own' }
const ofOperators = { none: 'it is for operators: webhooks are not told of each other' }

/**
 * For each event, which notice it sends, what an objection to it undoes and what webhooks are told. Pictures
 * and the description of a profile have no event: they give nobody access, every page shows them, and no
 * former one is kept.
 */
export const eventRules = {
  signed_up: {
    notice: { none: 'the person has just proved the address, or has none' },
    undoes: { none: 'without the account nobody could decide; its owner can have it deleted' },
    told: 'user.created',
  },
  /** Sent where the device is new and there was no second proof to ask for. */
  signed_in: { notice: 'new_device', undoes: 'access', told: bySession },
  signed_out: { notice: takesAway, undoes: takesAway, told: bySession },
  signed_out_everywhere: { notice: takesAway, undoes: takesAway, told: bySession },
  session_revoked: { notice: takesAway, undoes: takesAway, told: bySession },
  password_set: { notice: 'password_set', undoes: 'password', told: 'password.changed' },
  password_changed: { notice: 'password_changed', undoes: 'password', told: 'password.changed' },
  password_reset: { notice: 'password_changed', undoes: 'password', told: 'password.changed' },
  password_locked: {
    notice: { none: 'strangers could make us send it as often as they like' },
    undoes: { none: 'a wrong password changes nothing' },
    told: 'password.locked',
  },
  /** By an operator, like `profile_changed`. */
  password_ended: { notice: 'password_ended', undoes: takesAway, told: 'password.changed' },
  second_verified: {
    notice: step,
    undoes: 'access',
    told: step,
  },
  mobile_bound: { notice: 'address_added', undoes: 'addresses', told: 'user.updated' },
  mobile_unbound: { notice: 'address_removed', undoes: 'addresses', told: 'user.updated' },
  mobile_changed: { notice: 'address_changed', undoes: 'addresses', told: 'user.updated' },
  email_bound: { notice: 'address_added', undoes: 'addresses', told: 'user.updated' },
  email_unbound: { notice: 'address_removed', undoes: 'addresses', told: 'user.updated' },
  email_changed: { notice: 'address_changed', undoes: 'addresses', told: 'user.updated' },
  connection_added: { notice: 'connection_added', undoes: 'links', told: 'linked.added' },
  connection_removed: {
    notice: 'connection_removed',
    undoes: {
      none: 'the provider has to say anew whose account it is; linking it again does that',
    },
    told: 'linked.removed',
  },
  method_added: { notice: 'method_added', undoes: 'methods', told: 'factor.added' },
  method_removed: {
    notice: 'method_removed',
    undoes: { none: 'its secret is gone; adding it again makes a new one' },
    told: 'factor.removed',
  },
  recovery_codes_made: { notice: 'recovery_codes_made', undoes: 'methods', told: 'factor.added' },
  recovery_code_used: { notice: 'recovery_code_used', undoes: 'methods', told: step },
  passkey_added: { notice: 'passkey_added', undoes: 'methods', told: 'factor.added' },
  passkey_removed: {
    notice: 'passkey_removed',
    undoes: { none: 'the server has forgotten its key; adding a passkey again makes a new one' },
    told: 'factor.removed',
  },
  passkey_copied: {
    notice: 'passkey_copied',
    undoes: { none: 'it does not work until its owner confirms it' },
    told: { none: 'the passkey stays; its owner has to confirm it' },
  },
  level_raised: {
    notice: { none: 'it gives nobody access; the method that it takes has its own' },
    undoes: 'level',
    told: 'user.updated',
  },
  level_lowered: { notice: 'level_lowered', undoes: 'level', told: 'user.updated' },
  recovery_started: { notice: 'recovery_started', undoes: 'recovery', told: step },
  recovery_cancelled: { notice: takesAway, undoes: takesAway, told: step },
  recovery_done: { notice: 'recovery_done', undoes: 'access', told: 'factor.removed' },
  program_allowed: { notice: 'program_allowed', undoes: 'clients', told: 'grant.allowed' },
  program_extended: { notice: 'program_extended', undoes: 'clients', told: 'grant.allowed' },
  program_changed: { notice: takesAway, undoes: takesAway, told: 'grant.revoked' },
  program_revoked: { notice: takesAway, undoes: takesAway, told: 'grant.revoked' },
  program_refused: { notice: takesAway, undoes: takesAway, told: { none: 'nothing was allowed' } },
  program_token_reused: {
    notice: 'program_token_reused',
    undoes: 'access',
    told: { none: 'the consent stays' },
  },
  /** Sent when the device has used the code. */
  qr_confirmed: { notice: 'qr_sign_in', undoes: 'access', told: bySession },
  qr_refused: { notice: takesAway, undoes: takesAway, told: step },
  username_changed: { notice: 'username_changed', undoes: 'profile', told: 'user.updated' },
  name_changed: {
    notice: { none: 'it signs nobody in, and each page shows it' },
    undoes: 'profile',
    told: 'user.updated',
  },
  profile_changed: {
    notice: { none: 'it signs nobody in, and each page shows it' },
    undoes: takesAway,
    told: 'user.updated',
  },
  organization_created: {
    notice: { none: 'it gives nobody access to the account, and each menu shows it' },
    undoes: 'organizations',
    told: byOrganization,
  },
  organization_joined: {
    notice: { none: 'it gives nobody access to the account, and each menu shows it' },
    undoes: 'organizations',
    told: byOrganization,
  },
  closing_started: {
    notice: 'closing_started',
    undoes: { none: 'a sign-in before the day keeps the account' },
    told: 'user.state_changed',
  },
  closing_revoked: {
    notice: 'closing_revoked',
    undoes: { none: 'an objection must not erase an account; its owner can ask again' },
    told: 'user.state_changed',
  },
  account_deleted: {
    notice: 'account_erased',
    undoes: { none: 'nothing is left' },
    told: 'user.deleted',
  },
  banned: { notice: operators, undoes: appeals, told: 'user.state_changed' },
  unbanned: { notice: operators, undoes: appeals, told: 'user.state_changed' },
  account_frozen: { notice: operators, undoes: appeals, told: 'user.state_changed' },
  account_unfrozen: { notice: operators, undoes: appeals, told: 'user.state_changed' },
  account_limited: { notice: operators, undoes: appeals, told: 'user.state_changed' },
  account_unlimited: { notice: operators, undoes: appeals, told: 'user.state_changed' },
  webhook_added: { notice: noAccount, undoes: noAccount, told: ofOperators },
  webhook_changed: { notice: noAccount, undoes: noAccount, told: ofOperators },
  webhook_renewed: { notice: noAccount, undoes: noAccount, told: ofOperators },
  webhook_on: { notice: noAccount, undoes: noAccount, told: ofOperators },
  webhook_off: { notice: noAccount, undoes: noAccount, told: ofOperators },
  webhook_replayed: { notice: noAccount, undoes: noAccount, told: ofOperators },
  webhook_removed: { notice: noAccount, undoes: noAccount, told: ofOperators },
} as const satisfies Record<EventKind, EventRule>

type Rules = typeof eventRules

/** Events that send a notice. */
export type NoticedEvent = {
  [Kind in EventKind]: Rules[Kind]['notice'] extends MessageKind ? Kind : never
}[EventKind]

/** Returns what an objection takes back for events of some kinds. */
export function undoingsOf(kinds: readonly EventKind[]): Set<Undoing> {
  // A newer version may have stored others.
  const known = eventKinds.filter((kind) => kinds.includes(kind))
  const named = new Set<unknown>(known.map((kind) => eventRules[kind].undoes))
  return new Set(undoings.filter((undoing) => named.has(undoing)))
}
