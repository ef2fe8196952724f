import type { EndSessionMessages } from '../en/end-session.ts'

/** Messages of the page on which a client asks to sign people out, in Japanese. */
export const endSessionMessages: EndSessionMessages = {
  title: 'こちらもサインアウトしますか？',
  textOf: (client) =>
    `「${client}」がサインアウトを求めています。こちらはまだサインインしたままです。`,
  text: 'こちらはまだサインインしたままです。',
  account: 'あなたのアカウント',
  confirm: 'サインアウト',
  stay: 'サインインしたままにする',
}
