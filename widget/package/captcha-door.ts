import type { GivenOptions } from '../captcha/standalone/options.ts'
import type { StandaloneCaptcha } from '../captcha/standalone/standalone-captcha.ts'

export type { GivenOptions as CaptchaBoxOptions, StandaloneCaptcha }

declare global {
  /** Defined once `captcha-door.js` has run. */
  var passportCaptcha: StandaloneCaptcha

  interface HTMLElementEventMap {
    'passport-captcha-passed': CustomEvent<{ response: string }>
    'passport-captcha-expired': CustomEvent<object>
    'passport-captcha-error': CustomEvent<{ reason: string }>
  }
}
