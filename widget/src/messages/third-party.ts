import type { Language } from '#protocol/common-params.ts'

const en = {
  loading: 'Looking up your account…',
  late: 'That took too long',
  lateText: 'Please sign in there once more.',
  fresh: 'One more step',
  freshText: (platform: string): string =>
    `This ${platform} account is not linked to anyone here yet. Create an account with it, or link it to yours.`,
  create: 'Create account',
  have: 'I have an account already',
  link: 'Link to your account',
  linkText: (platform: string): string =>
    `Sign in to link this ${platform} account. From then on it signs you in too.`,
  linkButton: 'Sign in and link',
  make: 'Create a new account instead',
  name: 'Your name',
  other: 'Other ways to sign in',
}

/** Texts of an account elsewhere that nobody here has; they come with its screen. */
export const thirdPartyTexts: Record<Language, typeof en> = {
  en,
  ja: {
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
  },
  zh: {
    loading: '正在查询您的账号…',
    late: '已超时',
    lateText: '请重新登录一次。',
    fresh: '还差一步',
    freshText: (platform) =>
      `此 ${platform} 账号尚未与这里的账号关联。您可以用它注册，或关联到已有账号。`,
    create: '注册账号',
    have: '我已有账号',
    link: '关联到您的账号',
    linkText: (platform) => `登录后即可关联此 ${platform} 账号，今后也可以用它登录。`,
    linkButton: '登录并关联',
    make: '改为注册新账号',
    name: '您的名字',
    other: '其他登录方式',
  },
}
