import type { SecurityMessages } from '../en/security.ts'

/** Notices of what happened to an account, in Japanese. */
export const securityMessages: SecurityMessages = {
  new_device: {
    subject: '{product}に新しい端末からサインインがありました',
    text: 'お使いの{product}アカウントに、これまでにない端末からサインインがありました。',
    sms: '{product}: 新しい端末（{device}）からサインインがありました。',
  },
  qr_sign_in: {
    subject: '{product}アカウントに新しい端末がサインインしました',
    text: 'お使いのスマートフォンでQRコードが承認され、次の端末が{product}アカウントにサインインしました。',
    sms: '{product}: QRコードで{device}がサインインしました。',
  },
  password_changed: {
    subject: '{product}のパスワードが変更されました',
    text: '{product}アカウントのパスワードが変更されました。',
    sms: '{product}: パスワードが変更されました。',
  },
  password_set: {
    subject: '{product}アカウントにパスワードが設定されました',
    text: 'これまでパスワードのなかった{product}アカウントに、パスワードが設定されました。',
    sms: '{product}: パスワードが設定されました。',
  },
  address_added: {
    subject: '{product}に新しいサインイン方法が追加されました',
    text: '{address}が{product}アカウントに追加されました。サインインとパスワードの再設定に使えます。',
    sms: '{product}: {address}がアカウントに追加されました。',
  },
  address_removed: {
    subject: '{address}が{product}アカウントから削除されました',
    text: '{address}は{product}アカウントから削除され、サインインに使えなくなりました。',
    sms: '{product}: {address}がアカウントから削除されました。',
  },
  address_changed: {
    subject: '{product}アカウントのアドレスが変更されました',
    text: '{product}アカウントの連絡先が{address}に変更されました。以前のアドレスは使えなくなりました。',
    sms: '{product}: アカウントの連絡先が{address}に変更されました。',
  },
  connection_added: {
    subject: '{product}に別のアカウントでサインインできるようになりました',
    text: '{address}が{product}アカウントに連携され、これからはサインインに使えます。',
    sms: '{product}: {address}が連携されました。',
  },
  connection_removed: {
    subject: '{product}アカウントの連携が解除されました',
    text: '{address}と{product}アカウントの連携が解除され、サインインには使えなくなりました。',
    sms: '{product}: {address}との連携が解除されました。',
  },
  method_added: {
    subject: '{product}アカウントに認証アプリが追加されました',
    text: '{product}アカウントに認証アプリが追加されました。これからは、そのコードでサインインを確認できます。',
    sms: '{product}: 認証アプリが追加されました。',
  },
  method_removed: {
    subject: '{product}アカウントから認証アプリが削除されました',
    text: '{product}アカウントから認証アプリが削除されました。そのコードは使えなくなりました。',
    sms: '{product}: 認証アプリが削除されました。',
  },
  recovery_codes_made: {
    subject: '{product}アカウントの新しいリカバリーコード',
    text: '{product}アカウントの新しいリカバリーコードが作成されました。以前のコードは使えなくなりました。',
    sms: '{product}: 新しいリカバリーコードが作成されました。',
  },
  recovery_code_used: {
    subject: '{product}アカウントでリカバリーコードが使われました',
    text: '認証アプリやパスキーの代わりにリカバリーコードが使われました。なくした場合は、アカウントに新しいものを追加し、なくしたものを削除してください：{accountPage}',
    sms: '{product}: リカバリーコードが使われました。',
  },
  passkey_added: {
    subject: '{product}アカウントにパスキーが追加されました',
    text: '{product}アカウントにパスキーが追加されました。これからは、そのロックを解除できる人がサインインできます。',
    sms: '{product}: パスキーが追加されました。',
  },
  passkey_removed: {
    subject: '{product}アカウントからパスキーが削除されました',
    text: '{product}アカウントからパスキーが削除され、サインインには使えなくなりました。',
    sms: '{product}: パスキーが削除されました。',
  },
  passkey_copied: {
    subject: '{product}アカウントのパスキーが複製された可能性があります',
    text: '{product}アカウントのパスキーが、複製がなければ起こらない使われ方をしたため、使用を停止しました。複製に心当たりがなければ、削除して新しいパスキーを追加してください。{accountPage}',
    sms: '{product}: パスキーが複製された可能性があるため、使用を停止しました。',
  },
  level_lowered: {
    subject: '{product}アカウントのサインイン時の確認が減りました',
    text: '{product}アカウントへのサインインで、認証アプリやリカバリーコードが必ずしも求められなくなりました。',
    sms: '{product}: サインイン時の確認が減りました。',
  },
  recovery_started: {
    subject: '{product}アカウントへ戻る手続きが始まりました',
    text: 'どなたか（おそらくご本人）が、{product}アカウントのサインインを確認できなくなったため、確認なしで戻る手続きを始めました。{date}以降は、登録済みの宛先に届く確認コードでアカウントを開けるようになり、認証アプリ、パスキー、リカバリーコードは削除されます。\n\nご本人の場合は、その日時以降にこちらから続けてください：{link}\n\nまだサインインを確認できる場合は、サインインして確認を済ませると、手続きは終わります。',
    sms: '{product}：{date}以降、アカウントを確認コードだけで開けるようになります。',
  },
  recovery_done: {
    subject: '{product}アカウントを回復しました',
    text: '登録済みの宛先に届いた確認コードで{product}アカウントが開かれました。認証アプリ、パスキー、リカバリーコードを削除し、すべての端末からサインアウトしました。サインインを確認する新しい方法を追加してください：{accountPage}',
    sms: '{product}：アカウントが回復され、サインインの確認方法が削除されました。',
  },
  program_allowed: {
    subject: '「{program}」が{product}アカウントを使えるようになりました',
    text: '{product}アカウントで「{program}」にサインインすることを許可しました。\n\n許可した内容の確認と取り消し: {accountPage}',
    sms: '{product}: アプリケーションにアカウントの利用が許可されました。',
  },
  program_extended: {
    subject: '「{program}」に{product}アカウントの利用をさらに許可しました',
    text: '「{program}」に、これまでより多くのことを許可しました。\n\n許可した内容の確認と取り消し: {accountPage}',
    sms: '{product}: アプリケーションに許可された内容が増えました。',
  },
  program_token_reused: {
    subject: '「{program}」を{product}アカウントからサインアウトしました',
    text: '「{program}」が{product}アカウントを使うための鍵のうち、すでに交換された古いものが使われました。コピーされた可能性があるため、このサインインを終了しました。「{program}」にはもう一度サインインできます。\n\n「{program}」を信頼できない場合は、許可を取り消してください: {accountPage}',
    sms: '{product}: 鍵がコピーされた可能性があるため、アプリケーションをアカウントからサインアウトしました。',
  },
  username_changed: {
    subject: '{product}のユーザー名が変更されました',
    text: '{product}アカウントのユーザー名が変更されました。これからは新しいユーザー名でサインインし、以前のユーザー名は使えません。',
    sms: '{product}: ユーザー名が変更されました。',
  },
  closing_revoked: {
    subject: '{product}アカウントの削除を取り消しました',
    text: '{product}アカウントの削除が取り消され、元の状態に戻りました。再びサインインできます。',
    sms: '{product}: アカウントの削除を取り消しました。再びサインインできます。',
  },
}
