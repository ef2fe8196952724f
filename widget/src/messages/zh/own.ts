import type { Messages } from '../messages.ts'

/** Messages that all screens about the account share, in Chinese. */
export const own: Messages['own'] = {
  loading: '正在加载您的账号…',
  signedOut: '您已退出登录',
  signedOutText: '请登录后继续。',
  failed: '无法加载您的账号',
  cancel: '取消',
  signInAgain: '请重新登录',
  signInAgainText: '为确认是您本人，请重新登录。登录后十分钟内无需再次验证。',
  signOutOthers: '同时退出其他设备',
}
