import { scopes } from '#protocol/messages/ja/scopes.ts'
import type { AuthorizeMessages } from '../messages.ts'

/** Messages of answering an application of others, in Japanese. */
export const authorize: AuthorizeMessages = {
  heading: 'アプリへのサインイン',
  loading: '要求元を確認しています…',
  title: (client) => `${client}へのサインイン`,
  localTitle: 'この端末のアプリへのサインイン',
  local: (client) => `「${client}」と名乗っています。ご自身で今起動した場合のみ続けてください。`,
  unverified: (client) =>
    `「${client}」と名乗っていますが、提供元は確認されていません。このアドレスに心当たりがある場合のみ続けてください。`,
  comesFrom: '提供元（自称）',
  leadsTo: '移動先',
  backToApp: (host) => `この端末のアプリ（${host}）`,
  checked: '確認済み',
  signIn: '続けるにはサインインしてください。',
  signInAnew: '続けるにはもう一度サインインしてください。',
  signInOther: (account) =>
    `現在は${account}でサインインしていますが、アプリが求めているのは別のアカウントです。そのアカウントでサインインしてください。`,
  changed: '表示後に内容が変わりました。もう一度ご確認ください。',
  unmet: (account) =>
    `パスキーが必要です。認証アプリで足りる場合もあります。${account}にはまだ登録されていません。`,
  addMethod: 'アカウントに追加する',
  added: '追加しました',
  continueAs: '使用するアカウント：',
  as: '利用する立場',
  oneself: '自分',
  unnamed: 'メンバー',
  notAllowed: 'この組織では、このアプリは許可されていません。',
  otherAccount: '別のアカウントを使う',
  otherTitle: '別のアカウントを使いますか？',
  otherText: (account) => `このブラウザで${account}はサインアウトされます。`,
  otherNow: 'サインアウトする',
  back: '戻る',
  scopesTitle: '渡す情報',
  before: '以前に許可した情報',
  danger: '慎重に選んでください',
  dangerText: 'サインインから10分以上たっている場合は、もう一度ご本人かどうかを確認します。',
  onlyAs: '組織のメンバーとしてのみ渡せます。',
  required: '必須です。これがないとサインインできません。',
  refused: '以前に拒否しました。',
  newScope: '新規',
  offline: 'アプリを使っていない間も、許可を取り消すまで利用できます。',
  scopes,
  allow: '許可する',
  refuse: 'キャンセル',
  takeBack: 'アカウントのページでいつでも取り消せます。',
  leaving: 'アプリに戻っています…',
  follow: '続ける',
  ends: {
    expired: {
      title: 'リクエストの期限が切れました',
      text: 'アプリに戻って、もう一度お試しください。',
    },
    answered: {
      title: '回答済みです',
      text: 'アプリが先に進まない場合や変更する場合は、アプリからもう一度お試しください。',
    },
    stopped: {
      title: 'このアプリではサインインできません',
      text: '登録されていないか、停止されています。情報は渡されていません。',
    },
    wrong: {
      title: 'アプリのリクエストに誤りがあります',
      text: '応答できません。情報は渡されていません。提供元にお知らせください。',
    },
  },
}
