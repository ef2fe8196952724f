import type { Messages } from '../messages.ts'

/** Messages of addresses and linked accounts, in Japanese. */
export const bind: Messages['bind'] = {
  title: '連絡先',
  intro: '確認コードやお知らせの送り先です。どれを使ってもサインインできます。',
  email: 'メールアドレス',
  mobile: '携帯電話番号',
  notSet: '未登録',
  unconfirmed: '未確認',
  add: '追加',
  change: '変更',
  remove: '削除',
  confirm: '確認',
  addOf: (kind) => `${kind}を追加`,
  changeOf: (kind) => `${kind}を変更`,
  removeOf: (kind) => `${kind}を削除`,
  confirmOf: (kind) => `${kind}を確認`,
  titles: {
    email: {
      add: 'メールアドレスの追加',
      change: 'メールアドレスの変更',
      remove: 'メールアドレスの削除',
    },
    mobile: {
      add: '携帯電話番号の追加',
      change: '携帯電話番号の変更',
      remove: '携帯電話番号の削除',
    },
  },
  newEmail: '新しいメールアドレス',
  newMobile: '新しい携帯電話番号',
  needEmail: 'メールアドレスを入力してください（例：name@example.com）。',
  mobileHint: '国番号から入力してください（例：+81\u00a090\u00a01234\u00a05678）。',
  save: '保存',
  removeText: (address) =>
    `${address}では、サインインも確認コードの受信もできなくなります。この宛先にもお知らせが届き、72時間以内であればサポートで元に戻せます。`,
  changeWhy: (address) => `${address}を変更する前に、ご本人であることを確認します。`,
  removeWhy: (address) => `${address}を削除する前に、ご本人であることを確認します。`,
  moveTitle: '別のアカウントで使われています',
  moveText: (address) =>
    `${address}は別のアカウントのサインインに使われています。ご自身のアカウントかもしれません。こちらに移すと、元のアカウントでは使えなくなります。`,
  move: 'こちらに移す',
  otherAddress: '別の宛先を使う',
  added: (kind) => `${kind}を登録しました。`,
  changed: (kind) => `${kind}を変更し、以前の宛先にもお知らせしました。`,
  removed: (kind) => `${kind}を削除しました。`,
  notLinked: '未連携',
  link: '連携する',
  unlink: '解除する',
  linkOf: (title) => `${title}と連携する`,
  unlinkOf: (title) => `${title}との連携を解除する`,
  linkWhy: (title) =>
    `サインインから時間がたっています。${title}と連携する前に、ご本人であることを確認します。`,
  proved: (title) => `確認できました。続いて${title}で許可してください。`,
  goTo: (title) => `${title}に進む`,
  unlinkWhy: (title) =>
    `サインインから時間がたっています。${title}との連携を解除する前に、ご本人であることを確認します。`,
  unlinked: (title) => `${title}との連携を解除しました。`,
}
