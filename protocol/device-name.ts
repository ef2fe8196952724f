import type { Language } from './common-params.ts'

/** A program that shows pages by the engine of a browser and is none. */
export const DESKTOP_APP = 'Desktop app'

const desktopApp: Record<Language, string> = {
  en: DESKTOP_APP,
  ja: 'デスクトップアプリ',
  zh: '桌面应用',
}

/** Translates a device description of the server, such as "Chrome on Linux". */
export function deviceName(description: string, language: Language): string {
  const [name = '', system] = description.split(' on ')
  const browser = name === DESKTOP_APP ? desktopApp[language] : name
  if (system === undefined) return browser
  return language === 'en' ? `${browser} on ${system}` : `${browser}（${system}）`
}
