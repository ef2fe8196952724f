import type { EndSessionMessages } from '../en/end-session.ts'

/** Messages of the page on which a client asks to sign people out, in Chinese. */
export const endSessionMessages: EndSessionMessages = {
  title: '也在这里退出登录吗？',
  textOf: (client) => `“${client}”请求让您退出登录。您在这里仍处于登录状态。`,
  text: '您在这里仍处于登录状态。',
  account: '您的账号',
  confirm: '退出登录',
  stay: '保持登录',
}
