import type { Language } from '#protocol/common-params.ts'

const texts: Readonly<Record<Language, (names: string) => string>> = {
  en: (names) => `You manage ${names}. Have somebody else made its manager first.`,
  ja: (names) => `${names} の管理者です。先に管理者をほかの方に変更してください。`,
  zh: (names) => `您是 ${names} 的管理者，请先将管理者更换为其他人。`,
}

/** Returns why the manager of organizations cannot delete their account. */
export function managerText(names: readonly string[], language: Language): string {
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  return texts[language](list.format(names))
}
