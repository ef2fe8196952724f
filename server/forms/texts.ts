import type { Language } from '#protocol/common-params.ts'

interface Texts {
  signIn: string
  signUp: string
  reset: string
  account: string
  email: string
  password: string
  newPassword: string
  passwordHint: string
  name: string
  code: string
  sendCode: string
  sendAgain: string
  createAccount: string
  setPassword: string
  codeSent: string
  resetDone: string
  forgot: string
  noAccount: string
  haveAccount: string
  back: string
  missingAccount: string
  missingPassword: string
  verify: string
  verifySent: string
  verifySubmit: string
  needScript: string
  keep: string
  kept: string
}

const en: Texts = {
  signIn: 'Sign in',
  signUp: 'Create your account',
  reset: 'Choose a new password',
  account: 'E-mail, mobile or user name',
  email: 'E-mail address',
  password: 'Password',
  newPassword: 'New password',
  passwordHint: 'At least 8 characters. A few words you remember are better than symbols.',
  name: 'Name (optional)',
  code: '6-digit code',
  sendCode: 'Send me a code',
  sendAgain: 'Send another code',
  createAccount: 'Create account',
  setPassword: 'Set password',
  codeSent: 'If the address is right, a code is on its way to {email}. It works for 10 minutes.',
  resetDone:
    'Your password is set, and you are signed out everywhere else. Sign in with the new one.',
  forgot: 'Forgot the password?',
  noAccount: 'New here? Create an account',
  haveAccount: 'Have an account? Sign in',
  back: 'Back to the start page',
  missingAccount: 'Enter the e-mail address, mobile number or user name of your account.',
  missingPassword: 'Enter your password.',
  verify: 'Verify that it is you',
  verifySent:
    'This browser is new to us. A code is on its way to {address}. It works for 10 minutes.',
  verifySubmit: 'Continue',
  needScript:
    'There were several wrong tries. Turn JavaScript on to pass a short check, or reset your password by mail.',
  keep: 'Keep my account',
  kept: 'Your account stays as it was. Sign in to go on.',
}

const ja: Texts = {
  signIn: 'サインイン',
  signUp: 'アカウントを作成',
  reset: '新しいパスワードを設定',
  account: 'メール、携帯電話番号、またはユーザー名',
  email: 'メールアドレス',
  password: 'パスワード',
  newPassword: '新しいパスワード',
  passwordHint: '8 文字以上。記号よりも、覚えやすい単語をいくつか並べるほうが安全です。',
  name: '名前（任意）',
  code: '6 桁のコード',
  sendCode: 'コードを送信',
  sendAgain: 'コードを再送信',
  createAccount: 'アカウントを作成',
  setPassword: 'パスワードを設定',
  codeSent: 'アドレスが正しければ、{email} にコードが届きます。有効期限は 10 分です。',
  resetDone:
    'パスワードを設定しました。ほかの端末からはサインアウトされています。新しいパスワードでサインインしてください。',
  forgot: 'パスワードを忘れた場合',
  noAccount: '初めての方はアカウントを作成',
  haveAccount: 'アカウントをお持ちの方はサインイン',
  back: 'トップページに戻る',
  missingAccount: '登録したメールアドレスなどを入力してください。',
  missingPassword: 'パスワードを入力してください。',
  verify: 'ご本人確認',
  verifySent: 'いつもと異なるブラウザです。{address} にコードをお送りしました。10 分間有効です。',
  verifySubmit: '続ける',
  needScript:
    '入力の誤りが続きました。JavaScript を有効にして確認を受けるか、メールでパスワードを再設定してください。',
  keep: 'アカウントを残す',
  kept: '解約を取り消しました。続けるには、もう一度サインインしてください。',
}

const zh: Texts = {
  signIn: '登录',
  signUp: '创建账号',
  reset: '设置新密码',
  account: '邮箱、手机号或用户名',
  email: '邮箱地址',
  password: '密码',
  newPassword: '新密码',
  passwordHint: '至少 8 个字符。几个好记的词比符号更安全。',
  name: '名称（可选）',
  code: '6 位验证码',
  sendCode: '发送验证码',
  sendAgain: '重新发送验证码',
  createAccount: '创建账号',
  setPassword: '设置密码',
  codeSent: '如果地址无误，验证码已发送至 {email}，10 分钟内有效。',
  resetDone: '密码已设置，其他设备均已退出登录。请用新密码登录。',
  forgot: '忘记密码？',
  noAccount: '新用户？创建账号',
  haveAccount: '已有账号？登录',
  back: '返回首页',
  missingAccount: '请输入您账号的邮箱、手机号或用户名。',
  missingPassword: '请输入密码。',
  verify: '验证身份',
  verifySent: '这是新的浏览器。验证码已发送至 {address}，10 分钟内有效。',
  verifySubmit: '继续',
  needScript: '多次输入错误。请启用 JavaScript 完成验证，或通过邮件重置密码。',
  keep: '保留我的账号',
  kept: '已撤销注销，请重新登录。',
}

/** Words on the pages of forms without JavaScript. */
export const formTexts: Record<Language, Texts> = { en, ja, zh }
