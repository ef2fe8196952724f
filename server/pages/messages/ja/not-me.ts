import type { NotMeMessages } from '../en/not-me.ts'

/** Messages of the page behind "This was not me" in a notice, in Japanese. */
export const notMeMessages: NotMeMessages = {
  question: '心当たりがありませんか？',
  askText:
    'ボタンを押すと、すべての端末からサインアウトされ、現在のパスワードは使えなくなり、その後に追加されたものが取り消されます。続いて新しいパスワードを設定します。',
  askRestoreText: (address) =>
    `ボタンを押すと、${address}がアカウントに戻り、すべての端末からサインアウトされ、現在のパスワードは使えなくなり、その後に追加されたものが取り消されます。続いて新しいパスワードを設定します。`,
  confirm: '心当たりがない',
  secured: 'アカウントを保護しました',
  securedText: (sessions) => `サインアウトした端末：${sessions}台`,
  restoredText: (address, sessions) =>
    `${address}がアカウントに戻りました。サインアウトした端末：${sessions}台`,
  undone: '取り消したもの、確認が必要なもの',
  nextText:
    'これまでのパスワードは使えません。すぐに新しいパスワードを設定し、以前からあるほかのサインイン方法もアカウント設定でご確認ください。',
  newPassword: '新しいパスワードを設定',
  taken: 'このアドレスは別のアカウントで使われています',
  takenText: (address, sessions) =>
    `${address}を元に戻すことはできませんが、すべての端末からサインアウトしました（${sessions}台）。72時間以内にサポートへご連絡ください。どちらのアドレスか、サポートが判断します。`,
  expired: 'このリンクは使えません',
  expiredText:
    'リンクは72時間以内に1回だけ使えます。お使いになっていない場合は、新しいパスワードを設定し、サポートへご連絡ください。',
}
