import type { ScopeName } from '../../scopes.ts'

/** Descriptions of the scopes, in Chinese. */
export const scopes: Record<ScopeName, string> = {
  openid: '确认是您本人',
  user_info: '您的名称和头像',
  profile: '您的名称、用户名、头像和语言',
  email: '您的邮箱地址',
  phone: '您的手机号码',
  'enterprise.read': '您所代表的组织、您在其中的名称和角色',
  offline_access: '您离开时仍保持访问',
}
