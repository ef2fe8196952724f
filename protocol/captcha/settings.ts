import { array, number, object, optional, record, string, type Infer } from 'superstruct'

/** Regions of captcha servers. */
export const regions = ['sg', 'va'] as const

/** Region of a captcha server, `sg` by default. */
export type Region = (typeof regions)[number]

/** Required header of `/vc/setting`; forms of other sites cannot send it. */
export const SETTING_HEADER = 'X-Setting-Flag'

/** Object `verify` in the reply of `/vc/setting`. */
export const captchaAddresses = object({
  /** Address of the captcha script by region. */
  js_v2: record(string(), string()),
  /** Fallback addresses by region, in order. */
  back_up_js_v2: record(string(), array(string())),
  /** Subresource integrity of the script by region. */
  integrity: record(string(), string()),
  /** Origin of the captcha endpoints by region, and size of the dialog; used by other clients only. */
  host: optional(record(string(), string())),
  height: optional(number()),
  width: optional(number()),
  scene_level: string(),
})

/** Addresses of the captcha script. */
export type CaptchaSettings = Infer<typeof captchaAddresses>
