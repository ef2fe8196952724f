import type { Language } from '#protocol/common-params.ts'

const en = {
  title: 'Confirm that it is you',
  ways: 'How to confirm',
  mobile: (to: string): string => `Code to ${to} by SMS`,
  email: (to: string): string => `Code to ${to} by e-\u2060mail`,
  password: 'My password',
  wrong: 'That is not your password.',
  confirm: 'Confirm',
  cancel: 'Cancel',
}

/** Texts of the second verification; they come with its screen, which few people see. */
export const secondVerifyTexts: Record<Language, typeof en> = {
  en,
  ja: {
    title: 'ご本人確認',
    ways: '確認方法',
    mobile: (to) => `${to} へのSMSコード`,
    email: (to) => `${to} へのメールコード`,
    password: 'パスワード',
    wrong: 'パスワードが違います。',
    confirm: '確認する',
    cancel: 'キャンセル',
  },
  zh: {
    title: '确认是您本人',
    ways: '确认方式',
    mobile: (to) => `发送短信验证码到 ${to}`,
    email: (to) => `发送邮件验证码到 ${to}`,
    password: '我的密码',
    wrong: '密码不正确。',
    confirm: '确认',
    cancel: '取消',
  },
}
