import type { Messages } from '../messages.ts'

/** Messages of screens that stop a sign-in, in Japanese. */
export const stopped: Messages['stopped'] = {
  blocked: 'サインインできません',
  mistake: '誤りだと思われる場合は、サポートにご連絡ください。',
  elsewhere: '別の端末でサインインするか、サポートにご連絡ください。',
  appeal: '理由と異議申し立ての方法',
  help: 'サポートに問い合わせる',
  otherAccount: '別のアカウントを使う',
  closing: 'アカウントは削除の手続き中です',
  closesOn: (date) =>
    `${date}に、関連するデータとともに削除されます。それまではアカウントを残せます。`,
  keep: 'アカウントを残す',
}
