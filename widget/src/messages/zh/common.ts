import { signInMessages } from '#protocol/messages/zh/sign-in.ts'
import type { Messages } from '../messages.ts'

/** Messages of the first screen and those that several screens share, in Chinese. */
export const common: Messages['common'] = {
  ...signInMessages,
  methods: '登录方式',
  byPassword: '密码',
  byCode: '验证码',
  byPasskey: '使用通行密钥登录',
  byQr: '扫码',
  address: '邮箱或手机号',
  show: '显示',
  hide: '隐藏',
  showPassword: '显示密码',
  codeSent: (address, wasRefused) =>
    wasRefused
      ? `此前发往 ${address} 的邮件被拒收。请确认地址是否正确，验证码已再次发送。`
      : `验证码已发送至 ${address}。`,
  useMobile: '使用手机号',
  changeAddress: '换一个地址',
  resendIn: (seconds) => `${seconds} 秒后可重新发送`,
  resent: '新的验证码已发出。',
  call: '改用语音电话接收',
  calling: '我们正在致电告知新的验证码。',
  withCode: '使用验证码登录',
  withPassword: '使用密码登录',
  noAccount: '还没有账号？',
  haveAccount: '已有账号？',
  backToSignIn: '返回登录',
  resetIntro: '我们会向您的地址发送验证码，然后由您设置新密码。',
  welcome: (name) => `欢迎，${name}。`,
  unproved: (address) => `${address} 尚未验证。忘记密码时，将无法用它找回账号。`,
  prove: '立即验证',
  backTo: (name) => `返回 ${name}`,
  passwordSet: '密码已修改',
  passwordSetText: '为了安全，您已在其他所有设备上退出登录。',
  kept: '您的账号已保留',
  keptText: '账号不会被删除。',
  needAddress: '请输入邮箱（例如 name@example.com）或手机号。',
  needCountryCode: '请输入带国家代码的手机号，例如 +86\u00a0138\u00a00013\u00a08000。',
  needMobile: '请输入完整的手机号。',
  needCode: '请输入收到的数字。',
  passwordShort: '请至少输入 8 个字符。',
  passwordLong: '请不要超过 128 个字符。',
  waitSeconds: (seconds) =>
    seconds < 90
      ? `请在 ${seconds} 秒后重试。`
      : seconds < 7200
        ? `请在 ${Math.ceil(seconds / 60)} 分钟后重试。`
        : `请在 ${Math.ceil(seconds / 3600)} 小时后重试。`,
  waitOver: '现在可以重试了。',
  notSetUp: '此页面尚未开通登录功能，需要网站管理员先完成登记。',
  offline: '无法连接服务器。请检查网络后重试。',
  slow: '服务器响应超时。请重试。',
  broken: '出了点问题。请重试。',
  tryAgain: '重试',
  notLoaded: '这部分内容无法加载，请重新加载页面。',
  reload: '重新加载',
  close: '关闭',
  twoSentences: (first, second) => `${first}${second}`,
  details: '详情',
  copy: '复制',
  copied: '已复制',
  reference: (logId) => `参考编号：${logId}`,
}
