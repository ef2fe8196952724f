import type { Messages } from '../messages.ts'

/** Messages of an account at a provider that nobody here has linked, in Chinese. */
export const thirdParty: Messages['thirdParty'] = {
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
}
