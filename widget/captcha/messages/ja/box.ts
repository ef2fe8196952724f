import type { BoxMessages } from '../messages.ts'

/** Messages of the box in a form of another site, in Japanese. */
export const box: BoxMessages = {
  start: '人による操作であることを確認',
  checking: '確認しています…',
  passed: '確認できました',
  expired: '時間がたちました。もう一度確認してください。',
  failed: '確認サーバーに接続できませんでした。もう一度お試しください。',
}
