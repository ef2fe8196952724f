import type { Language } from '#protocol/common-params.ts'

/** What things are called. */
export function nameOf(thing: string, _language: Language): string {
  return thing
}
