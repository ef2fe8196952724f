import type { SignInMessages } from '../en/sign-in.ts'

/** Messages of signing in, for the element and for pages without JavaScript, in Japanese. */
export const signInMessages: SignInMessages = {
  signIn: 'サインイン',
  signUp: 'アカウントを作成',
  resetPassword: 'パスワードの再設定',
  account: 'メール、電話番号、ユーザー名',
  password: 'パスワード',
  newPassword: '新しいパスワード',
  passwordHint: '8〜128文字。記号よりも、珍しい言葉をいくつか並べるほうが安全です。',
  name: 'お名前',
  optional: '任意',
  code: '確認コード',
  sendCode: 'コードを送信',
  resend: 'コードを再送信',
  forgot: 'パスワードをお忘れの場合',
  setPassword: '新しいパスワードを設定',
  signedIn: 'サインインしました',
  needAccount: 'メールアドレス、電話番号、ユーザー名のいずれかを入力してください。',
  needPassword: 'パスワードを入力してください。',
}
