import type { OrganizationMessages } from '../en/organizations.ts'

/** Messages of organizations, in Japanese. */
export const organizationMessages: OrganizationMessages = {
  organization_invitation: {
    subject: '{inviter}さんから{product}の「{organization}」への招待',
    title: '「{organization}」への招待',
    text: '{inviter}さんが、{product}の「{organization}」にあなたを招待しています。相手が誰かは{product}では確認していません。心当たりがある場合のみ承諾してください。\n\nページで内容を確認し、承諾または辞退できます。リンクは{date}まで有効です。',
    action: '招待を確認',
    note: '心当たりがない場合は、ページで辞退し、今後の招待を停止または報告できます。',
    sms: '{product}: {inviter}さんから「{organization}」への招待です。心当たりがある場合のみ承諾してください: {link}',
  },
  organization_invitation_asked: {
    subject: '{invited}さんが「{organization}」への再招待を希望しています',
    title: '{invited}さんをもう一度招待しますか？',
    text: '{product}の「{organization}」へ{invited}さん（{address}）に送った招待の有効期限が切れ、新しい招待を希望されています。招待の一覧で「期限切れ」を選び、この招待を開いて再送信してください。',
    action: '招待を確認',
    note: '招待しない場合は、このメールを無視してください。何も変わりません。',
    sms: '{product}: {invited}さんが「{organization}」への再招待を希望しています。',
  },
  manager_transfer: {
    subject: '{code} 「{organization}」の管理責任者になるためのコード',
    title: '「{organization}」の管理責任者になる',
    text: '{inviter}さんが、{product}の「{organization}」の管理責任者をあなたに引き継ごうとしています。同意する場合のみ、このコードを入力してください。管理責任者は組織のすべての操作ができ、その責任を負います。',
    action: 'コードを入力',
    note: '引き継がない場合は、このメールを無視してください。何も変わりません。',
    sms: '{product}: {code}は「{organization}」の管理責任者になるためのコードです。同意する場合のみ入力してください。',
  },
  organization_domain: {
    subject: '{code} {address}が「{organization}」のドメインであることの確認',
    title: '{address}の確認',
    text: '{inviter}さんが、{address}は{product}の「{organization}」のドメインだとしています。正しい場合のみ、このコードを伝えてください。コードは1日有効です。',
    note: '「{organization}」に心当たりがない場合は、このメールを無視してください。何も起こりません。',
    sms: '',
  },
  domain_taken_over: {
    subject: '「{organization}」の{address}の確認が取り消されました',
    text: '{product}のほかの組織が、{address}の所有をDNSレコードで証明しました。このため、「{organization}」のドメインとしての確認は取り消されました。メンバーはそのままです。\n\n自分の組織のドメインである場合は、_passport.{address}からほかの組織のレコードを削除し、TXTレコードでドメインをもう一度追加してください。',
    sms: '{product}: ほかの組織がDNSレコードで{address}の所有を証明したため、「{organization}」の確認は取り消されました。',
  },
  domain_record_gone: {
    subject: '「{organization}」の{address}の確認が失効しました',
    text: '{product}の「{organization}」の{address}を確認するDNSレコードが、3日にわたって見つかりませんでした。このため、確認は失効しました。メンバーはそのままです。\n\n自分の組織のドメインである場合は、もう一度追加し、レコードを残しておいてください。',
    sms: '{product}: {address}のDNSレコードがないため、「{organization}」の確認は失効しました。',
  },
  manager_changed: {
    subject: '「{organization}」の管理責任者が変わりました',
    text: '{product}の「{organization}」の管理責任者は{inviter}さんになりました。3日間は、組織の削除と再度の引き継ぎ、ルールとドメインの変更はできません。',
    sms: '{product}: 「{organization}」の管理責任者は{inviter}さんになりました。',
  },
}
