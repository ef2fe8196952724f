import type { Language } from '#protocol/common-params.ts'

const en = {
  goOn: 'Continue',
  proved: 'Your address is confirmed. Now choose a password.',
  userName: 'User name',
  userNameHint:
    '3 to 32 letters and digits, a letter first; between them single .\u00a0_\u00a0or\u00a0-. You sign in with it.',
  userNameWrong:
    'Use 3 to 32 letters and digits, a letter first; between them single .\u00a0_\u00a0or\u00a0-.',
}

/** Texts of signing up and resetting that not everybody sees; they come with those screens. */
export const newPasswordTexts: Record<Language, typeof en> = {
  en,
  ja: {
    goOn: '次へ',
    proved: '宛先を確認しました。パスワードを決めてください。',
    userName: 'ユーザー名',
    userNameHint:
      '英字で始まる3〜32文字。英数字と、間に1つずつの\u00a0.\u00a0_\u00a0-\u00a0が使えます。サインインに使います。',
    userNameWrong:
      '英字で始め、英数字と間に1つずつの\u00a0.\u00a0_\u00a0-\u00a0で3〜32文字にしてください。',
  },
  zh: {
    goOn: '继续',
    proved: '地址已确认。现在请设置密码。',
    userName: '用户名',
    userNameHint:
      '3 到 32 个字符，以字母开头，可用字母、数字以及其间单个的\u00a0.\u00a0_\u00a0-。登录时使用。',
    userNameWrong: '请以字母开头，使用 3 到 32 个字母、数字以及其间单个的\u00a0.\u00a0_\u00a0-。',
  },
}
