import { kindCodes, type KindName } from '#protocol/captcha/kind-codes.ts'
import type { CaptchaConfig } from './config.ts'

/** How a captcha stands on the page. */
export type Presentation = 'mask' | 'side' | 'inline'

/** The kind that a show mode wishes for; undefined for `mask`, and for anything else that is no kind. */
export function preferredKind(showMode: string): KindName | undefined {
  return Object.keys(kindCodes).find((kind): kind is KindName => kind === showMode)
}

/** A show mode that names a kind is drawn in the page itself; else the captcha is modal. */
export function presentationOf(config: CaptchaConfig): Presentation {
  if (preferredKind(config.captchaShowMode)) return 'inline'
  return config.captchaSideSlide ? 'side' : 'mask'
}
