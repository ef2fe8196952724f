import type { Lang } from './languages.ts'

/** A device as the server describes it, such as "Chrome on Linux", as readers of a language write it. */
export function deviceName(described: string, lang: Lang): string {
  const [browser = '', system] = described.split(' on ')
  return lang === 'en' || system === undefined ? described : `${browser}（${system}）`
}
