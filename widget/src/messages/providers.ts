import type { Language } from '#protocol/common-params.ts'

/** Texts beside the buttons of third parties; they come with them. */
export const providerTexts: Record<Language, { or: string; with: (title: string) => string }> = {
  en: { or: 'or', with: (title) => `Continue with ${title}` },
  ja: { or: 'または', with: (title) => `${title}で続ける` },
  zh: { or: '或', with: (title) => `使用${title}继续` },
}
