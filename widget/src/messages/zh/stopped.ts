import type { Messages } from '../messages.ts'

/** Messages of screens that stop a sign-in, in Chinese. */
export const stopped: Messages['stopped'] = {
  blocked: '无法登录',
  mistake: '如果您认为有误，请联系客服。',
  elsewhere: '请换一台设备登录，或联系客服。',
  appeal: '了解原因及申诉方式',
  help: '联系客服',
  otherAccount: '使用其他账号',
  closing: '此账号正在注销',
  closesOn: (date) => `账号及其全部内容将于 ${date}删除。在此之前，您可以保留它。`,
  keep: '保留我的账号',
}
