import type { AuthorizeMessages } from '../en/authorize.ts'

/** Messages of the page that asks what a program of others may have, in Japanese. */
export const authorizeMessages: AuthorizeMessages = {
  title: (client) => `${client}へのサインイン`,
  text: '渡す情報を選んでください。アカウントのページでいつでも取り消せます。',
  localText: (client) =>
    `お使いのパソコンで「${client}」と名乗るプログラムが求めています。ご自身で起動した場合のみ続けてください。`,
  account: 'あなたのアカウント',
  leadsTo: '移動先',
  thisComputer: 'このパソコン',
  allow: '許可する',
  refuse: '許可しない',
  another: '別のアカウントを使う',
  required: '必須',
  grantedBefore: '以前に許可',
  refusedBefore: '以前に拒否',
  scopes: {
    openid: 'あなたであることの確認',
    user_info: '名前と画像',
    profile: '名前、ユーザー名、画像、言語',
    email: 'メールアドレス',
    phone: '電話番号',
    offline_access: 'あなたの不在中もアクセスを続けること',
  },
}
