import type { Messages } from '../messages.ts'

/** Messages of an account at a provider that nobody here has linked, in Japanese. */
export const thirdParty: Messages['thirdParty'] = {
  loading: 'アカウントを確認しています…',
  late: '時間がかかりすぎました',
  lateText: 'お手数ですが、もう一度サインインしてください。',
  fresh: 'あと少しです',
  freshText: (platform) =>
    `この${platform}アカウントは、まだどなたにも連携されていません。新しくアカウントを作るか、お持ちのアカウントに連携してください。`,
  create: 'アカウントを作成',
  have: 'すでにアカウントを持っている',
  link: 'アカウントに連携',
  linkText: (platform) =>
    `サインインすると、この${platform}アカウントが連携され、今後はこれでもサインインできます。`,
  linkButton: 'サインインして連携',
  make: '新しいアカウントを作る',
  name: 'お名前',
  other: 'ほかの方法でサインイン',
}
