import type { Messages } from '../messages.ts'

/** Messages of an account at a provider that nobody here has linked, in Japanese. */
export const thirdParty: Messages['thirdParty'] = {
  loading: 'アカウントを確認しています…',
  expired: '時間がかかりすぎました',
  expiredText: 'お手数ですが、もう一度サインインしてください。',
  notLinked: 'あと少しです',
  notLinkedText: (platform) =>
    `この${platform}アカウントは、まだ連携されていません。新しくアカウントを作るか、お持ちのアカウントに連携してください。`,
  create: 'アカウントを作成',
  haveAccount: 'すでにアカウントを持っている',
  link: 'アカウントに連携',
  linkText: (platform) =>
    `サインインすると、この${platform}アカウントが連携され、今後はこれでもサインインできます。`,
  linkButton: 'サインインして連携',
  createInstead: '新しいアカウントを作る',
  name: 'お名前',
  otherWays: 'ほかの方法でサインイン',
  move: {
    connection: 'このアカウントをこちらに移しますか？',
    mobile: 'この携帯電話番号をこちらに移しますか？',
    email: 'このメールアドレスをこちらに移しますか？',
  },
  moveText:
    'ほかのアカウントで使われています（ご自身のものかもしれません）。移すと、そのアカウントでは使えなくなります。',
  onlyMethod: '元のアカウントに入る唯一の方法のため、移せません。',
  notNow: '今はしない',
  moved: '移しました',
  failed: '完了できませんでした',
  closed: '確認が完了していないため、何も変更されていません。',
}
