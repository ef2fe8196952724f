import type { IncomingHttpHeaders } from 'node:http'
import { toLanguage, type Language } from '#protocol/common-params.ts'

/** Returns the first language of Accept-Language, such as `ja,en-US;q=0.9`. */
export function preferredLanguage({ 'accept-language': list }: IncomingHttpHeaders): Language {
  return toLanguage(list?.split(/[,;]/)[0] ?? 'en')
}
