import { assign, enums, object, optional, size, string } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { ownAccount } from '../families.ts'
import { anyText, count, seconds, wholeNumber } from '../fields.ts'
import { authInfo } from './open-authorization.ts'

// A QR code by which a client asks for consent on a phone. It is shown by a client of others, or by a
// page of this server.

const token = size(string(), 1, 128)
const optionalText = optional(size(string(), 1, 2048))

export const getOpenQrcode = endpoint({
  operation: 'open_qrcode_get',
  description:
    'Creates a QR code by which a client asks for consent on a phone: `qrcode` is a PNG in base64, `scan_qrcode_url` its content, `expire_time` Unix seconds, `interval` milliseconds between polls. If the site requires it, `match_number` must be shown beside the code.',
  methods: ['POST', 'GET'],
  paths: { ...ownAccount('open/qrcode/get'), root: ['oauth/get_qrcode'] },
  aid: 'site',
  payload: object({
    client_key: size(string(), 1, 2048),
    redirect_uri: optionalText,
    /** Older name of `redirect_uri`. */
    next: optionalText,
    scope: optionalText,
    state: optionalText,
    nonce: optionalText,
    code_challenge: optionalText,
    code_challenge_method: optionalText,
    resource: optionalText,
    /** Returned unchanged with the result, which belongs to this request then. */
    client_ticket: optional(size(string(), 1, 512)),
  }),
  reply: object({
    token: anyText,
    qrcode: anyText,
    qrcode_index_url: anyText,
    scan_qrcode_url: anyText,
    expire_time: seconds,
    interval: wholeNumber,
    app_name: anyText,
    match_number: optional(wholeNumber),
    client_ticket: optional(anyText),
  }),
  errors: ['client_unknown', 'redirect_mismatch', 'scope_refused', 'open_request_invalid'],
})

export const checkOpenQrcode = endpoint({
  operation: 'open_qrcode_check',
  description:
    'Returns the status of such a code to the client, by its secret, or to the browser that shows it: `to_scan` (`new` at `/oauth/check_qrcode`), `scanned`, `confirmed`, `refused` or `expired`. The first poll after the confirmation brings `redirect_url` with a code that the client exchanges; for later polls the QR code is used. Polls less than a second apart answer `too_often` and change nothing.',
  methods: ['POST', 'GET'],
  paths: { ...ownAccount('open/qrcode/check'), root: ['oauth/check_qrcode'] },
  aid: 'site',
  payload: object({
    client_key: size(string(), 1, 2048),
    client_secret: optional(size(string(), 1, 2048)),
    token,
  }),
  reply: object({
    status: enums(['to_scan', 'new', 'scanned', 'confirmed', 'refused', 'expired']),
    sub_status: optional(enums(['refused', 'expired', 'utilised'])),
    interval: wholeNumber,
    redirect_url: optional(anyText),
    code: optional(anyText),
    /** Scopes that the person allowed, separated by commas. */
    scopes: optional(anyText),
    client_ticket: optional(anyText),
  }),
  errors: ['qr_unknown', 'client_unknown', 'client_secret_error', 'open_request_invalid'],
})

const { client, scopes, identities, returns_to: returnsTo } = authInfo.reply.schema

export const scanOpenQrcode = endpoint({
  operation: 'open_qrcode_scan',
  description:
    'Reports that a phone with a session has scanned such a code, and returns which client asks for what, from where. The code belongs to the first account that scans it. A browser gets a page by GET.',
  paths: ownAccount('open/qrcode/scan'),
  payload: object({ token }),
  session: 'required',
  reply: object({
    status: enums(['scanned']),
    client: assign(
      client,
      object({ ip_city: anyText, user_agent: anyText, requested_at: seconds }),
    ),
    scopes,
    identities,
    returns_to: returnsTo,
    /** Three numbers to choose from, separated by commas, if the site requires it. */
    numbers: optional(anyText),
  }),
  errors: ['qr_unknown', 'qr_expired', 'qr_used', 'qr_not_yours', 'client_unknown'],
})

export const confirmOpenQrcode = endpoint({
  operation: 'open_qrcode_confirm',
  description:
    'Allows a client the scopes that are named, of those that it asked for, or refuses it with `action=refuse` or without any. If the site requires a number, a wrong `number` refuses it, too. A dangerous scope needs a recent authentication. For pages of this server and applications of their own only.',
  paths: { ...ownAccount('open/qrcode/confirm'), root: ['passport/open/confirm_qrcode'] },
  payload: object({
    token,
    scopes: optionalText,
    action: enums(['allow', 'refuse']),
    number: optional(count),
    /** Membership as which the person answers; "0" for oneself. */
    user_identity_id: size(string(), 1, 32),
  }),
  defaults: { action: 'allow', user_identity_id: '0' },
  session: 'required',
  reply: object({ status: enums(['confirmed', 'refused']) }),
  errors: [
    'qr_unknown',
    'qr_expired',
    'qr_used',
    'qr_not_yours',
    'client_unknown',
    'not_member',
    'policy_refused',
    'ticket_expired',
  ],
})
