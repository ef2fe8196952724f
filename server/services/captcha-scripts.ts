import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CaptchaSettings } from '#protocol/captcha/settings.ts'
import { captchaScripts } from '../captcha/scripts.ts'
import type { Config } from '../config/config.ts'

/** Returns the addresses of the built captcha script; without a build, the element uses proof of work. */
export function readCaptchaScripts(config: Config): CaptchaSettings {
  try {
    const { CAPTCHA_ORIGINS_SG, CAPTCHA_ORIGINS_VA, DIST_DIR, PUBLIC_ORIGIN } = config
    const sg = CAPTCHA_ORIGINS_SG.length > 0 ? CAPTCHA_ORIGINS_SG : [PUBLIC_ORIGIN]
    const va = CAPTCHA_ORIGINS_VA.length > 0 ? CAPTCHA_ORIGINS_VA : sg
    const text = readFileSync(join(DIST_DIR, 'element', 'manifest.json'), 'utf8')
    const manifest: unknown = JSON.parse(text)
    return captchaScripts(manifest, { sg, va })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return { js_v2: {}, back_up_js_v2: {}, integrity: {}, scene_level: 'p0' }
  }
}
