import type { IdentityMessages } from '../en/identity.ts'

/** Messages of the page that shows for whom a browser acts, in Japanese. */
export const identityMessages: IdentityMessages = {
  title: '組織の切り替え',
  current: (name) => `このブラウザは現在「${name}」として操作しています。`,
  oneself: (name) => `${name}（個人アカウント）`,
  actAs: (name) => `「${name}」に切り替える`,
  alone: '所属している組織はありません。招待を受けると参加できます。',
  frozen: (name) => `「${name}」は凍結されているため、切り替えられません。`,
  leave: (name) => `「${name}」から脱退`,
  leaveTitle: (name) => `「${name}」から脱退しますか？`,
  leaveText: 'すべての端末で、すぐに利用できなくなります。戻るには新しい招待が必要です。',
  stay: '脱退しない',
  wantsProof: (name) => `「${name}」では追加の本人確認が必要です。`,
  codeSent: (name, address) =>
    `「${name}」では追加の本人確認が必要です。${address}にコードを送信しました。10分間有効です。`,
}
