import type { Messages } from '../messages.ts'

/** Messages of signing in by QR code, in Chinese. */
export const qr: Messages['qr'] = {
  title: '用手机登录',
  instructions: '请用已登录手机的相机扫描二维码。',
  picture: '登录二维码',
  loading: '正在获取二维码…',
  number: '请在手机上选择此数字：',
  offline: '无法连接，正在重试。',
  scanned: '已扫描',
  scannedBy: (who) => `${who} 已扫描，请在手机上确认。`,
  refused: '手机上已拒绝',
  refusedText: '没有登录。',
  expired: '二维码已过期',
  paused: '已暂停',
  failed: '无法显示二维码',
  newCode: '显示新的二维码',
  otherWays: '其他登录方式',
}
