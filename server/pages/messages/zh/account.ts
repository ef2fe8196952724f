import type { AccountMessages } from '../en/account.ts'

/** Messages of the page about the account, in Chinese. */
export const accountMessages: AccountMessages = {
  title: '账号',
  as: (name) => `您已登录为${name}。`,
  save: '保存',
  device: (device, address, day) => `${device}，${address}，上次使用 ${day}`,
  thisDevice: (device) => `此设备：${device}`,
  end: '让此设备退出登录',
  signOut: '退出登录',
  password: '设置新密码',
  organizations: '切换组织',
}
