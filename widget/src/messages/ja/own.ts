import type { Messages } from '../messages.ts'

/** Messages that all screens about the account share, in Japanese. */
export const own: Messages['own'] = {
  loading: 'アカウントを読み込んでいます…',
  signedOut: 'サインインが必要です',
  signedOutText: '続けるにはサインインしてください。',
  failed: 'アカウントを読み込めませんでした',
  cancel: 'キャンセル',
  signInAgain: '再サインインが必要です',
  signInAgainText:
    'ご本人確認のため、サインインし直してください。その後10分間は、追加の確認なしで操作できます。',
  signOutOthers: 'ほかの端末からもサインアウトする',
}
