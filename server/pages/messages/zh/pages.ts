import type { PageMessages } from '../en/pages.ts'

/** Messages of the account server's pages in Chinese. */
export const pageMessages: PageMessages = {
  appeal: '了解原因及申诉方式',
  support: '联系客服',
  backHome: '返回首页',
  legalNavigation: '页脚',
  legal: {
    'privacy-policy': '隐私政策',
    'terms-of-service': '服务条款',
    'cookie-policy': 'Cookie 政策',
  },
  details: '详情',
  logId: '参考编号：',
  proceed: '继续',
  linkProblem: '此链接无法使用',
  formProblem: '操作未能完成',
  hostedProblem: '无法为此页面登录',
  email: '邮箱地址',
  codeSentIfRight: (address) => `如果地址无误，验证码已发送至 ${address}，10 分钟内有效。`,
  tryAgainIn: (seconds) =>
    seconds < 90
      ? `请在 ${seconds} 秒后重试。`
      : seconds < 7200
        ? `请在 ${Math.ceil(seconds / 60)} 分钟后重试。`
        : `请在 ${Math.ceil(seconds / 3600)} 小时后重试。`,
  mailRefused: '此前发往该地址的邮件被拒收。请确认地址是否正确，我们已再次发送。',
  addMethod: '添加到我的账号',
  verify: '验证身份',
  byPasskey: '使用通行密钥',
  verifySent: (address) => `这是新的浏览器。验证码已发送至 ${address}，10 分钟内有效。`,
  remember: '30 天内不再要求此浏览器验证',
  appCode: '请输入身份验证器应用显示的六位数字。',
  appOrRecoveryCode: '请输入身份验证器应用显示的六位数字，或您的一个恢复代码。',
  sendInstead: (address) => `改为发送验证码到 ${address}`,
  recoveryCode: '请输入您的一个恢复代码。',
  noCookies: '您的浏览器不接受 Cookie，因此无法保持登录。请为本网站允许 Cookie，然后重新登录。',
  needScript: '多次输入错误。请启用 JavaScript 完成验证，或通过邮件重置密码。',
  choosePasskey: '您已登录，但此处还需要您的通行密钥。请继续，然后选择通行密钥。',
  needPasskey:
    '需要用通行密钥确认，而通行密钥需要 JavaScript。请在此浏览器中启用，或在其他浏览器中打开原来的页面。',
  needPasskeyOrCode:
    '需要用通行密钥确认，而通行密钥需要 JavaScript。请在此浏览器中启用，或在其他浏览器中打开原来的页面。如果希望下次无需 JavaScript，可以在那里为账号添加身份验证器应用，或重新生成恢复代码。',
  cancelDeletion: '保留我的账号',
  captchaLink: {
    ask: '是您本人吗？',
    askText:
      '有一个浏览器想用这个邮箱地址继续操作。如果是您本人，请点击按钮，然后回到原来的页面。如果不是，请关闭本页，不会发生任何事情。',
    confirm: '是的，继续',
    passed: '验证完成',
    passedText: '您可以关闭本页，原来的页面会自动继续。',
    expired: '此链接已失效',
    expiredText: '链接已被使用或已过期。您可以在原来的页面重新发送一个链接。',
  },
}
