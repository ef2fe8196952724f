import type { Messages } from '../messages.ts'

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
  qr_sign_in: {
    subject: '{product} アカウントに新しい端末がサインインしました',
    body: `お使いのスマートフォンで QR コードが承認され、次の端末が {product} アカウントにサインインしました。

    端末: {device}
    ネットワーク: {address}

心当たりがある場合、何もする必要はありません。

心当たりがない場合は、すぐにこのセッションを終了してください: {origin}/ja/account-setting
続いて、新しいパスワードを設定してください: {origin}/ja/reset-password`,
    sms: '{product}: QR コードで {device} がサインインしました。心当たりがない場合: {origin}/ja/account-setting',
  },
  new_device: {
    subject: '{product} に新しい端末からサインインがありました',
    body: `お使いの {product} アカウントに、これまでにない端末からサインインがありました。

ご本人であれば問題ありません。

心当たりがない場合は、すぐに新しいパスワードを設定してください: {origin}/ja/reset-password`,
    sms: '{product}: 新しい端末からサインインがありました。心当たりがない場合: {origin}/ja/reset-password',
  },
  voice_code: {
    subject: '',
    body: '{code}',
    sms: '{product} です。コードは {spoken} です。繰り返します。{spoken} です。電話でたずねられても、だれにも教えないでください。',
  },
  captcha_link: {
    subject: '{product}: ご本人の確認',
    body: `このアドレスを {product} で使おうとしている方がいます。人による操作であることを示すため、次のページを開いてボタンを押してください。

    {server}/captcha/link?token={code}

このリンクは一度だけ、{minutes} 分間使えます。

心当たりがなければ、このメールは無視してください。何も起こりません。`,
    sms: '',
  },
  password_changed: {
    subject: '{product} のパスワードが変更されました',
    body: `{product} アカウントのパスワードが変更されました。

ご本人による変更であれば、何もする必要はありません。

心当たりがない場合は、すぐに新しいパスワードを設定してください: {origin}/ja/reset-password`,
    sms: '{product}: パスワードが変更されました。心当たりがない場合: {origin}/ja/reset-password',
  },
  address_added: {
    subject: '{product} に新しいサインイン方法が追加されました',
    body: `{address} が {product} アカウントに追加されました。サインインとパスワードの再設定に使えます。

ご本人による追加であれば、何もする必要はありません。

心当たりがない場合は、サインインして削除し、新しいパスワードを設定してください: {origin}/ja/account-setting`,
    sms: '{product}: {address} がアカウントに追加されました。心当たりがない場合: {origin}/ja/account-setting',
  },
  address_removed: {
    subject: '{address} が {product} アカウントから削除されました',
    body: `{address} は {product} アカウントから削除され、サインインに使えなくなりました。

ご本人による削除であれば、何もする必要はありません。

心当たりがない場合は、{hours} 時間以内にこのメッセージへご返信ください。元に戻すことができます。`,
    sms: '{product}: {address} がアカウントから削除されました。心当たりがない場合は {hours} 時間以内にご連絡ください。',
  },
  address_changed: {
    subject: '{product} アカウントのアドレスが変更されました',
    body: `{product} アカウントの連絡先が {address} に変更されました。以前のアドレスは使えなくなりました。

ご本人による変更であれば、何もする必要はありません。

心当たりがない場合は、{hours} 時間以内にこのメッセージへご返信ください。以前のアドレスに戻すことができます。`,
    sms: '{product}: アカウントの連絡先が {address} に変更されました。心当たりがない場合は {hours} 時間以内にご連絡ください。',
  },
  connection_added: {
    subject: '{product} に別のアカウントでサインインできるようになりました',
    body: `{address} が{product} アカウントに連携され、これからはサインインに使えます。

お心当たりがあれば、何もする必要はありません。

お心当たりがない場合は、すぐにパスワードを変更し、アカウント設定で連携を解除してください: {origin}/ja/account-setting`,
    sms: '{product}: {address} が連携されました。心当たりがない場合: {origin}/ja/account-setting',
  },
  connection_removed: {
    subject: '{product} アカウントの連携が解除されました',
    body: `{address} と{product} アカウントの連携が解除され、サインインには使えなくなりました。

お心当たりがあれば、何もする必要はありません。

お心当たりがない場合は、すぐにアカウントをご確認ください: {origin}/ja/account-setting`,
    sms: '{product}: {address} との連携が解除されました。心当たりがない場合: {origin}/ja/account-setting',
  },
  password_set: {
    subject: '{product} アカウントにパスワードが設定されました',
    body: `これまでパスワードのなかった {product} アカウントに、パスワードが設定されました。

ご本人による設定であれば、何もする必要はありません。

心当たりがない場合は、すぐに新しいパスワードを設定してください: {origin}/ja/reset-password`,
    sms: '{product}: パスワードが設定されました。心当たりがない場合: {origin}/ja/reset-password',
  },
  closing_started: {
    subject: '{product} アカウントは{date}に削除されます',
    body: `{product} アカウントの解約手続きが始まりました。すべての端末からサインアウトされ、{date}にアカウントと関連するデータがすべて削除されます。

取り消す場合や心当たりがない場合は、その日までにサインインして、アカウントを残すことを選んでください: {origin}/ja/login`,
    sms: '{product}: アカウントは{date}に削除されます。取り消す場合: {origin}/ja/login',
  },
  closing_revoked: {
    subject: '{product} アカウントの解約を取り消しました',
    body: `{product} アカウントは解約されず、元の状態に戻りました。再びサインインできます。

心当たりがない場合は、新しいパスワードを設定してください: {origin}/ja/reset-password`,
    sms: '{product}: アカウントの解約を取り消しました。再びサインインできます。',
  },
  account_erased: {
    subject: '{product} アカウントを削除しました',
    body: `ご依頼のとおり、{product} アカウントと関連するデータをすべて削除しました。このアカウントについてのお知らせはこれが最後です。`,
    sms: '{product}: ご依頼のとおりアカウントを削除しました。',
  },
  early_access_confirm: {
    subject: '{product} 先行アクセスの確認のお願い',
    body: `このアドレスで {product} の先行アクセスのお申し込みがありました。お申し込みを完了するには、次のページを開いてボタンを押してください。

{link}

リンクは 7 日間有効です。心当たりがない場合は、このメールを無視してください。今後メールが届くことはありません。

先行アクセスについてのメールを停止する: {stop}`,
    sms: '',
  },
  early_access_known: {
    subject: '{product} の先行アクセスは申し込み済みです',
    body: `このアドレスで {product} の先行アクセスのお申し込みがありましたが、すでにお申し込みいただいています。順番が来ましたらメールでお知らせしますので、そのままお待ちください。

先行アクセスについてのメールを停止する: {stop}`,
    sms: '',
  },
  early_access_invitation: {
    subject: '{product} のアクセスコードをお届けします',
    body: `お待たせしました。{product} のアクセスコードです。

    {code}

コードは一度だけ使えます。次のページを開いてサインインするかアカウントを作成すると、コードが入力された状態で表示されます。

{link}

先行アクセスについてのメールを停止する: {stop}`,
    sms: '',
  },
}
