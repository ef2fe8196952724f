import type { AccountMessages } from '../en/account.ts'

/** Messages of the page about the account, in Japanese. */
export const accountMessages: AccountMessages = {
  title: 'アカウント',
  as: (name) => `${name}としてサインインしています。`,
  save: '保存',
  profile: 'プロフィール',
  security: 'サインインとセキュリティ',
  securityText:
    'アドレス、連携中のアカウント、2段階認証を変更するには、JavaScriptを有効にしてアカウントのページを開いてください。',
  mobile: '携帯電話番号',
  userName: 'ユーザー名',
  password: '新しいパスワードを設定',
  devices: '端末と記録',
  thisDevice: 'この端末',
  lastUsed: (address, day) => `${address}、最終利用${day}`,
  signOut: 'サインアウト',
  organizations: '組織',
  switch: '組織の切り替え',
  data: 'データ',
  dataText:
    'データのダウンロードやアカウントの削除には、JavaScriptを有効にしてアカウントのページを開いてください。',
}
