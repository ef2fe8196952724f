import type { MailMessages } from '../en/mail.ts'

/** Messages that all mails share, in Chinese. */
export const mailMessages: MailMessages = {
  device: '设备',
  unknownDevice: '未知',
  place: '网络',
  time: '时间',
  ifYou: '如果是您本人操作，无需处理。',
  ifNotYou: '如果不是，请在 {hours} 小时内让所有设备退出登录，然后设置新密码。',
  ifNotYouRestore:
    '如果不是，请在 {hours} 小时内恢复原来的地址。所有设备都会退出登录，然后您可以设置新密码。',
  ifNotYouSms: '不是您本人？请在 {hours} 小时内告知我们：{notMe}',
  notMe: '不是我本人操作',
  automatic: '本邮件由 {product} 自动发送。',
  unsubscribe: '不再接收抢先体验的邮件',
  // In place of names that cannot be shown to others.
  nameless: { organization: '某个组织', inviter: '一位成员', invited: '被邀请的人' },
}
