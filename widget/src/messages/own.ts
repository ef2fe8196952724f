import type { Language } from '#protocol/common-params.ts'

const en = {
  loading: 'Loading your account…',
  signedOut: 'You are signed out',
  signedOutText: 'Sign in to go on.',
  failed: 'Your account could not be loaded',
  cancel: 'Cancel',
  back: 'Back',
  next: 'Continue',
  signInAgain: 'Please sign in again',
  signInAgainText:
    'To be sure that it is you, please sign in again. For ten minutes after that, we do not ask again.',
  signOutOthers: 'Also sign out my other devices',
}

/** Texts that all screens about one's own account share; they come with them. */
export const ownTexts: Record<Language, typeof en> = {
  en,
  ja: {
    loading: 'アカウントを読み込んでいます…',
    signedOut: 'サインインが必要です',
    signedOutText: '続けるにはサインインしてください。',
    failed: 'アカウントを読み込めませんでした',
    cancel: 'キャンセル',
    back: '戻る',
    next: '次へ',
    signInAgain: '再サインインが必要です',
    signInAgainText:
      'ご本人確認のため、サインインし直してください。その後10分間は、追加の確認なしで操作できます。',
    signOutOthers: 'ほかの端末からもサインアウトする',
  },
  zh: {
    loading: '正在加载您的账号…',
    signedOut: '您已退出登录',
    signedOutText: '请登录后继续。',
    failed: '无法加载您的账号',
    cancel: '取消',
    back: '返回',
    next: '继续',
    signInAgain: '请重新登录',
    signInAgainText: '为确认是您本人，请重新登录。登录后十分钟内无需再次验证。',
    signOutOthers: '同时退出其他设备',
  },
}
