import type { IdentityMessages } from '../en/identity.ts'

/** Messages of the page that shows for whom a browser acts, in Chinese. */
export const identityMessages: IdentityMessages = {
  title: '切换组织',
  current: (name) => `此浏览器当前代表“${name}”。`,
  oneself: (name) => `${name}（个人账号）`,
  actAs: (name) => `切换到“${name}”`,
  alone: '您还不属于任何组织，收到邀请后即可加入。',
  frozen: (name) => `“${name}”已被冻结，无法切换。`,
  leave: (name) => `退出“${name}”`,
  leaveTitle: (name) => `要退出“${name}”吗？`,
  leaveText: '您在所有设备上都会立即失去访问权限，只有新的邀请才能让您重新加入。',
  stay: '不退出',
  wantsProof: (name) => `“${name}”要求再次验证您的身份。`,
  codeSent: (name, address) =>
    `“${name}”需要再次确认您的身份。验证码已发送至 ${address}，10 分钟内有效。`,
}
