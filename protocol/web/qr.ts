import { enums, object, optional, size, string } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { anyText, count, next, seconds, wholeNumber } from '../fields.ts'
import { user } from '../objects.ts'
import { accountStateErrors } from '../sign-in-errors.ts'

const token = size(string(), 1, 128)

export const getQrcode = endpoint({
  operation: 'get_qrcode',
  description:
    'Creates a QR code to sign in with a phone: `qrcode` is a PNG in base64, `qrcode_index_url` its content, `expire_time` Unix seconds, `interval` milliseconds between polls. If the application requires it, `match_number` must be shown beside the code.',
  methods: ['POST', 'GET'],
  paths: { web: ['get_qrcode'], sso: ['get_qrcode'], root: ['get_qrcode'] },
  payload: object({ next, service: next }),
  reply: object({
    token: anyText,
    qrcode: anyText,
    qrcode_index_url: anyText,
    expire_time: seconds,
    interval: wholeNumber,
    app_name: anyText,
    web_name: anyText,
    match_number: optional(wholeNumber),
  }),
})

export const checkQrconnect = endpoint({
  operation: 'check_qrconnect',
  description:
    'Returns the status of a QR code: `new`, `scanned`, `confirmed`, `refused` or `expired`; for sso and root paths 1, 2, 3, 5 and 5 with `sub_status`. The first poll after the confirmation signs the browser in; for later polls the code is used. An expired code comes with a new one, once. Polls less than a second apart answer `too_often` and change nothing.',
  methods: ['POST', 'GET'],
  paths: { web: ['check_qrconnect'], sso: ['check_qrconnect'], root: ['check_qrconnect'] },
  payload: object({ token, next, service: next }),
  reply: object({
    status: enums(['new', 'scanned', 'confirmed', 'refused', 'expired', '1', '2', '3', '5']),
    sub_status: optional(enums(['refused', 'expired', 'utilised'])),
    interval: wholeNumber,
    scan_user_info: optional(object({ screen_name: anyText, avatar_url: anyText })),
    scan_app_id: optional(wholeNumber),
    redirect_url: optional(anyText),
    user_data: optional(user),
    login_subject_uid: optional(anyText),
    user_identity_id: optional(anyText),
    token: optional(anyText),
    qrcode: optional(anyText),
    qrcode_index_url: optional(anyText),
    expire_time: optional(seconds),
    match_number: optional(wholeNumber),
  }),
  errors: ['qr_unknown', 'policy_refused', ...accountStateErrors, 'second_verify', 'system_busy'],
})

export const scanQrcode = endpoint({
  operation: 'scan_qrcode',
  description:
    'Reports that a phone with a session has scanned a QR code, and returns which browser asks. The code belongs to the first account that scans it. A browser gets a page by GET; pages of other origins may not call this.',
  paths: { web: ['scan_qrcode'], mobile: ['scan_qrcode'], sso: ['scan_qrcode'] },
  payload: object({ token }),
  session: 'required',
  reply: object({
    status: enums(['scanned', '2']),
    /** `ip_city` is the IP address without its last part; no city is looked up. */
    client: object({ ip_city: anyText, user_agent: anyText, requested_at: seconds }),
    app_name: anyText,
    next_origin: anyText,
    /** Three numbers to choose from, separated by commas, if the application requires it. */
    numbers: optional(anyText),
  }),
  errors: ['qr_unknown', 'qr_expired', 'qr_used', 'qr_not_yours'],
})

export const confirmQrcode = endpoint({
  operation: 'confirm_qrcode',
  description:
    'Signs in the browser that shows a scanned QR code, or refuses it with `action=refuse`. If the application requires a number, a wrong `number` refuses it, too. Pages of other origins may not call this.',
  paths: { web: ['confirm_qrcode'], mobile: ['confirm_qrcode'], sso: ['confirm_qrcode'] },
  payload: object({
    token,
    action: enums(['confirm', 'refuse']),
    number: optional(count),
  }),
  defaults: { action: 'confirm' },
  session: 'required',
  reply: object({ status: enums(['confirmed', 'refused', '3', '5']) }),
  errors: ['qr_unknown', 'qr_expired', 'qr_used', 'qr_not_yours', 'second_verify', 'system_busy'],
})
