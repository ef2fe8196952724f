import type { DeviceMessages } from '../en/device.ts'

/** Messages of the page where people type the code of a device, in Japanese. */
export const deviceMessages: DeviceMessages = {
  title: '端末でサインイン',
  text: '端末に表示されているコードを入力してください。',
  code: '端末のコード',
  proceed: '続ける',
  compare: '端末にこのコードが表示されていますか？',
  compareText:
    '目の前の端末に同じコードが表示されている場合だけ、続けてください。誰かから送られてきたリンクの場合は、続けないでください。',
  sameCode: '同じコードです',
  another: '別のコードを入力',
  question: (client) => `${client}が端末でのサインインを求めています`,
  askText:
    '目の前の端末でご自身が始めた場合だけ許可してください。アカウントのページでいつでも取り消せます。',
  unverified: (client) => `「${client}」と名乗っていますが、提供元は確認されていません。`,
  otherNetwork: 'その端末は、あなたとは別のネットワークにあります。',
  allowed: '端末でサインインします',
  allowedText: '端末に戻ってください。このページは閉じてかまいません。',
  refused: '端末を拒否しました',
  refusedText:
    'このコードはもう使えません。誰かからコードを送られた場合、相手の目的はアカウントへの不正なサインインです。',
}
