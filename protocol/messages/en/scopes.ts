import type { ScopeName } from '../../scopes.ts'

/** Descriptions of the scopes, in English. */
export const scopes: Record<ScopeName, string> = {
  openid: 'Recognize you when you sign in',
  user_info: 'Your name and picture',
  profile: 'Your name, username, picture and language',
  email: 'Your e-mail address',
  phone: 'Your mobile number',
  'enterprise.read': 'The organization that you use, your name and your roles in it',
  offline_access: 'Keep this access while you are away',
}
