import { array, number, object, optional } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { ownAccount } from '../families.ts'
import { anyText, count, flag, seconds, ticket } from '../fields.ts'
import {
  linkedAccountInfo,
  methodInfo,
  rememberedBrowser,
  securityEvent,
  sessionInfo,
} from '../objects.ts'
import { profileReplies } from '../profile-fields.ts'

export const exportData = endpoint({
  operation: 'data_export',
  description:
    'Returns what is stored about the person: within ten minutes of signing in, with a step-up ticket, or after two-step verification. Only the site of the account server may ask.',
  paths: ownAccount('account/export'),
  payload: object({ ticket: optional(ticket) }),
  session: 'required',
  reply: object({
    exported_at: seconds,
    account: object({
      user_id_str: anyText,
      ...profileReplies,
      email: anyText,
      /** Address that nobody has proved. */
      unverified_email: anyText,
      mobile: anyText,
      avatar_url: anyText,
      bg_img_url: anyText,
      state: anyText,
      has_password: flag,
      created_by_app: number(),
      created_at: seconds,
    }),
    /** Ids of the account in the products that it was imported from. */
    external_ids: array(object({ source: anyText, external_id: anyText })),
    /** Terms accepted at sign-up; empty and 0 where that is not known. */
    terms: object({ version: anyText, accepted_at: seconds }),
    /** Addresses that left the account in the last 72 hours. */
    former_addresses: array(object({ address: anyText, left_at: seconds })),
    connects: array(linkedAccountInfo),
    /** Passkeys and authenticator apps. */
    methods: array(methodInfo),
    recovery_codes_left: count,
    /** When account recovery opens the account; 0 while none runs. */
    recovery_ready_at: seconds,
    remembered_browsers: array(rememberedBrowser),
    sessions: array(sessionInfo),
    /** The newest 10,000 at most. */
    events: array(securityEvent),
    memberships: array(
      object({ app_id: number(), subject_name: anyText, name: anyText, is_manager: flag }),
    ),
    /** What clients may have, the newest 1,000 at most; `subject_name` is empty for oneself. */
    grants: array(
      object({
        client_name: anyText,
        subject_name: anyText,
        scope: anyText,
        changed_at: seconds,
        last_used_at: seconds,
      }),
    ),
    plan: object({ plan: anyText, until: seconds, chosen: anyText, chosen_at: seconds }),
    promo_codes: array(object({ promo_code: anyText, redeemed_at: seconds })),
    pictures: number(),
    /** What the person wrote to be let in early, with the code of whose answer they made the account. */
    early_access: array(
      object({
        email: anyText,
        name: anyText,
        about: anyText,
        system: anyText,
        applied_at: seconds,
      }),
    ),
  }),
  errors: ['bad_app', 'ticket_expired', 'second_verify'],
})
