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
  manager_transfer: {
    subject: '{code} 是您成为“{organization}”负责人的验证码',
    title: '成为“{organization}”的负责人',
    text: '{inviter} 希望将 {product} 上的“{organization}”移交给您。请仅在同意时输入此验证码：您将可以执行其中的所有操作，并承担责任。',
    action: '输入验证码',
    note: '不想接手？忽略此消息即可，不会有任何变化。',
    sms: '{product}：{code} 是您成为“{organization}”负责人的验证码，请仅在同意时输入。',
  },
  organization_domain: {
    subject: '{code} 用于证明 {address} 属于“{organization}”',
    title: '验证 {address}',
    text: '{inviter} 表示 {address} 属于 {product} 上的“{organization}”。请仅在属实时告知此验证码。验证码一天内有效。',
    note: '不了解“{organization}”？忽略此消息即可，不会有任何变化。',
    sms: '',
  },
  manager_changed: {
    subject: '“{organization}”已更换负责人',
    text: '{inviter} 现在是 {product} 上“{organization}”的负责人。三天内不能删除其中的内容。',
    sms: '{product}：{inviter} 现在是“{organization}”的负责人。',
  },
}
