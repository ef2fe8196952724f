import type { ScopeName } from '../../scopes.ts'

/** Descriptions of the scopes, in Chinese. */
export const scopes: Record<ScopeName, string> = {
  openid: '确认是您本人',
  user_info: '您的名字和头像',
  profile: '您的名字、用户名、头像和语言',
  email: '您的邮箱地址',
  phone: '您的手机号',
  'enterprise.read': '您所代表的组织、您在其中的姓名和角色',
  offline_access: '您不使用时仍可访问',
}
