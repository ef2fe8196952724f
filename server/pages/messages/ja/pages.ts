import type { PageMessages } from '../en/pages.ts'

/** Messages of the account server's pages in Japanese. */
export const pageMessages: PageMessages = {
  appeal: '理由と異議申し立ての方法',
  support: 'サポートに連絡',
  backHome: 'トップページに戻る',
  legalNavigation: 'フッター',
  legal: {
    'privacy-policy': 'プライバシーポリシー',
    'terms-of-service': '利用規約',
    'cookie-policy': 'Cookieポリシー',
  },
  details: '詳細',
  logId: 'お問い合わせ番号：',
  proceed: '続ける',
  linkProblem: 'このリンクは使えません',
  formProblem: 'うまくいきませんでした',
  hostedProblem: 'このページにはサインインできません',
  email: 'メールアドレス',
  codeSentIfRight: (address) =>
    `アドレスが正しければ、${address}にコードが届きます。有効期限は10分です。`,
  tryAgainIn: (seconds) =>
    seconds < 90
      ? `${seconds}秒後にもう一度お試しください。`
      : seconds < 7200
        ? `${Math.ceil(seconds / 60)}分後にもう一度お試しください。`
        : `${Math.ceil(seconds / 3600)}時間後にもう一度お試しください。`,
  mailRefused:
    'このアドレスへのメールは、前回受信を拒否されました。アドレスが正しいかご確認ください。メールはもう一度送信しました。',
  addMethod: 'アカウントに追加する',
  verify: 'ご本人確認',
  byPasskey: 'パスキーを使う',
  verifySent: (address) =>
    `いつもと異なるブラウザです。${address}にコードを送信しました。10分間有効です。`,
  remember: 'このブラウザでは30日間、確認を求めない',
  appCode: '認証アプリに表示されている6桁の数字を入力してください。',
  appOrRecoveryCode:
    '認証アプリに表示されている6桁の数字、またはリカバリーコードを入力してください。',
  recoveryCode: 'リカバリーコードを入力してください。',
  sendInstead: (address) => `代わりに${address}へコードを送信`,
  noCookies:
    'ブラウザがCookieを受け付けないため、サインインできません。このサイトのCookieを許可してから、もう一度サインインしてください。',
  needScript:
    '入力の誤りが続きました。JavaScriptを有効にして確認を受けるか、メールでパスワードを再設定してください。',
  choosePasskey:
    'サインインしていますが、ここではパスキーでの確認が必要です。続けて、パスキーを選んでください。',
  needPasskey:
    'パスキーで確認します。パスキーにはJavaScriptが必要です。このブラウザで有効にするか、元のページを別のブラウザで開いてください。',
  needPasskeyOrCode:
    'パスキーで確認します。パスキーにはJavaScriptが必要です。このブラウザで有効にするか、元のページを別のブラウザで開いてください。次からJavaScriptなしで確認できるように、そこでアカウントに認証アプリを追加するか、リカバリーコードを作り直すこともできます。',
  cancelDeletion: 'アカウントを残す',
  captchaLink: {
    ask: 'ご本人ですか？',
    askText:
      'このメールアドレスで続けようとしているブラウザがあります。ご本人であればボタンを押して、元のページにお戻りください。心当たりがなければ、このページを閉じてください。何も起こりません。',
    confirm: 'はい、続けます',
    passed: '確認が完了しました',
    passedText: 'このページは閉じてかまいません。元のページは自動で先へ進みます。',
    expired: 'このリンクは使えません',
    expiredText: 'すでに使われたか、期限が切れています。元のページから新しいリンクを送れます。',
  },
}
