/**
 * Operations whose second proof is asked for no more in a browser that the person has remembered. Signing in to link
 * an account of a provider is none: it changes the account.
 */
export const rememberedSignIns: readonly string[] = [
  'auth_login',
  'auth_login_only',
  'check_qrconnect',
  'confirm_qrcode',
  'email_code_login',
  'email_login',
  'register_verify_login',
  'share_login',
  'sms_login',
  'sms_login_continue',
  'sms_login_only',
  'user_login',
]
