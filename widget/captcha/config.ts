import type { Source } from '#protocol/families.ts'
import type { Region } from '#protocol/captcha/settings.ts'
import type { Messages } from './messages/messages.ts'

/** Theme and messages that a page may change. */
export interface CaptchaOptions {
  theme?: 'auto' | 'light' | 'dark'
  messages?: Partial<Messages>
}

/** Settings of a captcha: the page, the application and the presentation. */
export interface CaptchaConfig {
  aid: number
  /** Application of an organization. */
  subjectAid: number | undefined
  /** Interface of the client that asks. */
  source: Source
  /** CSRF token of the page, where it may know one. */
  csrfToken: string
  /** Device id and install id, where an app knows them. */
  did: string
  iid: string
  language: string
  /** `mask` is a modal dialog; a kind draws the captcha inline and prefers that kind. */
  captchaShowMode: string
  /** Enters from the side, on narrow screens from below. */
  captchaSideSlide: boolean
  region: Region
  appName: string
  /** Origin that issues challenges; empty for the page's own. */
  captchaHost: string
  /** Origin that answers `/vc/setting`; `captchaHost` where it is empty. */
  settingHost: string
  captchaOptions: CaptchaOptions
}

const defaults: Omit<CaptchaConfig, 'aid'> = {
  subjectAid: undefined,
  source: 'web',
  csrfToken: '',
  did: '',
  iid: '0',
  language: 'zh',
  captchaShowMode: 'mask',
  captchaSideSlide: false,
  region: 'sg',
  appName: '',
  captchaHost: '',
  settingHost: '',
  captchaOptions: {},
}

/** Fills in defaults. */
export function completeConfig(
  options: Partial<CaptchaConfig> & Pick<CaptchaConfig, 'aid'>,
): CaptchaConfig {
  const config = { ...defaults, ...options }
  return { ...config, settingHost: config.settingHost || config.captchaHost }
}

/** Captcha settings of a page beside the attributes of the element. */
export type CaptchaProperties = Partial<
  Pick<CaptchaConfig, 'did' | 'iid' | 'appName' | 'captchaHost' | 'settingHost' | 'captchaOptions'>
>
