import type { AuthorizeMessages } from '../en/authorize.ts'

/** Messages of the page that asks what a program of others may have, in Chinese. */
export const authorizeMessages: AuthorizeMessages = {
  title: (client) => `${client} 请求登录`,
  text: '请选择允许它获取的内容。您可随时在账号页面撤销。',
  localText: (client) => `您电脑上自称“${client}”的程序正在请求。仅当您刚刚启动它时才继续。`,
  account: '您的账号',
  leadsTo: '前往',
  thisComputer: '这台电脑',
  allow: '允许',
  refuse: '拒绝',
  another: '使用其他账号',
  required: '必选',
  grantedBefore: '曾允许',
  refusedBefore: '曾拒绝',
  scopes: {
    openid: '确认是您本人',
    user_info: '您的名称和头像',
    profile: '您的名称、用户名、头像和语言',
    email: '您的邮箱地址',
    phone: '您的手机号码',
    offline_access: '您离开时仍保持访问',
  },
}
