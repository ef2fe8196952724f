import type { OrganizationMessages } from '../en/organizations.ts'

/** Messages of organizations, in Chinese. */
export const organizationMessages: OrganizationMessages = {
  organization_invitation: {
    subject: '{inviter} 邀请您加入 {product} 上的“{organization}”',
    title: '加入“{organization}”',
    text: '{inviter} 邀请您在 {product} 上加入“{organization}”。我们没有核实对方身份，请仅在您认识对方时接受。\n\n您可以在页面上查看详情，并接受或拒绝。链接七天内有效。',
    action: '查看邀请',
    note: '不认识对方？请在页面上拒绝，并停止或举报后续邀请。',
    sms: '{product}：{inviter} 邀请您加入“{organization}”。请仅在您认识对方时接受：{link}',
  },
}
