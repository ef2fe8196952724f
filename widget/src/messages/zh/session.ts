import type { Messages } from '../messages.ts'

/** Messages about a session that is there, or that the browser did not keep, in Chinese. */
export const session: Messages['session'] = {
  title: '您已登录',
  proceed: '继续',
  otherAccount: '使用其他账号',
  notSignedIn: '您在此页面未登录',
  notSignedInText: (host) =>
    `登录已成功，但您的浏览器不允许 ${host} 在此页面保存信息。您可以在新标签页中直接在 ${host} 登录。`,
  goThere: (host) => `前往 ${host} 继续`,
}
