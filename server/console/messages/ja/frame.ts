import type { FrameMessages } from '../en/frame.ts'

/** Messages around the pages of the console, in Japanese. */
export const frameMessages: FrameMessages = {
  name: (product) => `${product} コンソール`,
  menu: 'コンソール',
  signOut: 'サインアウト',
  signIn: 'サインイン',
  signedIn: 'サインインしました',
  signedOut: 'コンソールからサインアウトしました',
  signedOutText:
    'アカウントサーバーにはまだサインインしています。そのサインインから時間がたっていない間は、ブラウザの「戻る」などで、確認なしにコンソールが開きます。',
  signOutThere: 'アカウントサーバーからもサインアウト',
  proceed: '続ける',
  start: '最初のページへ',
  next: '次のページ',
  first: '最初のページ',
  zone: '日時はUTC',
  never: 'なし',
  tabs: { label: 'このユーザー', person: 'アカウント', trace: 'サインインの追跡' },
  roles: { support: 'サポート', admin: '管理者', owner: 'オーナー' },
  reason: '理由',
  reasonHint: 'オペレーターだけに表示されます。人の名前は書かないでください。',
  prove: '本人であることを確認',
  proofNeeded: 'この操作には10分以内の本人確認が必要です。',
  notDone: '実行されませんでした',
  sendAgain:
    '別のタブでサインインしてから、このページを再読み込みしてください。入力した内容がもう一度送信されます。',
  failed: 'サーバーでエラーが発生しました。ログのこのIDに詳細があります：',
  once: {
    title: '一度だけ表示されます',
    secret: 'シークレット',
    warning: '必要な場所に控えてください。後から表示することはできません。',
    back: '戻る',
  },
  reasons: {
    unknown: '対象が見つかりません。',
    conflict: '実行できません。',
    still_manager: '管理者のいない組織が残ってしまいます。',
    taken: '別のアカウントのものです。',
    invalid: '入力に誤りがあります。',
  },
  refused: {
    earlier: {
      title: '以前のサインインのフォームです',
      text: '以前のサインインで開かれたフォームのため、操作は実行されていません。もう一度ボタンを押してください。',
    },
    forged: {
      title: 'このフォームは受け付けられません',
      text: 'このコンソールから送信されていません。ページを開き直してください。',
    },
    invalid: {
      title: '入力が足りません',
      text: '操作には理由が必要です（500文字以内。見えない文字は使えません）。',
    },
    level: {
      title: '2段階目の確認が必要です',
      text: 'コンソールには認証アプリかパスキーが必要です。アカウントのページで追加してください。',
    },
    old: {
      title: '本人確認から時間がたっています',
      text: 'もう一度本人確認をしてください。パスキーの場合はサインインし直してください。',
    },
    notOperator: {
      title: 'このアカウントには役割がありません',
      text: 'オーナーかコマンド「operator add」で役割を付与できます。',
    },
    role: {
      title: 'この役割では実行できません',
      text: 'より高い役割のオペレーターに依頼してください。',
    },
    signedOut: {
      title: 'セッションが終了しました',
      text: '30分間使わないとき、8時間後、またはサインアウトで終了します。操作は実行されていません。',
    },
    signIn: {
      title: 'サインインしていません',
      text: '別のブラウザで始められたか、時間がかかりすぎました。',
    },
    twice: {
      title: '送信済みのフォームです',
      text: 'このフォームは既に送信されており、操作は1回だけ実行されました。表示されたシークレットを控えていない場合は、新しく作成してください。',
    },
    unknown: {
      title: '何も見つかりません',
      text: '削除されたか、アドレスが間違っています。',
    },
  },
}
