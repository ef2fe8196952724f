import type { SignInMessages } from '../en/sign-in.ts'

/** Messages of signing in, for the element and for pages without JavaScript, in Chinese. */
export const signInMessages: SignInMessages = {
  signIn: '登录',
  signUp: '注册账号',
  resetPassword: '重置密码',
  account: '邮箱、手机号或用户名',
  password: '密码',
  newPassword: '设置密码',
  passwordHint: '8 到 128 个字符。几个不常见的词比符号更安全。',
  name: '您的名字',
  optional: '选填',
  code: '验证码',
  sendCode: '发送验证码',
  resend: '重新发送',
  forgot: '忘记密码？',
  setPassword: '设置新密码',
  signedIn: '您已登录',
  needAccount: '请输入邮箱、手机号或用户名。',
  needPassword: '请输入密码。',
}
