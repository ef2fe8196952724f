import type { MailMessages } from '../en/mail.ts'

/** Messages that all mails share, in Japanese. */
export const mailMessages: MailMessages = {
  device: '端末',
  unknownDevice: '不明',
  place: 'ネットワーク',
  time: '日時',
  ifYou: '心当たりがある場合、対応は不要です。',
  ifNotYou:
    '心当たりがない場合は、{hours}時間以内に、すべての端末からサインアウトしてください。続いて新しいパスワードを設定できます。',
  ifNotYouRestore:
    '心当たりがない場合は、{hours}時間以内に、以前のアドレスに戻してください。すべての端末からサインアウトされ、続いて新しいパスワードを設定できます。',
  ifNotYouSms: '心当たりがない場合は{hours}時間以内にお知らせください: {notMe}',
  notMe: '心当たりがない',
  automatic: 'このメールは{product}から自動で送信されています。',
  unsubscribe: '先行アクセスについてのメールを停止する',
  // In place of names that cannot be shown to others.
  nameless: { organization: 'ある組織', inviter: 'メンバー', invited: 'メンバー' },
}
