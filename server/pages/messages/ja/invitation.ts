import type { InvitationMessages } from '../en/invitation.ts'

/** Messages of the page behind the link of an invitation, in Japanese. */
export const invitationMessages: InvitationMessages = {
  title: (organization) => `「${organization}」への招待`,
  text: (inviter, organization) =>
    `${inviter}さんが「${organization}」にあなたを招待しています。相手が誰かは確認していません。心当たりがある場合のみ承諾してください。`,
  name: '組織での名前',
  sentTo: '宛先',
  until: '有効期限',
  accept: '承諾する',
  decline: '辞退する',
  report: '辞退して迷惑な招待として報告する',
  signInFirst: 'サインインして承諾',
  newAccount:
    'アカウントがない場合は、招待された宛先でコードを受け取ると、アカウントが作成されます。',
  sendCode: 'コードを送信',
  codeSent: (address) => `${address}にコードを送信しました。`,
  other:
    '別のアカウントでサインインしています。招待された宛先でサインインするか、先にその宛先をアカウントに追加してください。',
  declined: '招待を辞退しました',
  declinedText: 'アカウントに変更はありません。辞退したことは組織に表示されます。',
  reportedText: 'ご報告ありがとうございます。この組織からの招待は今後届きません。',
  joined: (organization) => `${organization}のメンバーになりました`,
  joinedText:
    'このブラウザはこの組織に切り替わりました。個人アカウントにはいつでも切り替えられます。',
  open: (organization) => `${organization}を開く`,
  member: (organization) => `すでに「${organization}」のメンバーです`,
  memberText: '招待への回答は不要です。ロールは変わりません。',
  proceed: 'メンバーとして続ける',
  expired: '招待の期限が切れました',
  expiredText: '招待した方は、同じ宛先に新しい招待を送信できます。',
  requestNew: '新しい招待を依頼',
  requested: '依頼を送信しました',
  requestedText: '招待した方に、1日1回まで通知します。新しい招待は同じ宛先に届きます。',
}
