import type { CommonParams } from '../../protocol/common-params.ts'

/** Meaning of each common parameter. */
export const commonMeanings: Record<keyof CommonParams, string> = {
  aid: 'number of the registered application; required',
  subject_aid: 'number of the application of an organization',
  language:
    '`en`, `ja` or `zh`; any other value means English; pages without it follow the browser',
  account_sdk_source: '`web`, `app` or `sso`: the interface of the client',
  passport_jssdk_version: 'version of the client',
  fp: '`webId` of the browser; empty if the client has none',
  verifyFp: 'older name of `fp`',
  is_resend: '1 when a call is sent again after a passed captcha',
  sms_code_key: 'reference of a two-step verification',
  verify_ticket: 'its ticket, sent with the reference after it was passed',
  std_verify_flow_id: 'older name of `sms_code_key`',
  std_verify_token: 'older name of `verify_ticket`',
  shown_user:
    '`sec_user_id` of whom the caller shows; where somebody else is signed in by now, `open_account_changed` is answered',
  required_level:
    'assurance level that a sign-in or an exchange code must reach; it can only raise it',
  remember_browser:
    '1 on the call that passes the two-step verification of a sign-in: this browser is not asked for 30 days',
  scene: 'operation that a step-up is for, sent with its proof; the ticket is valid for no other',
  is_native_h5: '1 in the mobile flow',
  a_region: 'calling code for a mobile number without one',
  mix_mode:
    'sensitive fields: 0 plain, 1 obfuscated by old clients (if the application accepts it), 2 sealed',
  fixed_mix_mode: 'sent with `mix_mode=1`; has no effect',
  seal_kid: 'id of the sealing key',
  seal_epk: 'public key of the client for this request',
  seal_ts: 'time of the request, in Unix seconds',
  seal_jti: 'id of the request, accepted once',
}

/** Files of multipart calls. */
export const uploads: Readonly<Record<string, string>> = {
  uploadAvatar: 'avatar',
  uploadLogo: 'logo',
  uploadPicture: 'pic',
}
