import type { Messages } from '../messages.ts'

/** Messages of closing an account, in Japanese. */
export const closeAccount: Messages['closeAccount'] = {
  title: 'アカウントの削除',
  checking: '削除される内容を確認しています…',
  intro: 'お申し込みから15日後にアカウントを削除します。それまではサインインすれば元に戻せます。',
  lost: '次のものが失われます',
  values: {
    sessions: (count) =>
      count === 1 ? 'この端末でのサインイン' : `${count}台の端末でのサインイン`,
    connections: (count) => `連携アカウント${count}件`,
    pictures: (count) => `画像${count}枚`,
    user_name: () => 'ユーザー名（ほかの人が使えるようになります）',
    organizations: (_, names) => `組織への所属（${names}）`,
    plan: (_, name) => `プラン（${name}）`,
  },
  otherValue: (name, count) => `${name}（${count}）`,
  cannot: 'まだ削除できません',
  proofWhy: '15日を過ぎると元に戻せないため、ご本人であることを確認します。',
  proceed: '次へ',
  confirmTitle: 'アカウントを削除しますか？',
  confirmText: 'この端末を含め、すべての端末からすぐにサインアウトします。',
  understood: 'すべて削除されることを理解しました',
  required: '必須',
  needUnderstood: '続けるには、チェックを入れてください。',
  close: '削除する',
  keep: '削除しない',
  staleText: '時間がたったため、内容を確認し直しました。もう一度進めてください。',
  closed: '削除を受け付けました',
  closedText: (day) => `${day}にアカウントを削除します。その前にサインインすれば元に戻せます。`,
  takeBack: 'サインインして元に戻す',
}
