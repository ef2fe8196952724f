import type { RecoverMessages } from '../en/recover.ts'

/** Messages of the page that leads back into an account, in Japanese. */
export const recoverMessages: RecoverMessages = {
  title: 'アカウントに戻る',
  link: 'どれも使えない',
  text: '認証アプリ、パスキー、リカバリーコードをすべて失ったアカウントのためのページです。アカウントのすべての宛先にお知らせして待機し、その後は宛先の一つに届くコードだけで戻れます。',
  address: 'メールアドレスまたは電話番号',
  codeText:
    'お送りしたコードを入力してください。サインインを確認できる方がほかにいれば、待機中に取り消せます。',
  go: '続ける',
  key: '回復キー',
  keyHint: '手続きを始めた端末と違う場合にだけ必要です。',
  started: '待機が始まりました',
  until: (date: string): string =>
    `${date}にアカウントを開けるようになります。すべての宛先にお知らせしました。`,
  back: 'その日時以降に、このブラウザでこのページを開いてください。別の端末を使う場合は、このキーを保管してください：',
  waiting: 'まだ待機中です',
  keyLost:
    '手続きを始めたときに表示されたキー、またはそのときのブラウザが必要です。キーが届かなかった場合やなくした場合は、メールの「心当たりがない」を押し、もう一度始めてください。',
  needKey: '手続きを始めたときに表示されたキーを入力してください。',
}
