import { kindCodes, type KindName } from '#protocol/captcha/kind-codes.ts'
import type { CaptchaConfig } from './config.ts'

/** Presentation of a captcha on the page. */
export type Presentation = 'mask' | 'side' | 'inline'

/** Returns the preferred kind of a show mode; undefined for `mask` and unknown values. */
export function preferredKind(showMode: string): KindName | undefined {
  return Object.keys(kindCodes).find((kind): kind is KindName => kind === showMode)
}

/** Returns `inline` for a show mode that names a kind, else a modal presentation. */
export function presentationOf(config: CaptchaConfig): Presentation {
  if (preferredKind(config.captchaShowMode)) return 'inline'
  return config.captchaSideSlide ? 'side' : 'mask'
}
