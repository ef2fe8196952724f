import type { Language } from './common-params.ts'

/** Translates a device description of the server, such as "Chrome on Linux". */
export function deviceName(description: string, language: Language): string {
  const [browser = '', system] = description.split(' on ')
  return language === 'en' || system === undefined ? description : `${browser}（${system}）`
}
