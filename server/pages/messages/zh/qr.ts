import type { QrMessages } from '../en/qr.ts'

/** Messages of the page that a phone shows for a QR code, in Chinese. */
export const qrMessages: QrMessages = {
  question: '在另一台设备上登录？',
  askText: '您扫描的二维码显示在另一台设备上。只有该设备就在您面前时才可同意。',
  account: '您的账号',
  app: '应用',
  device: '设备',
  unknownDevice: '未知',
  network: '网络地址',
  time: '请求时间',
  secondsAgo: (seconds) =>
    seconds < 10 ? '刚刚' : seconds < 60 ? `${seconds} 秒前` : `${Math.floor(seconds / 60)} 分钟前`,
  leadsTo: '随后打开',
  otherNetwork: '该设备所在的网络上，此账号没有登录过。',
  pickNumber: '另一个屏幕上显示的是哪个数字？',
  confirm: '在该设备上登录',
  refuse: '不是我，拒绝',
  open: '这是一个让设备登录的链接',
  openText: '只有刚刚扫描了眼前屏幕上的二维码时才可继续。如果链接是别人发来的，请勿继续。',
  proceed: '我扫描了二维码',
  verifyText: (address) => `该设备所在的网络上，此账号没有登录过。验证码已发送至 ${address}。`,
  confirmed: '另一台设备正在登录',
  confirmedText: '您可以关闭此页面。我们也会发送消息通知您。',
  sessions: '查看已登录的设备',
  refused: '已拒绝，没有设备登录',
  refusedText: '该二维码已失效。如果是别人发给您或让您扫描的，对方的目的是登录您的账号。',
  changePassword: '修改密码',
  unusable: '此二维码无法使用',
  unusableText: {
    qr_unknown: '未知的二维码，请重新扫描另一台设备上的二维码。',
    qr_expired: '二维码已过期，请扫描另一台设备上的新二维码。',
    qr_used: '二维码已被使用或拒绝，请在另一台设备上重新获取。',
    qr_not_yours: '该二维码已被他人扫描。如有疑问，请在另一台设备上重新获取。',
  },
}
