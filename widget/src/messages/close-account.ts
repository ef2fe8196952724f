import type { Language } from '#protocol/common-params.ts'

const en = {
  title: 'Close your account',
  checking: 'Checking what closing would mean…',
  intro:
    'Your account is deleted 15 days after you close it. Until then you can take it back by signing in.',
  lost: 'You will lose',
  values: {
    sessions: (count: number): string =>
      count === 1 ? 'your sign-in on this device' : `your sign-ins on ${count} devices`,
    connections: (count: number): string =>
      count === 1 ? 'one linked account' : `${count} linked accounts`,
    pictures: (count: number): string => (count === 1 ? 'one picture' : `${count} pictures`),
    user_name: (): string => 'your user name, which others may then take',
  },
  other: (name: string, count: number): string => `${name} (${count})`,
  cannot: 'Your account cannot be closed yet',
  proofWhy: 'Closing an account is final after 15 days, so we check that it is you.',
  proceed: 'Continue',
  sure: 'Close the account now?',
  sureText: 'All your devices are signed out at once, this one as well.',
  abandon: 'I understand that all this will be deleted',
  needAbandon: 'Tick the box to go on.',
  close: 'Close my account',
  keep: 'Keep my account',
  staleText: 'That took a while, so we looked once more. Please go through it again.',
  closed: 'Your account is closed',
  closedText: (day: string): string =>
    `It will be deleted on ${day}. Sign in before that day to take it back.`,
  takeBack: 'Sign in to take it back',
}

/** Texts of closing an account; they come with its screen. */
export const closeAccountTexts: Record<Language, typeof en> = {
  en,
  ja: {
    title: 'アカウントの解約',
    checking: '解約の内容を確認しています…',
    intro: '解約から15日後にアカウントを削除します。それまではサインインすれば元に戻せます。',
    lost: '次のものが失われます',
    values: {
      sessions: (count) =>
        count === 1 ? 'この端末でのサインイン' : `${count}台の端末でのサインイン`,
      connections: (count) => `連携アカウント ${count}件`,
      pictures: (count) => `画像 ${count}枚`,
      user_name: () => 'ユーザー名（ほかの人が使えるようになります）',
    },
    other: (name, count) => `${name}(${count})`,
    cannot: 'まだ解約できません',
    proofWhy: '15日を過ぎると元に戻せないため、ご本人であることを確認します。',
    proceed: '次へ',
    sure: 'アカウントを解約しますか？',
    sureText: 'この端末を含め、すべての端末からすぐにサインアウトします。',
    abandon: 'すべて削除されることを理解しました',
    needAbandon: '続けるには、チェックを入れてください。',
    close: '解約する',
    keep: '解約しない',
    staleText: '時間がたったため、内容を確認し直しました。もう一度進めてください。',
    closed: '解約を受け付けました',
    closedText: (day) => `${day}にアカウントを削除します。その前にサインインすれば元に戻せます。`,
    takeBack: 'サインインして元に戻す',
  },
  zh: {
    title: '注销账号',
    checking: '正在检查注销条件…',
    intro: '注销后 15 天，账号将被删除。在此之前，登录即可取回。',
    lost: '您将失去',
    values: {
      sessions: (count) => (count === 1 ? '本设备的登录状态' : `${count} 台设备的登录状态`),
      connections: (count) => `${count} 个关联账号`,
      pictures: (count) => `${count} 张图片`,
      user_name: () => '您的用户名，之后他人可以使用',
    },
    other: (name, count) => `${name}（${count}）`,
    cannot: '您的账号暂时无法注销',
    proofWhy: '15 天后注销将无法撤销，请先确认是您本人。',
    proceed: '继续',
    sure: '现在注销账号？',
    sureText: '包括本设备在内，您的所有设备将立即退出登录。',
    abandon: '我了解以上内容将全部删除',
    needAbandon: '请勾选后继续。',
    close: '注销我的账号',
    keep: '保留我的账号',
    staleText: '操作已超时，我们重新检查了一遍，请再操作一次。',
    closed: '您的账号已注销',
    closedText: (day) => `账号将于 ${day}删除。在此之前登录即可取回。`,
    takeBack: '登录并取回',
  },
}
