import type { Language } from '#protocol/common-params.ts'
import type { ErrorName } from '#protocol/errors.ts'

/** Words of the page that a phone shows for a QR code. */
export interface QrTexts {
  ask: string
  askWhy: string
  account: string
  app: string
  device: string
  unknownDevice: string
  network: string
  time: string
  secondsAgo(seconds: number): string
  leadsTo: string
  otherNetwork: string
  pickNumber: string
  confirm: string
  refuse: string
  open: string
  openWhy: string
  proceed: string
  verify: string
  verifyWhy(address: string): string
  sendAgain: string
  confirmed: string
  confirmedWhy: string
  sessions: string
  refused: string
  refusedWhy: string
  changePassword: string
  over: string
  overWhy: Partial<Record<ErrorName, string>>
}

const en: QrTexts = {
  ask: 'Sign in on another device?',
  askWhy: 'Another device shows the code you scanned. Say yes only if it is in front of you.',
  account: 'Your account',
  app: 'For',
  device: 'Device',
  unknownDevice: 'Unknown',
  network: 'Network address',
  time: 'Asked',
  secondsAgo: (seconds) =>
    seconds < 10
      ? 'just now'
      : seconds < 60
        ? `${seconds} seconds ago`
        : `${Math.floor(seconds / 60)} min ago`,
  leadsTo: 'Then opens',
  otherNetwork: 'That device is on a network on which this account is not signed in.',
  pickNumber: 'Which number does the other screen show?',
  confirm: 'Sign in on that device',
  refuse: 'No, that was not me',
  open: 'You followed a link to sign a device in',
  openWhy:
    'Go on only if you have just scanned a code on a screen in front of you. Nobody who is honest sends such a link.',
  proceed: 'I scanned a code',
  verify: 'Show that it is you',
  verifyWhy: (address) =>
    `That device is on a network on which this account is not signed in. We sent a code to ${address}.`,
  sendAgain: 'Send another code',
  confirmed: 'The other device is being signed in',
  confirmedWhy: 'You can close this page. We also tell you by message.',
  sessions: 'See where you are signed in',
  refused: 'Nobody was signed in',
  refusedWhy:
    'The code is worth nothing any more. If someone sent it to you or asked you to scan it, they wanted to get into your account.',
  changePassword: 'Change the password',
  over: 'This code does not work',
  overWhy: {
    qr_unknown: 'We do not know this code. Scan the one on the other device again.',
    qr_expired: 'The code has run out. The other device shows a new one: scan that.',
    qr_used: 'The code was used or refused before. Ask for a new one on the other device.',
    qr_not_yours:
      'Somebody else scanned this code. If that surprises you, ask for a new one on the other device.',
  },
}

const ja: QrTexts = {
  ask: '別の端末でサインインしますか？',
  askWhy:
    '読み取ったコードは別の端末に表示されています。その端末が目の前にある場合だけ許可してください。',
  account: 'あなたのアカウント',
  app: 'サービス',
  device: '端末',
  unknownDevice: '不明',
  network: 'ネットワーク',
  time: '要求',
  secondsAgo: (seconds) =>
    seconds < 10
      ? 'たった今'
      : seconds < 60
        ? `${seconds} 秒前`
        : `${Math.floor(seconds / 60)} 分前`,
  leadsTo: '開く先',
  otherNetwork: 'その端末は、このアカウントでサインインしていないネットワークにあります。',
  pickNumber: '相手の画面に表示されている数字はどれですか？',
  confirm: 'その端末でサインイン',
  refuse: '心当たりがないので拒否',
  open: '端末をサインインさせるリンクです',
  openWhy:
    '目の前の画面のコードを読み取った直後の場合だけ、続けてください。正当な相手がこのリンクを送ることはありません。',
  proceed: 'コードを読み取りました',
  verify: 'ご本人の確認',
  verifyWhy: (address) =>
    `その端末は、このアカウントでサインインしていないネットワークにあります。${address} にコードを送信しました。`,
  sendAgain: 'コードを再送信',
  confirmed: '別の端末でサインインします',
  confirmedWhy: 'このページは閉じてかまいません。メッセージでもお知らせします。',
  sessions: 'サインイン中の端末を見る',
  refused: '拒否しました',
  refusedWhy:
    'このコードはもう使えません。誰かに送られたり、読み取るように頼まれたりした場合、相手はあなたのアカウントに入ろうとしていました。',
  changePassword: 'パスワードを変更',
  over: 'このコードは使えません',
  overWhy: {
    qr_unknown: '不明なコードです。別の端末のコードをもう一度読み取ってください。',
    qr_expired: 'コードの有効期限が切れました。新しいコードを読み取ってください。',
    qr_used: 'このコードは使用済みか、拒否されています。別の端末で新しいコードを表示してください。',
    qr_not_yours:
      'このコードはほかの人が読み取りました。心当たりがない場合は、別の端末で新しいコードを表示してください。',
  },
}

const zh: QrTexts = {
  ask: '在另一台设备上登录？',
  askWhy: '您扫描的二维码显示在另一台设备上。只有该设备就在您面前时才可同意。',
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
  openWhy: '只有刚刚扫描了眼前屏幕上的二维码时才可继续。诚实的人不会发送这样的链接。',
  proceed: '我扫描了二维码',
  verify: '请验证身份',
  verifyWhy: (address) => `该设备所在的网络上，此账号没有登录过。验证码已发送至 ${address}。`,
  sendAgain: '重新发送验证码',
  confirmed: '另一台设备正在登录',
  confirmedWhy: '您可以关闭此页面。我们也会发送消息通知您。',
  sessions: '查看已登录的设备',
  refused: '已拒绝，没有设备登录',
  refusedWhy: '该二维码已失效。如果是别人发给您或让您扫描的，对方想进入您的账号。',
  changePassword: '修改密码',
  over: '此二维码无法使用',
  overWhy: {
    qr_unknown: '未知的二维码，请重新扫描另一台设备上的二维码。',
    qr_expired: '二维码已过期，请扫描另一台设备上的新二维码。',
    qr_used: '二维码已被使用或拒绝，请在另一台设备上重新获取。',
    qr_not_yours: '该二维码已被他人扫描。如有疑问，请在另一台设备上重新获取。',
  },
}

/** The page's words in each language. */
export const qrTexts: Record<Language, QrTexts> = { en, ja, zh }
