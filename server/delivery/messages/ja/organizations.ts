import type { OrganizationMessages } from '../en/organizations.ts'

/** Messages of organizations, in Japanese. */
export const organizationMessages: OrganizationMessages = {
  organization_invitation: {
    subject: '{inviter} さんから {product} の「{organization}」への招待',
    title: '「{organization}」への招待',
    text: '{inviter} さんが、{product} の「{organization}」にあなたを招待しています。相手が誰かは {product} では確認していません。心当たりがある場合のみ承認してください。\n\nページで内容を確認し、承認または辞退できます。リンクは7日間有効です。',
    action: '招待を確認',
    note: '心当たりがない場合は、ページで辞退し、今後の招待を停止または報告できます。',
    sms: '{product}: {inviter} さんから「{organization}」への招待です。心当たりがある場合のみ承認してください: {link}',
  },
}
