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
}

const takesAway = { none: 'it gives nobody access' }
const operators = { none: 'operators tell the person themselves' }
const noAccount = { none: 'it is an event of the server, for its operators' }
const appeals = { none: 'only support can answer an appeal' }

/**
 * For each event, which notice it sends and what an objection to it undoes. Pictures and the description
 * of a profile have no event: they give nobody access, every page shows them, and no former one is kept.
 */
export const eventRules = {
  signed_up: {
    notice: { none: 'the person has just proved the address, or has none' },
    undoes: { none: 'without the account nobody could decide; its owner can have it deleted' },
  },
  /** Sent where the device is new and there was no second proof to ask for. */
  signed_in: { notice: 'new_device', undoes: 'access' },
  signed_out: { notice: takesAway, undoes: takesAway },
  signed_out_everywhere: { notice: takesAway, undoes: takesAway },
  session_revoked: { notice: takesAway, undoes: takesAway },
  password_set: { notice: 'password_set', undoes: 'password' },
  password_changed: { notice: 'password_changed', undoes: 'password' },
  password_reset: { notice: 'password_changed', undoes: 'password' },
  password_locked: {
    notice: { none: 'strangers could make us send it as often as they like' },
    undoes: { none: 'a wrong password changes nothing' },
  },
  /** By an operator, like `profile_changed`. */
  password_ended: { notice: 'password_ended', undoes: takesAway },
  second_verified: {
    notice: { none: 'it is a step of something that has its own' },
    undoes: 'access',
  },
  mobile_bound: { notice: 'address_added', undoes: 'addresses' },
  mobile_unbound: { notice: 'address_removed', undoes: 'addresses' },
  mobile_changed: { notice: 'address_changed', undoes: 'addresses' },
  email_bound: { notice: 'address_added', undoes: 'addresses' },
  email_unbound: { notice: 'address_removed', undoes: 'addresses' },
  email_changed: { notice: 'address_changed', undoes: 'addresses' },
  connection_added: { notice: 'connection_added', undoes: 'links' },
  connection_removed: {
    notice: 'connection_removed',
    undoes: {
      none: 'the provider has to say anew whose account it is; linking it again does that',
    },
  },
  method_added: { notice: 'method_added', undoes: 'methods' },
  method_removed: {
    notice: 'method_removed',
    undoes: { none: 'its secret is gone; adding it again makes a new one' },
  },
  recovery_codes_made: { notice: 'recovery_codes_made', undoes: 'methods' },
  recovery_code_used: { notice: 'recovery_code_used', undoes: 'methods' },
  passkey_added: { notice: 'passkey_added', undoes: 'methods' },
  passkey_removed: {
    notice: 'passkey_removed',
    undoes: { none: 'the server has forgotten its key; adding a passkey again makes a new one' },
  },
  passkey_copied: {
    notice: 'passkey_copied',
    undoes: { none: 'it does not work until its owner confirms it' },
  },
  level_raised: {
    notice: { none: 'it gives nobody access; the method that it takes has its own' },
    undoes: 'level',
  },
  level_lowered: { notice: 'level_lowered', undoes: 'level' },
  recovery_started: { notice: 'recovery_started', undoes: 'recovery' },
  recovery_cancelled: { notice: takesAway, undoes: takesAway },
  recovery_done: { notice: 'recovery_done', undoes: 'access' },
  program_allowed: { notice: 'program_allowed', undoes: 'clients' },
  program_extended: { notice: 'program_extended', undoes: 'clients' },
  program_changed: { notice: takesAway, undoes: takesAway },
  program_revoked: { notice: takesAway, undoes: takesAway },
  program_refused: { notice: takesAway, undoes: takesAway },
  program_token_reused: { notice: 'program_token_reused', undoes: 'access' },
  /** Sent when the device has used the code. */
  qr_confirmed: { notice: 'qr_sign_in', undoes: 'access' },
  qr_refused: { notice: takesAway, undoes: takesAway },
  username_changed: { notice: 'username_changed', undoes: 'profile' },
  name_changed: {
    notice: { none: 'it signs nobody in, and each page shows it' },
    undoes: 'profile',
  },
  profile_changed: {
    notice: { none: 'it signs nobody in, and each page shows it' },
    undoes: takesAway,
  },
  organization_created: {
    notice: { none: 'it gives nobody access to the account, and each menu shows it' },
    undoes: 'organizations',
  },
  organization_joined: {
    notice: { none: 'it gives nobody access to the account, and each menu shows it' },
    undoes: 'organizations',
  },
  closing_started: {
    notice: 'closing_started',
    undoes: { none: 'a sign-in before the day keeps the account' },
  },
  closing_revoked: {
    notice: 'closing_revoked',
    undoes: { none: 'an objection must not erase an account; its owner can ask again' },
  },
  account_deleted: { notice: 'account_erased', undoes: { none: 'nothing is left' } },
  banned: { notice: operators, undoes: appeals },
  unbanned: { notice: operators, undoes: appeals },
  account_frozen: { notice: operators, undoes: appeals },
  account_unfrozen: { notice: operators, undoes: appeals },
  account_limited: { notice: operators, undoes: appeals },
  account_unlimited: { notice: operators, undoes: appeals },
  webhook_added: { notice: noAccount, undoes: noAccount },
  webhook_changed: { notice: noAccount, undoes: noAccount },
  webhook_renewed: { notice: noAccount, undoes: noAccount },
  webhook_on: { notice: noAccount, undoes: noAccount },
  webhook_off: { notice: noAccount, undoes: noAccount },
  webhook_replayed: { notice: noAccount, undoes: noAccount },
  webhook_removed: { notice: noAccount, undoes: noAccount },
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
