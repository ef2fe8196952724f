import type { QrMessages } from '../en/qr.ts'

/** Messages of the page that a phone shows for a QR code, in Japanese. */
export const qrMessages: QrMessages = {
  question: '別の端末でサインインしますか？',
  askText:
    '読み取ったコードは別の端末に表示されています。その端末が目の前にある場合だけ許可してください。',
  account: 'あなたのアカウント',
  app: 'サービス',
  device: '端末',
  unknownDevice: '不明',
  network: 'ネットワーク',
  time: '要求日時',
  secondsAgo: (seconds) =>
    seconds < 10 ? 'たった今' : seconds < 60 ? `${seconds}秒前` : `${Math.floor(seconds / 60)}分前`,
  leadsTo: '開く先',
  otherNetwork: 'その端末は、このアカウントでサインインしていないネットワークにあります。',
  pickNumber: '相手の画面に表示されている数字はどれですか？',
  confirm: 'その端末でサインイン',
  refuse: '心当たりがないため拒否',
  open: '端末をサインインさせるリンクです',
  openText:
    '目の前の画面のコードを読み取った直後の場合だけ、続けてください。誰かから送られてきたリンクの場合は、続けないでください。',
  proceed: 'コードを読み取りました',
  verifyText: (address) =>
    `その端末は、このアカウントでサインインしていないネットワークにあります。${address}にコードを送信しました。`,
  confirmed: '別の端末でサインインします',
  confirmedText: 'このページは閉じてかまいません。メッセージでもお知らせします。',
  sessions: 'サインイン中の端末を見る',
  refused: '拒否しました',
  refusedText:
    'このコードはもう使えません。誰かから送られたり、読み取るように頼まれたりした場合、相手の目的はアカウントへの不正なサインインです。',
  changePassword: 'パスワードを変更',
  unusable: 'このコードは使えません',
  unusableText: {
    qr_unknown: '不明なコードです。別の端末のコードをもう一度読み取ってください。',
    qr_expired: 'コードの有効期限が切れました。新しいコードを読み取ってください。',
    qr_used: 'このコードは使用済みか、拒否されています。別の端末で新しいコードを表示してください。',
    qr_not_yours:
      'このコードはほかの人が読み取りました。心当たりがない場合は、別の端末で新しいコードを表示してください。',
  },
}
