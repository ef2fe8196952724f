import type { EarlyAccessMessages } from '../en/early-access.ts'

/** Messages of early access, in Chinese. */
export const earlyAccessMessages: EarlyAccessMessages = {
  early_access_confirm: {
    subject: '请确认：{product} 抢先体验',
    text: '有人（可能是您）用此邮箱申请了 {product} 的抢先体验。请打开以下页面并点击按钮完成申请。链接七天内有效。',
    action: '确认我的邮箱',
    note: '如果不是您本人操作，请忽略本邮件，之后不会再收到邮件。',
    sms: '',
  },
  early_access_known: {
    subject: '您已在 {product} 的名单中',
    text: '有人（可能是您）用此邮箱申请了 {product} 的抢先体验。该邮箱已在名单中，无需再做任何操作；轮到您时我们会来信通知。',
    sms: '',
  },
  early_access_invitation: {
    subject: '您的 {product} 邀请码',
    title: '轮到您了',
    text: '这是您的 {product} 邀请码，只能使用一次。打开以下页面，登录或注册账号后，邀请码会自动填好。',
    action: '使用邀请码',
    sms: '',
  },
}
