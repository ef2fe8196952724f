import { array, enums, number, object, optional, size, string } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { ownAccount } from '../families.ts'
import { anyText, flag, nonEmptyText, seconds, ticket } from '../fields.ts'
import { user } from '../objects.ts'

const input = optional(size(string(), 1, 2048))

/** Parameters of a request. */
const requestParams = {
  client_key: input,
  redirect_uri: input,
  /** Names of `protocol/scopes.ts`, with commas or spaces between. */
  scope: input,
  state: input,
  code_challenge: input,
  code_challenge_method: input,
  nonce: input,
  /** Other server that access is asked for (RFC 8707). */
  resource: input,
  /** Thumbprint of the key that tokens are bound to (RFC 9449). */
  dpop_jkt: input,
  /** Reference of a request that was pushed before (RFC 9126), which holds all but `client_key`. */
  request_uri: input,
  prompt: input,
  acr_values: input,
  /** Where the client sent the person from; recorded with the event of the answer. */
  source: input,
}

/** The same, or the ticket that stands for them in this browser. */
const request = { auth_ticket: optional(ticket), ...requestParams }

const requestErrors = [
  'client_unknown',
  'redirect_mismatch',
  'scope_refused',
  'open_request_expired',
  'open_request_invalid',
] as const

export const authInfo = endpoint({
  operation: 'open_auth_info',
  description:
    'Says what an application of others asks for, and what the person answered before. `auth_ticket` stands for the request for ten minutes, in this browser.',
  methods: ['GET', 'POST'],
  paths: {
    ...ownAccount('open/auth_info'),
    root: ['oauth/auth_info', 'passport/open/auth_info/v2'],
  },
  aid: 'site',
  payload: object(request),
  session: 'optional',
  reply: object({
    client: object({
      client_key: anyText,
      name: anyText,
      /** Host that the person is led back to, or the scheme of an application. */
      host: anyText,
      /** Host of the document that describes the client, if there is one and people are led elsewhere. */
      document_host: optional(anyText),
      /** Address of the logo that an operator registered, on this server. */
      logo: optional(anyText),
      /** 1 if an operator has verified its owner. */
      verified: flag,
      /** `local` for a client on the person's own device, which cannot prove its name. */
      kind: enums(['web', 'local']),
    }),
    scopes: array(
      object({
        scope: anyText,
        /** Operator's description of a resource's scope; empty for others. */
        description: optional(anyText),
        required: flag,
        /** Last decision, as the preselected identity. */
        granted: flag,
        refused: flag,
        is_new: flag,
        /** 1 for a scope that is not preselected and needs a recent authentication. */
        danger: flag,
      }),
    ),
    /** The person, and then their memberships; empty without a session. */
    identities: array(
      object({
        /** "0" for oneself. */
        user_identity_id: anyText,
        name: anyText,
        /** Organization; empty for oneself. */
        subject_name: anyText,
        /** Name with what tells it apart, where another organization in the list has the same name. */
        subject_label: optional(anyText),
        /** 0 where the rules of the organization refuse this application. */
        is_allowed: flag,
        /** 1 for the preselected identity. */
        current: flag,
        /** Scopes that were given and refused as this identity. */
        granted: array(anyText),
        refused: array(anyText),
      }),
    ),
    /** The person who would answer; missing without a session. */
    user: optional(user),
    need_login: flag,
    /** 1 where the person has to sign in once more for this request. */
    need_fresh: flag,
    /** 1 where that has to be with another account, which `id_token_hint` names; absent from older instances. */
    need_other: optional(flag),
    /** Assurance level that the session has to be raised to first (`session_raise`); 0 for none, absent from older instances. */
    need_level: optional(number()),
    /** Page where something that reaches that level is added to the account; only where nothing of it does. */
    add_page: optional(anyText),
    /** 0 where the person allowed all this before, and `open_auth` need not be asked about. */
    need_consent: flag,
    returns_to: anyText,
    auth_ticket: ticket,
    expire_time: seconds,
  }),
  errors: requestErrors,
})

export const authorizeTicket = endpoint({
  operation: 'open_authorize_ticket',
  description:
    'Returns a ticket for a request to a caller that sends its session in a header: `open_auth` takes it as `auth_ticket`, once, in the same session, after `open_auth_info` was called with it: only what the person has seen can be allowed. It is no token.',
  methods: ['GET'],
  paths: { root: ['passport/open/authorize/ticket'] },
  aid: 'site',
  payload: object(requestParams),
  session: 'required',
  reply: object({ ticket, expire_time: seconds }),
  errors: requestErrors,
})

export const authorizeClient = endpoint({
  operation: 'open_auth',
  description:
    'Answers a request of an application of others: with `action=refuse`, or without any scope that may be left out, the application learns that the person refused. Allowing needs a session, and a dangerous scope a recent authentication. For pages of this server only. The browser goes to `redirect_url`.',
  paths: {
    ...ownAccount('open/auth'),
    root: ['passport/open/auth', 'passport/open/web/auth', 'passport/open/web/auth/v2'],
  },
  aid: 'site',
  payload: object({
    ...request,
    /** Scopes that the person allows, with commas or spaces between. */
    scopes: input,
    action: optional(enums(['allow', 'refuse'])),
    /** Membership as which the person answers; "0" for oneself. */
    user_identity_id: optional(size(string(), 1, 32)),
  }),
  defaults: { action: 'allow', user_identity_id: '0' },
  recorded: ['source'],
  session: 'optional',
  reply: object({
    redirect_url: nonEmptyText,
    code: optional(anyText),
    state: optional(anyText),
    iss: anyText,
  }),
  errors: [
    ...requestErrors,
    'csrf_error',
    'session_expired',
    'open_account_changed',
    'not_member',
    'policy_refused',
    'second_verify',
    'level_unreachable',
    'ticket_expired',
  ],
})
