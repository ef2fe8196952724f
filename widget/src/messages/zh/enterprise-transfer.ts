import type { EnterpriseMessages } from '../enterprise-messages.ts'

/** Messages about handing an organization over, in Chinese. */
export const transfer: EnterpriseMessages['transfer'] = {
  title: '移交',
  stepOf: (step, all) => `第 ${step} 步，共 ${all} 步`,
  begin: (organization) =>
    `${organization}只有一名负责人，拥有全部权限。移交后由另一名成员负责，您会成为管理员。移交后三天内不能删除组织或再次移交，也不能更改规则和域名。`,
  prove: '请先验证您的身份。',
  sendTo: (address) => `我们会向 ${address} 发送验证码。`,
  send: '发送验证码',
  confirm: '确认',
  held: '负责人刚刚变更',
  heldUntil: (time) => `移交后三天内（至 ${time}），不能删除组织或再次移交，也不能更改规则和域名。`,
  noAddress: '请先为账号添加邮箱或手机号，以便验证身份。',
  choose: '选择接任者',
  chooseText: '对方会收到验证码，并需要同意。',
  chooseOne: (name) => `选择${name}`,
  chooseShort: '选择',
  nobody: '没有可以接任的人',
  nobodyText: '请先邀请成员，并等待对方接受。',
  wait: (name) => `正在等待${name}`,
  waitText: (name) =>
    `${name}已收到验证码。请对方打开此页，在“移交”中输入；或由对方告诉您，在此输入。`,
  agreed: (name) => `${name}已同意`,
  agreedText: '还剩一步，完成后立即生效。',
  finish: {
    title: (name) => `让${name}成为负责人？`,
    text: '您会成为管理员，两人的其他会话都会结束。三天内不能删除组织或再次移交，也不能更改规则和域名。',
    button: '移交',
  },
  done: (name) => `${name}现在是负责人`,
  doneText: (organization) =>
    `您是${organization}的管理员，可以继续管理成员和角色。只有负责人能更改规则、移交或删除组织。`,
  yours: (organization) => `${organization}现在由您负责`,
  proceed: '继续',
  notHere: '移交正在进行',
  notHereText: '移交是在另一个标签页或浏览器中开始的。请在那里继续，或取消后重新开始。',
  requested: (name) => `${name}希望由您负责`,
  requestedText: (organization) => `输入您收到的验证码，即表示同意负责${organization}。`,
  agree: '我同意',
  hasAgreed: '您已同意',
  hasAgreedText: (name) => `将由${name}完成移交。完成后您会在此退出登录，重新登录即可开始管理。`,
  signInToManage: (organization) =>
    `您已同意管理“${organization}”，移交完成后会话会结束。请重新登录以继续。`,
  notStarted: '没有正在进行的移交',
  notStartedText: '负责人在此开始移交，接任者随后会收到验证码。',
  until: (time) => `有效期至 ${time}。`,
  cancel: {
    title: '要取消移交吗？',
    text: '负责人保持不变。以后移交时需要重新开始，双方都会收到新的验证码。',
    button: '取消移交',
  },
  cancelled: '移交已取消。',
  ended: '移交已结束：对方拒绝或退出，或时间已到。',
}
