import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CaptchaSettings } from '#protocol/captcha/settings.ts'
import { captchaScripts } from '../captcha/scripts.ts'
import type { Config } from '../config/config.ts'

/** Returns the addresses of the built captcha script; without a build, the element uses proof of work. */
export function readCaptchaScripts({ DIST_DIR, PUBLIC_ORIGIN }: Config): CaptchaSettings {
  try {
    const text = readFileSync(join(DIST_DIR, 'element', 'manifest.json'), 'utf8')
    const manifest: unknown = JSON.parse(text)
    return captchaScripts(manifest, { sg: [PUBLIC_ORIGIN] })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return { js_v2: {}, back_up_js_v2: {}, integrity: {}, scene_level: 'p0' }
  }
}
