import type { Messages } from '../messages.ts'

/** Messages about a session that is there, or that the browser did not keep, in Japanese. */
export const session: Messages['session'] = {
  title: 'サインイン済みです',
  proceed: '続ける',
  otherAccount: '別のアカウントを使う',
  notSignedIn: 'このページではサインインできていません',
  notSignedInText: (host) =>
    `サインインには成功しましたが、このブラウザはこのページで${host}の情報を保存しません。新しいタブで開く${host}のページでサインインできます。`,
  goThere: (host) => `${host}で続ける`,
}
