import type { Messages } from './messages.ts'

/** Messages in Japanese. */
export const messages: Messages = {
  login: {
    subject: '{product} のサインインコード: {code}',
    body: `サインインコードは次のとおりです。

    {code}

{origin} で {minutes} 分間、1 回だけ使えます。電話やチャットでこのコードをお尋ねすることはありません。

心当たりがない場合は、このメールを無視してください。コードがなければ誰もサインインできません。`,
    sms: '{product}: サインインコードは {code} です。他の人に教えないでください。',
  },
  register: {
    subject: '{product} の登録コード: {code}',
    body: `{product} へようこそ。登録コードは次のとおりです。

    {code}

{origin} で {minutes} 分間、1 回だけ使えます。

心当たりがない場合は、このメールを無視してください。コードがなければアカウントは作られません。`,
    sms: '{product}: 登録コードは {code} です。他の人に教えないでください。',
  },
  register_known: {
    subject: '{product} のアカウントはすでにあります',
    body: `このアドレスで {product} に登録しようとした方がいます。このアドレスにはすでにアカウントがあるため、登録は必要ありません。

サインイン: {origin}/ja/login
パスワードを忘れた場合: {origin}/ja/reset-password

開いているページでコードを求められた場合は、次のコードを入力してください。

    {code}

心当たりがない場合は、このメールを無視してください。アカウントに変更はありません。`,
    sms: '{product}: この番号はすでに登録済みです。サインインしてください。コード: {code}',
  },
  reset: {
    subject: '{product} のパスワード再設定コード: {code}',
    body: `新しいパスワードを設定するには、次のコードを入力してください。

    {code}

{origin} で {minutes} 分間、1 回だけ使えます。再設定すると、すべての端末からサインアウトされます。

心当たりがない場合は、このメールを無視してください。パスワードは変わりません。`,
    sms: '{product}: パスワード再設定コードは {code} です。他の人に教えないでください。',
  },
  reset_unknown: {
    subject: 'このアドレスの {product} アカウントはありません',
    body: `このアドレスの {product} アカウントのパスワードを再設定しようとした方がいますが、該当するアカウントはありません。

別のアドレスで登録している可能性があります。新しく登録することもできます: {origin}/ja/sign-up

心当たりがない場合は、このメールを無視してください。`,
    sms: '',
  },
  bind: {
    subject: '{product} のアドレス確認コード: {code}',
    body: `このアドレスを {product} のアカウントで使うには、次のコードを入力してください。

    {code}

{origin} で {minutes} 分間、1 回だけ使えます。

心当たりがない場合は、このメールを無視してください。コードがなければ何も変わりません。`,
    sms: '{product}: この番号をアカウントに登録するコードは {code} です。他の人に教えないでください。',
  },
  verify: {
    subject: '{product} の確認コード: {code}',
    body: `ご本人であることを確認するため、次のコードを入力してください。

    {code}

{origin} で {minutes} 分間、1 回だけ使えます。電話やチャットでこのコードをお尋ねすることはありません。

心当たりがない場合は、パスワードを知られているおそれがあります。新しいパスワードを設定してください: {origin}/ja/reset-password`,
    sms: '{product}: 確認コードは {code} です。他の人に教えないでください。',
  },
  verify_unknown: {
    subject: 'このアドレスの {product} アカウントはありません',
    body: `このアドレスの {product} アカウントの確認コードが求められましたが、アカウントは見つかりませんでした。

別のアドレスで登録しているかもしれません。新しく登録することもできます: {origin}/ja/sign-up

心当たりがない場合は、このメールを無視してください。`,
    sms: '',
  },
  password_changed: {
    subject: '{product} のパスワードが変更されました',
    body: `{product} アカウントのパスワードが変更されました。

ご本人による変更であれば、何もする必要はありません。

心当たりがない場合は、すぐに新しいパスワードを設定してください: {origin}/ja/reset-password`,
    sms: '{product}: パスワードが変更されました。心当たりがない場合: {origin}/ja/reset-password',
  },
}
