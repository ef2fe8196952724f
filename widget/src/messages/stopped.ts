import type { Language } from '#protocol/common-params.ts'

const en = {
  blocked: 'You cannot sign in',
  mistake: 'If you think that this is a mistake, ask for it to be looked at again.',
  elsewhere: 'Sign in on another device, or contact support.',
  appeal: 'Why, and how to appeal',
  other: 'Use another account',
  closing: 'This account is being closed',
  closesOn: (date: string): string =>
    `It will be deleted on ${date}, with all that belongs to it. Until then you can keep it.`,
  keep: 'Keep my account',
}

/** Texts of what stands instead of a sign-in; they come with its screens, which few people see. */
export const stoppedTexts: Record<Language, typeof en> = {
  en,
  ja: {
    blocked: 'サインインできません',
    mistake: '誤りだと思われる場合は、再確認を依頼してください。',
    elsewhere: '別の端末でサインインするか、サポートにご連絡ください。',
    appeal: '理由と異議申し立ての方法',
    other: '別のアカウントを使う',
    closing: 'アカウントは解約手続き中です',
    closesOn: (date) =>
      `${date}に、関連するデータとともに削除されます。それまではアカウントを残せます。`,
    keep: 'アカウントを残す',
  },
  zh: {
    blocked: '无法登录',
    mistake: '如果您认为有误，可以申请复核。',
    elsewhere: '请换一台设备登录，或联系客服。',
    appeal: '了解原因及申诉方式',
    other: '使用其他账号',
    closing: '此账号正在注销',
    closesOn: (date) => `账号及其全部内容将于 ${date}删除。在此之前，您可以保留它。`,
    keep: '保留我的账号',
  },
}
