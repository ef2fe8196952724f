import type { AccountMessages } from '../en/account.ts'

/** Messages of the page about the account, in Chinese. */
export const accountMessages: AccountMessages = {
  title: '账号',
  as: (name) => `您已登录为${name}。`,
  save: '保存',
  profile: '个人资料',
  security: '登录和安全',
  securityText: '要更改地址、关联账号或两步验证，请启用 JavaScript 并打开账号页面。',
  mobile: '手机号',
  userName: '用户名',
  password: '设置新密码',
  devices: '设备和活动',
  thisDevice: '此设备',
  lastUsed: (address, day) => `${address}，上次使用 ${day}`,
  signOut: '退出登录',
  organizations: '组织',
  switch: '切换组织',
  data: '数据',
  dataText: '要下载数据或删除账号，请启用 JavaScript 并打开账号页面。',
}
