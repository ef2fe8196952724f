import type { Messages } from '../messages.ts'

/** Messages of the page that manages an organization, in Japanese. */
export const organization: Messages['organization'] = {
  title: '組織の管理',
  description: '組織のメンバー、招待、ロール、設定を管理します。',
  loading: '組織を読み込んでいます…',
  noScript: 'このページにはJavaScriptが必要です。招待の承諾はJavaScriptなしでもできます。',
}
