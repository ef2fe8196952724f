import type { InvitationMessages } from '../en/invitation.ts'

/** Messages of the page behind the link of an invitation, in Chinese. */
export const invitationMessages: InvitationMessages = {
  title: (organization) => `加入“${organization}”的邀请`,
  text: (inviter, organization) =>
    `${inviter} 邀请您加入“${organization}”。我们没有核实对方身份，请仅在您认识对方时接受。`,
  name: '您在组织中的姓名',
  sentTo: '发送至',
  until: '有效期至',
  accept: '接受',
  decline: '拒绝',
  report: '拒绝并举报',
  signInFirst: '登录后接受',
  newAccount: '还没有账号？在被邀请的地址获取验证码，即可为您创建账号。',
  sendCode: '发送验证码',
  codeSent: (address) => `验证码已发送至 ${address}。`,
  other: '您登录的是其他账号。请使用被邀请的地址登录，或先将其添加到您的账号。',
  declined: '已拒绝邀请',
  declinedText: '您的账号没有任何变化，组织会看到您已拒绝。',
  reportedText: '感谢您的举报。该组织不会再向您发送邀请。',
  joined: (organization) => `您已加入“${organization}”`,
  joinedText: '此浏览器现在使用该组织。您可以随时切换回个人账号。',
  open: (organization) => `打开“${organization}”`,
  member: (organization) => `您已经是“${organization}”的成员`,
  memberText: '无需再接受邀请，您的角色保持不变。',
  proceed: '以成员身份继续',
  expired: '邀请已过期',
  expiredText: '邀请您的人可以向同一地址发送新的邀请。',
  requestNew: '请求新的邀请',
  requested: '请求已发送',
  requestedText: '我们会通知邀请您的人，每天最多一次。新邀请会发到同一地址。',
}
