import type { AccountMessages } from '../en/account.ts'

/** Messages of the page about the account, in Japanese. */
export const accountMessages: AccountMessages = {
  title: 'アカウント',
  as: (name) => `${name}としてサインインしています。`,
  save: '保存',
  device: (device, address, day) => `${device}、${address}、最終利用${day}`,
  thisDevice: (device) => `この端末：${device}`,
  end: 'この端末からサインアウト',
  signOut: 'サインアウト',
  password: '新しいパスワードを設定',
  organizations: '組織の切り替え',
}
