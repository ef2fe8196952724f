import type { Language } from './common-params.ts'

/** A device as the server describes it, such as "Chrome on Linux", as readers of a language write it. */
export function deviceName(described: string, language: Language): string {
  const [browser = '', system] = described.split(' on ')
  return language === 'en' || system === undefined ? described : `${browser}（${system}）`
}
