import { is, record, string, type } from 'superstruct'
import type { CaptchaSettings, Region } from '#protocol/captcha/settings.ts'

const manifest = type({
  entries: record(string(), type({ file: string(), integrity: string() })),
})

// Existing clients reserve this space; our dialog measures itself.
const DIALOG_HEIGHT = 303
const DIALOG_WIDTH = 300

/** Origins of the captcha script by region, in the order in which clients try them. */
export type ScriptOrigins = Record<Region, readonly string[]>

/** Returns the reply of `/vc/setting`. @throws TypeError for a manifest without `captcha` */
export function captchaScripts(built: unknown, origins: ScriptOrigins): CaptchaSettings {
  const entry = is(built, manifest) ? built.entries.captcha : undefined
  if (!entry) throw new TypeError('dist/element/manifest.json has no entry `captcha`: build again')
  const addresses = Object.entries(origins).map(([region, list]) => {
    const all = list.map((origin) => new URL(entry.file, `${origin}/`).href)
    // A single origin is tried twice, the second time past any cache.
    return { region, all: all.length > 1 ? all : [...all, `${all[0] ?? ''}?again`] }
  })
  return {
    js_v2: Object.fromEntries(addresses.map(({ region, all }) => [region, all[0] ?? ''])),
    back_up_js_v2: Object.fromEntries(addresses.map(({ region, all }) => [region, all.slice(1)])),
    integrity: Object.fromEntries(addresses.map(({ region }) => [region, entry.integrity])),
    host: Object.fromEntries(
      Object.entries(origins).map(([region, [first = '']]) => [region, first]),
    ),
    height: DIALOG_HEIGHT,
    width: DIALOG_WIDTH,
    scene_level: 'p0',
  }
}
