import { toLanguage } from '#protocol/common-params.ts'
import type { Language } from '#protocol/common-params.ts'

/** Words of the box that a form shows. */
export interface BoxWords {
  start: string
  checking: string
  passed: string
  expired: string
  failed: string
}

const all: Readonly<Record<Language, BoxWords>> = {
  en: {
    start: 'Confirm that you are human',
    checking: 'Checking…',
    passed: 'Confirmed',
    expired: 'That was a while ago. Please confirm once more.',
    failed: 'The check could not be reached. Try again.',
  },
  ja: {
    start: '人による操作であることを確認',
    checking: '確認しています…',
    passed: '確認できました',
    expired: '時間がたちました。もう一度確認してください。',
    failed: '確認サーバーに接続できませんでした。もう一度お試しください。',
  },
  zh: {
    start: '请确认您不是程序',
    checking: '正在验证…',
    passed: '验证完成',
    expired: '验证已过期，请再次确认。',
    failed: '无法连接验证服务，请重试。',
  },
}

/** The words in the language of a tag, English where we do not speak it. */
export function boxWords(tag: string): BoxWords {
  return all[toLanguage(tag)]
}
