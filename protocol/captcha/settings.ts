import { array, number, object, optional, record, string, type Infer } from 'superstruct'

/** Region of a captcha server. */
export const regions = ['sg', 'va'] as const

/** Region of a captcha server; `sg` where none is named. */
export type Region = (typeof regions)[number]

/** Header that `/vc/setting` asks for, so that no plain form of another page can post to it. */
export const SETTING_HEADER = 'X-Setting-Flag'

/** What `/vc/setting` answers under `verify`. */
export const captchaAddresses = object({
  /** Address of the captcha script by region. */
  js_v2: record(string(), string()),
  /** Addresses to try next, in order, by region. */
  back_up_js_v2: record(string(), array(string())),
  /** Subresource integrity of the script, the same for every address, by region. */
  integrity: record(string(), string()),
  /** Origin of the captcha calls by region, and the size of its dialog, for other clients. */
  host: optional(record(string(), string())),
  height: optional(number()),
  width: optional(number()),
  scene_level: string(),
})

/** Where the captcha script is to be had. */
export type CaptchaSettings = Infer<typeof captchaAddresses>
