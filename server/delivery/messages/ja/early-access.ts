import type { EarlyAccessMessages } from '../en/early-access.ts'

/** Messages of early access, in Japanese. */
export const earlyAccessMessages: EarlyAccessMessages = {
  early_access_confirm: {
    subject: '{product}先行アクセスの確認のお願い',
    text: 'このアドレスで{product}の先行アクセスのお申し込みがありました。お申し込みを完了するには、次のページを開いてボタンを押してください。リンクは7日間有効です。',
    action: 'アドレスを確認',
    note: '心当たりがない場合は、このメールを無視してください。今後メールが届くことはありません。',
    sms: '',
  },
  early_access_known: {
    subject: '{product}の先行アクセスは申し込み済みです',
    text: 'このアドレスで{product}の先行アクセスのお申し込みがありましたが、すでにお申し込みいただいています。順番が来ましたらメールでお知らせしますので、そのままお待ちください。',
    sms: '',
  },
  early_access_invitation: {
    subject: '{product}のアクセスコードをお届けします',
    title: 'お待たせしました',
    text: '{product}のアクセスコードです。コードは1回だけ使えます。次のページを開いてサインインするかアカウントを作成すると、コードが入力された状態で表示されます。',
    action: 'コードを使う',
    sms: '',
  },
}
