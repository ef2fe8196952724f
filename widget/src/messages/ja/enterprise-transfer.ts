import type { EnterpriseMessages } from '../enterprise-messages.ts'

/** Messages about handing an organization over, in Japanese. */
export const transfer: EnterpriseMessages['transfer'] = {
  title: '引き継ぎ',
  stepOf: (step, all) => `手順${step}／${all}`,
  begin: (organization) =>
    `${organization}の管理責任者は1人だけで、すべての操作ができます。引き継ぐと別のメンバーが管理責任者になり、あなたは管理者として残ります。引き継ぎから3日間は、組織の削除と再度の引き継ぎ、ルールとドメインの変更はできません。`,
  prove: 'まず、本人確認をします。',
  sendTo: (address) => `${address}にコードを送信します。`,
  send: 'コードを送信',
  confirm: '確認',
  held: '管理責任者が最近交代しました',
  heldUntil: (time) =>
    `引き継ぎから3日間（${time}まで）は、組織の削除と再度の引き継ぎ、ルールとドメインの変更はできません。`,
  noAddress: '本人確認のため、先にアカウントにメールアドレスか携帯電話番号を追加してください。',
  choose: '後任を選ぶ',
  chooseText: '選ばれた人にコードが届き、本人の同意が必要です。',
  chooseOne: (name) => `${name}さんを後任に選ぶ`,
  chooseShort: '選ぶ',
  nobody: '引き継げる相手がいません',
  nobodyText: '先にメンバーを招待し、承諾を待ってください。',
  wait: (name) => `${name}さんの同意を待っています`,
  waitText: (name) =>
    `${name}さんにコードを送信しました。本人がこのページの「引き継ぎ」で入力するか、聞き取ったコードをここに入力してください。`,
  agreed: (name) => `${name}さんが同意しました`,
  agreedText: '残る手順は1つです。実行するとすぐに反映されます。',
  finish: {
    title: (name) => `${name}さんを管理責任者にしますか？`,
    text: 'あなたは管理者になり、二人のほかのセッションは終了します。3日間は、組織の削除と再度の引き継ぎ、ルールとドメインの変更はできません。',
    button: '引き継ぐ',
  },
  done: (name) => `${name}さんが管理責任者になりました`,
  doneText: (organization) =>
    `あなたは${organization}の管理者になり、メンバーとロールを引き続き管理できます。ルールの変更、引き継ぎ、削除ができるのは管理責任者だけです。`,
  yours: (organization) => `${organization}の管理責任者になりました`,
  proceed: '続ける',
  notHere: '引き継ぎの途中です',
  notHereText:
    '別のタブかブラウザで始められました。そちらで続けるか、取り消してやり直してください。',
  requested: (name) => `${name}さんから引き継ぎの依頼です`,
  requestedText: (organization) =>
    `届いたコードを入力すると、${organization}の管理責任者になることに同意します。`,
  agree: '同意する',
  hasAgreed: '同意しました',
  hasAgreedText: (name) =>
    `${name}さんが引き継ぎを完了します。完了するとサインアウトされるので、もう一度サインインして管理を始めてください。`,
  signInToManage: (organization) =>
    `「${organization}」の引き継ぎに同意済みです。引き継ぎが完了するとサインアウトされます。もう一度サインインして続けてください。`,
  notStarted: '引き継ぎは行われていません',
  notStartedText: '引き継ぎは管理責任者がここで始めます。後任に選ばれた人にはコードが届きます。',
  until: (time) => `有効期限：${time}`,
  cancel: {
    title: '引き継ぎを取り消しますか？',
    text: '管理責任者は変わりません。あとで引き継ぐ場合は、二人とも新しいコードで最初からやり直します。',
    button: '引き継ぎを取り消す',
  },
  cancelled: '引き継ぎを取り消しました。',
  ended: '引き継ぎは終了しました。相手が辞退または脱退したか、有効期限が切れています。',
}
