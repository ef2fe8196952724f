/**
 * Endpoint as existing clients expect it. The list is independent of `protocol/`, so that a lost path,
 * method, required field or error number fails a test.
 */
export interface ExpectedEndpoint {
  operation: string
  methods: readonly ('GET' | 'POST')[]
  /** Full paths without trailing slash. */
  paths: readonly string[]
  /** Complete payload. */
  fields: Readonly<Record<string, string>>
  /** Error number for each missing required field. */
  missing: Readonly<Record<string, number>>
  needsSession: boolean
}

const prefixes = {
  W: '/passport/web/',
  M: '/passport/mobile/',
  A: '/passport/aff/web/',
  X: '/passport/sso/',
  L: '/',
} as const

const reference = 'r'.repeat(43)

/** Well-formed value of every required field. */
const values: Readonly<Record<string, string>> = {
  mobile: '+8613800138000',
  email: 'ann@example.com',
  code: '123456',
  password: 'seven quiet otters',
  current_password: 'seven loud otters',
  type: '4',
  platform_app_id: '101',
  login_subject_uid: '17',
  to_sec_member_id: 'sm_unknown',
  from_aid: '1001',
  to_aid: '1002',
  abandon: '1',
}

const numbers: Readonly<Record<string, number>> = {
  mobile: 1002,
  password: 1010,
  email: 8101,
  code: 1201,
  type: 1015,
}

/** Parses `W,M a/b · L c`: a/b in two families and c at the root. */
function pathsOf(text: string): string[] {
  return text.split(' · ').flatMap((part) => {
    const [families = '', ...tails] = part.split(' ')
    return families
      .split(',')
      .flatMap((family) => tails.map((tail) => prefixes[family as keyof typeof prefixes] + tail))
  })
}

function call(
  operation: string,
  paths: string,
  required = '',
  options: {
    methods?: ExpectedEndpoint['methods']
    session?: true
    /** Other values than usual. */
    fields?: Readonly<Record<string, string>>
    /** Numbers of this call only; 0 where another field may stand in. */
    missing?: Readonly<Record<string, number>>
  } = {},
): ExpectedEndpoint {
  const names = required.split(' ').filter((name) => name !== '')
  return {
    operation,
    methods: options.methods ?? ['POST'],
    paths: pathsOf(paths),
    fields: {
      ...Object.fromEntries(names.map((name) => [name, values[name] ?? reference])),
      ...options.fields,
    },
    missing: Object.fromEntries(
      names.map((name) => [name, options.missing?.[name] ?? numbers[name] ?? 8001]),
    ),
    needsSession: options.session ?? false,
  }
}

const read = { methods: ['GET', 'POST'] } as const
const own = { session: true } as const
const ownRead = { ...read, ...own } as const
const oneOf = { missing: { mobile: 8001 } } as const

