/** Operations whose second proof is asked for no more in a browser that the person has remembered. */
export const rememberedSignIns: readonly string[] = [
  'auth_login',
  'auth_login_only',
  'bind_login',
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
