import { DESKTOP_APP } from '#protocol/device-name.ts'

// Order matters: most of them contain Chrome, and that of Chrome contains Safari. Only known names are
// written: whoever signs in chooses the User-Agent, and others read it in mails.
const browsers: [RegExp, string][] = [
  [/ Code(?: - Insiders)?\/.* Electron\//, 'Visual Studio Code'],
  [/ Cursor\/.* Electron\//, 'Cursor'],
  [/ Electron\//, DESKTOP_APP],
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Returns browser and system of a User-Agent, such as `Firefox on Windows`; empty when unknown. */
export function describeDevice(userAgent: string): string {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? '')
}