/** Every expected endpoint. */
export const expectedEndpoints: readonly ExpectedEndpoint[] = [
  call(
    'send_code',
    'W send_code · M send_code/v1 send_code · A mobile/send_code email/send_code · X send_code aff/web/mobile/send_code · L send_activation_code/v2 send_email_activate_code/v2',
    'type mobile',
  ),
  call('send_voice_code', 'W,M,A,X send_voice_code', 'type mobile'),
  call('validate_code', 'W,M,A,X validate_code', 'type mobile code'),
  call('check_code', 'W,M,A,X check_code', 'type mobile code'),
  call('email_verify', 'W,M,A email/verify', 'email code type', {
    missing: { email: 8001, type: 1000 },
    fields: { type: '6' },
  }),

  call(
    'sms_login',
    'W sms_login mobile/login · M sms_login · A mobile/sms_login sms_login · X sms_login aff/mobile/sms_login aff/web/sms_login · L quick_login/v2',
    'mobile code',
  ),
  call('sms_login_only', 'W,M,X sms_login_only', 'mobile code'),
  call('sms_login_continue', 'W,M,X sms_login_continue', 'sms_login_key'),
  call('email_login', 'W,M,A,X email/login', 'email password'),
  call(
    'email_code_login',
    'W,M,X email/code_login code_login · L activate_email/code_login',
    'email code',
    { missing: { email: 8001 } },
  ),
  call('register_verify_login', 'W,M,X register_verify_login', 'mobile code', oneOf),
  call(
    'user_login',
    'W,A,X user/login · X aff/user/login aff/web/user/login · L account_login account_login/v3 passport/user/login',
    'email password',
    { missing: { email: 8001 } },
  ),
  call('bind_login', 'W,M,X auth/bind_login bind_login', 'profile_key mobile', oneOf),
  call('share_token', 'W,M share_token', 'to_aid', own),
  call('share_login', 'W,M share_login', 'share_token from_aid'),
  call(
    'account_info',
    'W account/info/v2 account/info · M account/info/v2 account/info · X check_login · L check_login passport/account/info/v2 passport/open/check_login',
    '',
    ownRead,
  ),
  call('logout', 'W,M,A,X logout', '', read),
  call('token_beat', 'M token/beat/web · L passport/token/beat/web', '', ownRead),
  call('subject_login_list', 'W,A subject/login_list · X aff/subject/login_list', '', ownRead),
  call('subject_login', 'W,A subject/login · X aff/subject/login', 'login_subject_uid', own),
  call('member_switch', 'W,A member/switch', 'to_sec_member_id', own),
  call('account_verify', 'W,M,A,X account/verify', 'password', {
    fields: { account: 'ann@example.com' },
  }),
  call('sms_authorize', 'W,M sms/authorize', 'mobile code', oneOf),

  call('mobile_register', 'W,M,A,X mobile/register', 'mobile code'),
  // A password is optional, as applications decide.
  call('email_register', 'W,M,A,X email/register/v2 email/register', 'email code'),
  call('mobile_email_register', 'W,M,X mobile_email_register', 'mobile code', oneOf),
  call('register_verify', 'W,M,X register_verify', 'mobile code', oneOf),
  call('register_bind', 'W,M register_bind', 'ticket'),
  call('register_no_verify', 'W,M register/no_verify', 'email password', {
    missing: { email: 8001 },
  }),
  call('check_mobile_registered', 'W,M,A,X check_mobile_registered', 'mobile'),
  call('check_email_registered', 'W,M,A,X check_email_registered', 'email'),

  call('get_qrcode', 'W,X,L get_qrcode', '', read),
  call('check_qrconnect', 'W,X,L check_qrconnect', 'token', read),
  call('confirm_qrcode', 'W,M,X confirm_qrcode', 'token', own),

  call('mobile_bind', 'W,M,A mobile/bind', 'mobile code', own),
  call('email_bind', 'W,M,A email/bind', 'email code', own),
  call('mobile_unbind', 'W,M,A mobile/unbind', 'ticket', own),
  call('email_unbind', 'W,M,A email/unbind', 'ticket', own),
  call('mobile_switch_bind', 'W,M,A mobile/switch_bind', 'profile_key', own),
  call('email_switch_bind', 'W,M,A email/switch_bind', 'profile_key', own),
  call('mobile_change', 'W,M mobile/change', 'ticket mobile code', own),
  call('email_change', 'W,M email/change', 'ticket email code', own),
  call('auth_bind', 'W,M,A auth/bind', '', own),
  call('auth_unbind', 'W,M,A auth/unbind', 'platform_app_id', own),
  call('auth_switch_bind', 'W,M,A auth/switch_bind', 'profile_key', own),
  call('auth_verify', 'W,M auth/verify', '', own),
  call('auth_list', 'W,M auth/list', '', ownRead),
  call('auth_platforms', 'W,M auth/platforms', '', read),

  call('reset_by_mobile', 'W,M,A,X password/reset_by_mobile', 'mobile code password'),
  call(
    'reset_by_email',
    'W,M,A,X password/reset_by_email email/password/reset',
    'email code password',
  ),
  call('reset_by_ticket', 'W,M,A,X password/reset_by_ticket', 'ticket password'),
  call('password_reset', 'A password/reset · X aff/password/reset', 'mobile code password', oneOf),
  call('password_change', 'W,M password/change password/update', 'current_password password', own),
  call('password_set', 'W,M password/set', 'password', own),
  call('password_has_set', 'W,M password/has_set', '', ownRead),

  call('cancel_verify_way', 'W,M cancel/verify_way', '', ownRead),
  call('cancel_check', 'W,M cancel/check', '', ownRead),
  call('cancel_confirm', 'W,M cancel/confirm', 'value_ticket token cancel_ticket', own),
  call('cancel_revoke', 'W,M cancel/revoke', 'mobile code', oneOf),

  call('oauth_profile', 'W,M oauth_profile', 'profile_key', read),
  call('user_update', 'W,M user/update', '', own),
  call('check_default_info', 'W,M check_default_info', '', ownRead),
  call('default_avatar_list', 'W,M default_avatar_list/1001', '', read),
  call('default_background_list', 'W,M default_background_list/1001', '', read),
  call('recommend_name', 'W,M recommend_name', '', ownRead),
  call('remaining_update_times', 'W,M remaining_update_times', '', ownRead),
  call('image', 'W,M image/unknown', '', read),
  call('seal_key', 'W seal_key', '', read),
  call('session_list', 'W,M session/list', '', ownRead),
  call('session_revoke', 'W,M session/revoke', 'session_id', own),
  call('session_rename', 'W,M session/rename', 'session_id', own),
  call('security_events', 'W,M security/events', '', ownRead),
]
