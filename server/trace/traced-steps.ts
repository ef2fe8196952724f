import type { AttemptStep } from '../store/schema/attempts.ts'

type Step = Exclude<AttemptStep, 'message' | 'many'>

const listed: Readonly<Record<Step, string>> = {
  'sign-in': `user_login email_login sms_login sms_login_only sms_login_continue email_code_login
    passkey_options passkey_login passkey_host_code host_sign_in host_code share_login sso_callback
    subject_login member_switch session_raise cancel_revoke form_login form_identity form_level`,
  code: 'send_code send_voice_code validate_code check_code email_verify',
  captcha: 'captcha_get captcha_verify captcha_mail',
  'second-step': `account_verify sms_authorize totp_verify recovery_code_verify passkey_verify
    auth_verify`,
  reset: `reset_by_mobile reset_by_email password_reset reset_by_ticket recovery_start
    recovery_finish form_reset_password form_recover form_not_me`,
  registration: `mobile_register email_register mobile_email_register register_verify register_bind
    register_no_verify register_verify_login subject_create_by_email subject_create_by_mobile
    subject_create_by_username form_sign_up`,
  invitation: `invitation_check invitation_accept invitation_ask invitation_decline
    form_invitation`,
  provider: `auth_login auth_login_only auth_bind auth_switch_bind bind_login web_login
    oauth_profile`,
  qr: 'get_qrcode check_qrconnect scan_qrcode confirm_qrcode form_qr',
  consent: `open_auth_info open_auth open_send_code open_sms open_account open_third_party
    open_authorize_ticket open_qrcode_get open_qrcode_check open_qrcode_scan open_qrcode_confirm
    form_authorize form_device form_qr_consent`,
}

/** Step of signing in that each operation is whose refusals are kept. */
export const tracedSteps: ReadonlyMap<string, Step> = new Map(
  (Object.keys(listed) as Step[]).flatMap((step) =>
    listed[step].split(/\s+/).map((operation) => [operation, step] as const),
  ),
)
