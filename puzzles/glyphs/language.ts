/** Languages of characters and object names. */
export const languages = ['zh', 'en', 'ja'] as const

/** Language of a puzzle. */
export type Language = (typeof languages)[number]

/** Returns a language that has characters; English for the others. */
export function toLanguage(language: string): Language {
  return languages.find((one) => one === language) ?? 'en'
}
