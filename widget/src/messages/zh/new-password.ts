import type { Messages } from '../messages.ts'

/** Messages of signing up and resetting a password, in Chinese. */
export const newPassword: Messages['newPassword'] = {
  proceed: '继续',
  withPassword: '现在设置姓名和密码',
  proved: '地址已确认。现在请设置密码。',
  userName: '用户名',
  userNameHint:
    '3 到 32 个字符，以字母开头，可用字母、数字以及其间单个的\u00a0.\u00a0_\u00a0-。登录时使用。',
  userNameWrong: '请以字母开头，使用 3 到 32 个字母、数字以及其间单个的\u00a0.\u00a0_\u00a0-。',
}
