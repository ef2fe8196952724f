import type { AuthorizeMessages } from '../en/authorize.ts'

/** Messages of the page that asks what a client may have, in Japanese. */
export const authorizeMessages: AuthorizeMessages = {
  title: (client) => `${client}へのサインイン`,
  text: '渡す情報を選んでください。アカウントのページでいつでも取り消せます。',
  localText: (client) =>
    `この端末で「${client}」と名乗るアプリが求めています。ご自身で起動した場合のみ続けてください。`,
  unverified: (client) =>
    `「${client}」と名乗っていますが、提供元は確認されていません。このアドレスに心当たりがある場合のみ続けてください。`,
  as: '利用する立場',
  oneself: '自分',
  notAllowed: 'この組織では許可されていません',
  scopesTitle: '渡す情報',
  dangerous: '慎重に選んでください',
  account: 'あなたのアカウント',
  comesFrom: '提供元（自称）',
  leadsTo: '移動先',
  backToApp: (host) => `この端末のアプリ（${host}）`,
  allow: '許可する',
  refuse: 'キャンセル',
  another: '別のアカウントを使う',
  required: '必須',
  grantedBefore: '以前に許可',
  refusedBefore: '以前に拒否',
}
