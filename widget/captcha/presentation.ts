import { subtypeCodes, type Subtype } from '#protocol/captcha/subtypes.ts'
import type { CaptchaConfig } from './config.ts'

/** How a check stands on the page. */
export type Presentation = 'mask' | 'side' | 'inline'

/** The kind that a show mode wishes for; undefined for `mask`, and for anything else that is no kind. */
export function preferredKind(showMode: string): Subtype | undefined {
  return Object.keys(subtypeCodes).find((kind): kind is Subtype => kind === showMode)
}

/** A show mode that names a kind is drawn in the page itself; else the check is modal. */
export function presentationOf(config: CaptchaConfig): Presentation {
  if (preferredKind(config.captchaShowMode)) return 'inline'
  return config.captchaSideSlide ? 'side' : 'mask'
}
