import type { OrganizationMessages } from '../en/organizations.ts'

/** Messages of organizations, in Chinese. */
export const organizationMessages: OrganizationMessages = {
  organization_invitation: {
    subject: '{inviter} 邀请您加入 {product} 上的“{organization}”',
    title: '加入“{organization}”',
    text: '{inviter} 邀请您在 {product} 上加入“{organization}”。我们没有核实对方身份，请仅在您认识对方时接受。\n\n您可以在页面上查看详情，并接受或拒绝。链接在 {date} 之前有效。',
    action: '查看邀请',
    note: '不认识对方？请在页面上拒绝，并停止或举报后续邀请。',
    sms: '{product}：{inviter} 邀请您加入“{organization}”。请仅在您认识对方时接受：{link}',
  },
  organization_invitation_asked: {
    subject: '{invited} 希望再次获邀加入“{organization}”',
    title: '再次邀请 {invited}？',
    text: '您在 {product} 上向 {invited}（{address}）发出的“{organization}”邀请已过期，对方希望收到新的邀请。请在邀请列表中选择“已过期”，打开这份邀请并重新发送。',
    action: '查看邀请',
    note: '不想再次邀请？忽略此邮件即可，不会有任何变化。',
    sms: '{product}：{invited} 希望再次获邀加入“{organization}”。',
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
  domain_taken_over: {
    subject: '“{organization}”失去了域名 {address}',
    text: '{product} 上的另一个组织已通过 DNS 记录证明 {address} 属于它，因此“{organization}”失去了此域名。成员不受影响。\n\n如果此域名属于您的组织，请删除 _passport.{address} 上其他组织的记录，并通过 TXT 记录重新添加此域名。',
    sms: '{product}：另一个组织已通过 DNS 记录证明 {address} 属于它，“{organization}”失去了此域名。',
  },
  domain_record_gone: {
    subject: '“{organization}”失去了域名 {address}',
    text: '在三天的查询中都没有找到证明 {address} 属于 {product} 上“{organization}”的 DNS 记录，因此“{organization}”失去了此域名。成员不受影响。\n\n如果此域名属于您的组织，请重新添加，并保留该记录。',
    sms: '{product}：找不到 {address} 的 DNS 记录，“{organization}”失去了此域名。',
  },
  manager_changed: {
    subject: '“{organization}”已更换负责人',
    text: '{inviter} 现在是 {product} 上“{organization}”的负责人。三天内不能删除组织或再次移交，也不能更改规则和域名。',
    sms: '{product}：{inviter} 现在是“{organization}”的负责人。',
  },
}
