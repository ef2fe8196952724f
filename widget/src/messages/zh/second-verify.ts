import type { Messages } from '../messages.ts'

/** Messages of the two-step verification, in Chinese. */
export const secondVerify: Messages['secondVerify'] = {
  title: '确认是您本人',
  ways: '确认方式',
  mobile: (to) => `发送短信验证码到 ${to}`,
  email: (to) => `发送邮件验证码到 ${to}`,
  passkey: '我的通行密钥',
  usePasskey: '使用通行密钥',
  app: '身份验证器应用的验证码',
  appText: '请输入身份验证器应用显示的六位数字。',
  withoutApp: '我无法使用该应用',
  withApp: '使用身份验证器应用',
  noneLeft: '这些方式我都无法使用',
  recovery: '恢复代码',
  recoveryText: '您保存的十个代码之一，每个只能使用一次。',
  needRecovery: '恢复代码由 16 个字母和数字组成。',
  usedTitle: (left: number): string => (left === 0 ? '恢复代码已用完' : `还剩 ${left} 个恢复代码`),
  usedText:
    '应用或通行密钥丢失了吗？请在账号的安全页面添加新的，并移除丢失的，届时会显示新的恢复代码。',
  replaceApp: '更换丢失的验证方式',
  keepApp: '继续，没有丢失',
  proceed: '继续',
  password: '我的密码',
  provider: (title, name) => `我的 ${title} 账号（${name}）`,
  openProvider: (title) => `使用 ${title} 继续`,
  blocked: '浏览器阻止了窗口。请允许此页面弹出窗口，然后重试。',
  wrong: '密码不正确。',
  remember: '30 天内不再要求此浏览器验证',
  confirm: '确认',
  cancel: '取消',
}
