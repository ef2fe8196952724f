import type { Language } from '#protocol/common-params.ts'

const texts: Readonly<Record<Language, string>> = {
  en: 'This looks new to us. Please show once more that it is you.',
  ja: 'いつもと異なる環境からの操作です。もう一度ご本人確認をお願いします。',
  zh: '检测到新的环境，请再次验证您的身份。',
}

/** Returns the explanation shown above the methods of a two-step verification. */
export function explanation(language: Language): string {
  return texts[language]
}
