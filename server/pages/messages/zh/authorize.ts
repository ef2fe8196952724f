import type { AuthorizeMessages } from '../en/authorize.ts'

/** Messages of the page that asks what a client may have, in Chinese. */
export const authorizeMessages: AuthorizeMessages = {
  title: (client) => `${client} 请求登录`,
  text: '请选择允许它获取的内容。您可随时在账号页面撤销。',
  localText: (client) => `此设备上自称“${client}”的应用正在请求。仅当您刚刚启动它时才继续。`,
  unverified: (client) => `它自称“${client}”，但其归属未经核实。仅当您认识此地址时才继续。`,
  as: '以何身份',
  oneself: '本人',
  notAllowed: '该组织不允许此应用',
  scopesTitle: '允许获取的内容',
  dangerous: '请谨慎选择',
  account: '您的账号',
  comesFrom: '自称来自',
  leadsTo: '前往',
  backToApp: (host) => `此设备上的应用（${host}）`,
  allow: '允许',
  refuse: '取消',
  another: '使用其他账号',
  required: '必选',
  grantedBefore: '曾允许',
  refusedBefore: '曾拒绝',
}
