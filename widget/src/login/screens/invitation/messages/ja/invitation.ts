import type { InvitationMessages } from '../messages.ts'

/** Messages of answering an invitation, in Japanese. */
export const invitation: InvitationMessages = {
  heading: '招待',
  title: (organization) => `「${organization}」への招待`,
  loading: '招待を確認しています…',
  text: (inviter, organization) => `${inviter}さんが「${organization}」にあなたを招待しています。`,
  unverified: '相手が誰かは確認していません。心当たりがある場合のみ承諾してください。',
  verified: (domain) => `この組織が${domain}を所有していることを確認しました。`,
  name: '組織での名前',
  roles: 'ロール',
  roleNames: { member: 'メンバー', admin: '管理者' },
  sentTo: '宛先',
  until: '有効期限',
  accept: '承諾する',
  proveText: (address) =>
    `承諾するには、${address}がご自身のものであることを確認します。この宛先にコードを送信します。アカウントがない場合は作成されます。`,
  otherText: (who, address) =>
    `${who}としてサインインしていますが、招待の宛先は${address}です。ご自身の宛先であれば、コードを送信し、そのアカウントで続けます。`,
  sendCode: 'コードを送信',
  addAddress: (who) => `この宛先を${who}に追加する`,
  signInText: '承諾するには、サインインするか、アカウントを作成してください。',
  signIn: '別の方法でサインイン',
  newAccount: 'アカウントをお持ちでない方',
  newAccountText:
    '名前と、必要であればパスワードを決めてください。パスワードがない場合は、コードでサインインします。',
  password: '新しいアカウントのパスワード',
  decline: '辞退する…',
  declineTitle: '招待を辞退',
  declineText: 'アカウントに変更はありません。辞退したことは組織に表示されます。',
  further: '今後の招待',
  blocks: {
    none: '受け取る',
    subject: 'この組織からは受け取らない',
    all: 'どの組織からも受け取らない',
  },
  report: '迷惑な招待として報告する',
  declineNow: '辞退する',
  back: '招待に戻る',
  declined: '招待を辞退しました',
  declinedText: 'このページは閉じてかまいません。',
  reported: 'ご報告ありがとうございます。このページは閉じてかまいません。',
  ends: {
    unknown: {
      title: 'このリンクは使えません',
      text: '新しいリンクに替わった可能性があります。招待に関する最新のメッセージのリンクを開いてください。',
    },
    expired: {
      title: '招待の期限が切れました',
      text: '招待した方に再送信を依頼してください。',
    },
    used: {
      title: 'この招待は回答済みです',
      text: 'ご自身で承諾した場合は、サインインするとメンバーとして続けられます。',
    },
    cancelled: {
      title: 'この招待は取り消されました',
      text: '心当たりがある場合は、招待した方にお問い合わせください。',
    },
    frozen: {
      title: 'この組織は凍結されています',
      text: '現在は参加できません。招待した方にお問い合わせください。',
    },
  },
  requestNew: '新しい招待を依頼',
  requested: '依頼を送信しました',
  requestedText: '招待した方に、1日1回まで通知します。新しい招待は同じ宛先に届きます。',
  joined: (organization) => `${organization}のメンバーになりました`,
  joinedText:
    'このブラウザはこの組織に切り替わりました。個人アカウントにはいつでも切り替えられます。',
  open: (organization) => `${organization}を開く`,
  member: (organization) => `すでに「${organization}」のメンバーです`,
  memberText: '招待への回答は不要です。ロールは変わりません。',
  proceed: 'メンバーとして続ける',
}
