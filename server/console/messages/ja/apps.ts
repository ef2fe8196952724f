import type { AppMessages } from '../en/apps.ts'

/** Messages of the pages about applications, in Japanese. */
export const appMessages: AppMessages = {
  title: 'アプリケーション',
  none: 'アプリケーションはありません。',
  aid: '番号',
  aidHint: '呼び出しに付けるaid。ほかと重ならない整数',
  name: '名前',
  origins: 'ページのオリジン',
  redirects: '戻り先アドレス',
  list: 'コンマ区切り',
  add: 'アプリケーションを登録',
  settings: '設定',
  secrets: 'シークレット',
  secretsText: 'サーバーが自身を証明するためのものです。同時に2つまで有効です。',
  secret: 'シークレット',
  made: '作成日時',
  noSecrets: 'シークレットはありません。',
  addSecret: 'シークレットを作成',
  endSecret: 'シークレットを終了',
  which: '対象',
  captcha: 'CAPTCHA用シークレット',
  captchaText:
    'サイトのサーバーがCAPTCHAのチケットを確認するためのものです。以前のものはすぐに無効になります。',
  remove: '登録の解除',
  removeText: 'ユーザーとそのアカウントは残ります。',
  meanings: {
    registration_open: '新しいアカウントを作成できるか。',
    legacy_mix_mode: '項目を古い可読形式（mix_mode=1）でも受け付けるか。',
    qr_data_uri: 'QRコードの画像を「data:image/png;base64,」で始めるか。',
    qr_programs: 'Cookieを保持しないプログラムがQRコードでサインインできるか。',
    qr_number_match: 'QRコードの画面に出る番号をスマートフォンで選ばせるか。',
    reveal_registered: 'アカウントのないアドレスであることを誰にでも知らせるか。',
    partitioned_cookies:
      'ほかのサイトのページで、サイトごとに分けたCookie（Partitioned）にセッションを保持するか。',
    captcha_secret: '/captcha/siteverify用シークレットのダイジェスト。',
    password_required: 'プロバイダーが証明しない限り、新しいアカウントにパスワードを必須とするか。',
    unverified_mail: '確認されていないメールアドレスでアカウントを作成できるか。',
    no_verify_register: 'ユーザー名だけ、または何も確認せずにアカウントを作成できるか。',
    strict_check: 'CAPTCHAの後でも、アドレスが登録済みかどうかを知らせないか。',
    share_email: 'サインインした人のメールアドレスを、伏せずにサーバーへ渡すか。',
    brand_name: 'メールと簡易ページでの名前。空の場合はPRODUCT_NAME。',
    brand_logo: '名前の代わりに表示する画像のアドレス（https）。高さ32 px。',
    brand_colour: 'ボタンとリンクの色。例：#0a7a5c。',
    test_ranges:
      '持ち主がなくtest_codeを受け付けるアドレス。例：@qa.test,+120255501。何も送信されません。',
    permissions: '組織の役割に加えられる権限。例：invoice.read,invoice.pay。',
    redeem_secret:
      'コードを引き換えるサーバーに、アプリケーションのシークレットでの証明を求めるか。',
    required_level:
      'サインインの保証レベル。2は認証アプリ、3はパスキー。サーバーはこれに満たないコードを受け取りません。',
    share_to:
      'share_tokenでセッションを引き継げるクライアントのアプリケーション。例：2003,2004。サイト自体は指定できません。',
    organizations_to: 'その組織のために操作できるアプリケーション。例：2003,2004。',
    test_code: 'test_rangesが受け付ける6桁の数字。ない場合は通常のアドレスとして扱います。',
    mail_from: 'メールの差出人。例：「Shop <id@shop.example>」。空の場合はMAIL_FROM。',
    confirm_register: 'コードでのサインインで、アカウントを作成する前に確認するか。',
  },
  acts: {
    add: { act: '登録', done: 'アプリケーションを登録しました。' },
    set: { act: '保存', done: '設定を保存しました。30秒以内にすべてのサーバーに反映されます。' },
    'add-secret': { act: 'シークレットを作成', done: 'シークレットを作成しました。' },
    'end-secret': { act: '終了する', done: 'シークレットを終了しました。' },
    'captcha-secret': { act: '新しく作成', done: 'シークレットを作成しました。' },
    remove: { act: '登録を解除', done: 'アプリケーションの登録を解除しました。' },
  },
}
