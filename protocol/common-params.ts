import { enums, object, optional, pattern, size, string, type Infer } from 'superstruct'
import { aid, flag, fromText, level } from './fields.ts'
import { languages, toLanguage } from './languages.ts'

export { languages, toLanguage, type Language } from './languages.ts'

/** Cookie with the `webId` of a browser; scripts may read it. */
export const WEB_ID_COOKIE = 's_v_web_id'

/** Form of a `webId`. */
export const WEB_ID = /^verify_\w{1,128}$/

const shortText = optional(size(string(), 1, 512))
const webId = optional(fromText(string(), (value) => (WEB_ID.test(value) ? value : '')))

/** Parameters of every call, in the query or the body. */
export const commonParams = object({
  aid,
  /** Application of an organization. */
  subject_aid: optional(aid),
  language: fromText(enums(languages), toLanguage),
  account_sdk_source: enums(['web', 'app', 'sso']),
  passport_jssdk_version: shortText,
  /** `webId` of the browser; empty if the client did not get one within 1000 ms. */
  fp: webId,
  /** Older name of `fp`. */
  verifyFp: webId,
  /** 1 when a call is sent again after a passed captcha. */
  is_resend: flag,
  /** References of a passed two-step verification. */
  sms_code_key: shortText,
  verify_ticket: shortText,
  std_verify_flow_id: shortText,
  std_verify_token: shortText,
  /** Assurance level that a sign-in, or an exchange code, must reach; it only raises what is demanded anyway. */
  required_level: optional(level),
  /** 1 on the call that passes the two-step verification of a sign-in: the browser is not asked again for 30 days. */
  remember_browser: flag,
  /** `sec_user_id` of whom the caller shows; where somebody else is signed in by now, `open_account_changed` is answered. */
  shown_user: shortText,
  /** Operation that a step-up is for; its ticket is valid for no other. */
  scene: shortText,
  /** 1 in the mobile flow. */
  is_native_h5: flag,
  /** Calling code for a mobile number without one. */
  a_region: optional(pattern(string(), /^[1-9]\d{0,3}$/)),
  /** Sensitive fields: 0 plain, 1 obfuscated by old clients (few applications accept it), 2 sealed. */
  mix_mode: fromText(enums([0, 1, 2]), Number),
  /** Sent by old clients with `mix_mode=1`; has no effect. */
  fixed_mix_mode: shortText,
  seal_kid: shortText,
  seal_epk: shortText,
  seal_ts: shortText,
  seal_jti: shortText,
})

/** Common parameters of a call. */
export type CommonParams = Infer<typeof commonParams>

/** Common parameters without effect here, stored with the security event of the call. */
export const recordedParams = [
  'passport_jssdk_version',
  'is_native_h5',
] as const satisfies readonly (keyof CommonParams)[]

/** Defaults of common parameters. */
export const commonDefaults = {
  language: 'zh',
  account_sdk_source: 'web',
  is_resend: 0,
  remember_browser: 0,
  is_native_h5: 0,
  mix_mode: 0,
} as const satisfies Partial<CommonParams>
