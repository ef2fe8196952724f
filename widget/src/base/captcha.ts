// A module of its own, so that the chunk has a recognizable name.
import type { CaptchaProperties } from '../../captcha/config.ts'
import { openChallenge } from '../../captcha/index.ts'
import type { SharedReact } from '../../captcha/registry.ts'
import { createCsrfToken } from '../client/csrf.ts'
import type { Settings } from './settings.ts'
import { placeOf } from './place.ts'

export { loadMessages } from '../../captcha/messages/load-messages.ts'

const textNames = ['did', 'iid', 'appName', 'captchaHost', 'settingHost'] as const
const objectNames = ['captchaOptions'] as const

function toKebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

// Read when a captcha opens, to keep the first screen small.
function readProperties(element: HTMLElement): CaptchaProperties {
  const found: Record<string, unknown> = {}
  for (const name of textNames) {
    const value: unknown = Reflect.get(element, name) ?? element.getAttribute(toKebab(name))
    if (typeof value === 'string' && value !== '') found[name] = value
  }
  for (const name of objectNames) {
    const value: unknown = Reflect.get(element, name)
    if (typeof value === 'object' && value !== null) found[name] = value
  }
  return found
}

/** Opens our captcha with the theme and settings of an element. */
export async function openCaptcha(
  element: HTMLElement,
  decision: string,
  settings: Settings,
  signal: AbortSignal,
  shared: SharedReact,
): Promise<void> {
  const attribute = element.getAttribute('theme')
  const theme = attribute === 'light' || attribute === 'dark' ? attribute : 'auto'
  const properties = readProperties(element)
  await openChallenge(decision, {
    shared,
    opener: element,
    // An inline captcha appears below the form, which may wait behind that of the second step.
    place: placeOf(element).querySelector('[data-part=card]:not([hidden])') ?? element,
    signal,
    config: {
      aid: settings.aid,
      subjectAid: settings.subjectAid,
      source: settings.interface,
      csrfToken: createCsrfToken(settings.server).read() ?? '',
      language: settings.language,
      captchaShowMode: settings.captchaShowMode,
      captchaSideSlide: settings.captchaSideSlide,
      ...(settings.region !== undefined && { region: settings.region }),
      captchaHost: settings.server,
      ...properties,
      captchaOptions: { theme, ...properties.captchaOptions },
    },
  })
}
