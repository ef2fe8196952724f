import { enums, object, optional, pattern, size, string, type Infer } from 'superstruct'
import { aid, flag, fromText } from './fields.ts'
import { languages, toLanguage } from './languages.ts'

export { languages, toLanguage, type Language } from './languages.ts'

/** Version sent as `passport_jssdk_version`. */
export const PROTOCOL_VERSION = '2.0.0'

/** Cookie that keeps the web id of a browser; readable by scripts. */
export const WEB_ID_COOKIE = 's_v_web_id'

/** Form of a web id: `verify_` and up to 128 word characters. */
export const WEB_ID = /^verify_\w{1,128}$/

const shortText = optional(size(string(), 0, 512))
const webId = optional(fromText(string(), (value) => (WEB_ID.test(value) ? value : '')))

/** What is sent with every call, in the query or the body; anything else is ignored. */
export const commonParams = object({
  /** Registered application. */
  aid,
  /** Enterprise application, where there is one. */
  subject_aid: optional(aid),
  /** Language of texts; `zh` where it is not sent. */
  language: fromText(enums(languages), toLanguage),
  /** Interface of the client. */
  account_sdk_source: enums(['web', 'app', 'sso']),
  passport_jssdk_version: shortText,
  /** Web id of the browser, empty when it could not be had in 1000 ms. */
  fp: webId,
  /** The same value under its older name. */
  verifyFp: webId,
  /** 1 when a request is sent again after a passed challenge. */
  is_resend: flag,
  /** References of a second verification, sent back once it was passed. */
  sms_code_key: shortText,
  verify_ticket: shortText,
  std_verify_flow_id: shortText,
  std_verify_token: shortText,
  /** Operation that a verification is made for; its ticket then counts for no other. */
  scene: shortText,
  /** 1 in the mobile flow. */
  is_native_h5: flag,
  /** Calling code for a mobile number without one. */
  a_region: optional(pattern(string(), /^[1-9]\d{0,3}$/)),
  /**
   * 2 when sensitive fields are sealed, 0 when they are plain; 1 for the readable disguise of old
   * clients, which few applications accept.
   */
  mix_mode: fromText(enums([0, 1, 2]), Number),
  /** Sent with the disguise; it changes nothing. */
  fixed_mix_mode: shortText,
  seal_kid: shortText,
  seal_epk: shortText,
  seal_ts: shortText,
  seal_jti: shortText,
})

/** Common parameters as the server reads them. */
export type CommonParams = Infer<typeof commonParams>

/** Values of common parameters that were not sent. */
export const commonDefaults = {
  language: 'zh',
  account_sdk_source: 'web',
  is_resend: 0,
  is_native_h5: 0,
  mix_mode: 0,
} as const satisfies Partial<CommonParams>
