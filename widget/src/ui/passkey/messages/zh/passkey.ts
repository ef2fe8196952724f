import type { PasskeyMessages } from '../messages.ts'

/** Messages of asking for a passkey and offering one, in Chinese. */
export const passkey: PasskeyMessages = {
  slow: '您的设备尚未响应。',
  otherWay: '使用其他方式',
  older: '使用以前创建的通行密钥',
  cancelled: '未使用通行密钥。请重试，或使用其他方式。',
  unanswered: '您的设备没有响应。请重试，或使用其他方式。',
  exists: '此处已有该账号的通行密钥。',
  elsewhere: '此页面无法使用您的通行密钥，请使用其他方式。',
  offerTitle: '下次登录不再需要验证码或密码？',
  offerText: '通行密钥让您用指纹、面容或此设备的锁屏方式登录。他人无法猜到，其他网站也无法索取。',
  create: '创建通行密钥',
  notNow: '暂不',
  codesTitle: '保存您的恢复代码',
  codesText: '设备丢失时，您可以用其中一个代码登录。每个只能使用一次，且只在此刻显示。',
  download: '下载',
  saved: '我已保存',
}
