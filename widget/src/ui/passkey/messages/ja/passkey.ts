import type { PasskeyMessages } from '../messages.ts'

/** Messages of asking for a passkey and offering one, in Japanese. */
export const passkey: PasskeyMessages = {
  slow: '端末からまだ応答がありません。',
  otherWay: '別の方法を使う',
  older: '以前に作成したパスキーを使う',
  cancelled: 'パスキーは使われませんでした。もう一度試すか、別の方法を使ってください。',
  unanswered: '端末から応答がありませんでした。もう一度試すか、別の方法を使ってください。',
  exists: 'このアカウントのパスキーは、ここにすでにあります。',
  elsewhere: 'このページではパスキーを使えません。別の方法を使ってください。',
  offerTitle: '次回からコードもパスワードも使わずにサインインしますか？',
  offerText:
    'パスキーを使うと、指紋、顔、またはこの端末の画面ロックでサインインできます。推測されることがなく、ほかのサイトから求められることもありません。',
  create: 'パスキーを作成',
  notNow: '今はしない',
  codesTitle: 'リカバリーコードを保存',
  codesText:
    '端末をなくしたとき、このうち1つでサインインできます。それぞれ1回だけ使え、表示されるのは今だけです。',
  download: 'ダウンロード',
  saved: '保存しました',
}
