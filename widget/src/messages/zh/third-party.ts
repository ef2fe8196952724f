import type { Messages } from '../messages.ts'

/** Messages of an account at a provider that nobody here has linked, in Chinese. */
export const thirdParty: Messages['thirdParty'] = {
  loading: '正在查询您的账号…',
  expired: '已超时',
  expiredText: '请重新登录一次。',
  notLinked: '还差一步',
  notLinkedText: (platform) =>
    `此 ${platform} 账号尚未与这里的账号关联。您可以用它注册，或关联到已有账号。`,
  create: '注册账号',
  haveAccount: '我已有账号',
  link: '关联到您的账号',
  linkText: (platform) => `登录后即可关联此 ${platform} 账号，今后也可以用它登录。`,
  linkButton: '登录并关联',
  createInstead: '改为注册新账号',
  name: '您的名字',
  otherWays: '其他登录方式',
  move: {
    connection: '将此账号移到这里？',
    mobile: '将此手机号移到这里？',
    email: '将此邮箱移到这里？',
  },
  moveText: '它属于这里的另一个账号，那个账号可能也是您的。移过来后，那个账号将不能再使用它。',
  onlyMethod: '这是登录另一个账号的唯一方式，不能移走。',
  notNow: '暂不',
  moved: '已移到您的账号',
  failed: '未能完成',
  closed: '验证未完成，没有任何更改。',
}
