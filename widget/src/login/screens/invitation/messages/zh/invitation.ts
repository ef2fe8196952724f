import type { InvitationMessages } from '../messages.ts'

/** Messages of answering an invitation, in Chinese. */
export const invitation: InvitationMessages = {
  heading: '邀请',
  title: (organization) => `加入“${organization}”的邀请`,
  loading: '正在查询邀请…',
  text: (inviter, organization) => `${inviter} 邀请您加入“${organization}”。`,
  unverified: '我们没有核实对方身份，请仅在您认识对方时接受。',
  verified: (domain) => `我们已确认该组织拥有 ${domain}。`,
  name: '您在组织中的姓名',
  roles: '您的角色',
  roleNames: { member: '成员', admin: '管理员' },
  sentTo: '发送至',
  until: '有效期至',
  accept: '接受',
  proveText: (address) =>
    `接受前请验证 ${address} 是您的地址：我们会向它发送验证码。如果您还没有账号，将为您创建一个。`,
  otherText: (who, address) =>
    `您当前以 ${who} 的身份登录，而邀请发送到了 ${address}。如果该地址属于您，我们会向它发送验证码，之后您将以其账号继续。`,
  sendCode: '发送验证码',
  addAddress: (who) => `改为将该地址添加到 ${who}`,
  signInText: '请登录或注册账号后接受邀请。',
  signIn: '使用其他方式登录',
  newAccount: '还没有账号？',
  newAccountText: '请填写姓名，也可以设置密码。不设密码时，使用验证码登录。',
  password: '新账号的密码',
  decline: '拒绝…',
  declineTitle: '拒绝邀请',
  declineText: '您的账号没有任何变化，组织会看到您已拒绝。',
  further: '以后的邀请',
  blocks: {
    none: '可以接收',
    subject: '不再接收该组织的邀请',
    all: '不再接收任何组织的邀请',
  },
  report: '举报此邀请',
  declineNow: '拒绝',
  back: '返回邀请',
  declined: '已拒绝邀请',
  declinedText: '您可以关闭此页面。',
  reported: '感谢您的举报。您可以关闭此页面。',
  ends: {
    unknown: {
      title: '此链接无法使用',
      text: '链接可能已更换，请打开最新邀请消息中的链接。',
    },
    expired: {
      title: '邀请已过期',
      text: '请联系邀请您的人重新发送。',
    },
    used: {
      title: '邀请已被处理',
      text: '如果是您本人接受的，登录后即可以成员身份继续。',
    },
    cancelled: {
      title: '邀请已取消',
      text: '如有疑问，请联系邀请您的人。',
    },
    frozen: {
      title: '该组织已被冻结',
      text: '目前无法加入，请联系邀请您的人。',
    },
  },
  requestNew: '请求新的邀请',
  requested: '请求已发送',
  requestedText: '我们会通知邀请您的人，每天最多一次。新邀请会发到同一地址。',
  joined: (organization) => `您已加入“${organization}”`,
  joinedText: '此浏览器现在使用该组织。您可以随时切换回个人账号。',
  open: (organization) => `打开“${organization}”`,
  member: (organization) => `您已经是“${organization}”的成员`,
  memberText: '无需再接受邀请，您的角色保持不变。',
  proceed: '以成员身份继续',
}
