import { SESSION_HEADER } from '#protocol/headers.ts'
import type { User } from '#protocol/objects.ts'
import type * as rows from '#protocol/web/login.ts'
import { ensureUsable, ofTarget, toLogin, type Login } from '../../accounts/accounts.ts'
import { toEmail, toMobile, type Target } from '../../accounts/targets.ts'
import { signedIn, type Context, type Handlers } from '../../handler.ts'
import { PassportError } from '../../passport-error.ts'
import { ensureHumanAlways, ensureHumanOnSuspicion } from '../human.ts'
import { checkPassword } from '../password-check.ts'
import { proveCode } from '../proof.ts'
import { describeUser, signIn } from '../sign-in.ts'
import { handOver } from '../sso.ts'
import { ensureTrusted } from '../trust.ts'

/** Handlers of `protocol/web/login.ts`. */
export const login = {
  smsLogin: (call, context) =>
    loginByCode(context, toMobile(call.mobile, context.params.a_region), call),
  emailCodeLogin: (call, context) => loginByCode(context, toEmail(call.email), call),

  passwordLogin: async (call, context) => {
    const who = readLogin(call, context.params.a_region)
    await ensureHumanAlways(context, who.text)
    const account = await checkPassword(context, who, call.password, (isTwice) =>
      ensureHumanOnSuspicion(context, who.text, isTwice),
    )
    ensureUsable(account)
    await ensureTrusted(context, account, { firstFactor: 'password', target: who.text })
    return await signIn(context, call.next ?? call.service, () =>
      Promise.resolve({ account, isNew: false }),
    )
  },

  accountInfo: async (call, context) => {
    const session = signedIn(context)
    await context.services.sessions.touch(session)
    const described = describeUser(context, session.account, {
      isNew: false,
      // Only to who sent it as a header: a script of a page must not learn what is in the cookie.
      sessionKey: context.header(SESSION_HEADER) ?? '',
      sessionExpiresAt: session.expiresAt,
      redirectUrl: undefined,
      showEmail: call.get_info_type === 2,
    })
    const handed = call.need_ticket === 1 && (await handOver(context, session, call.service))
    return { ...described, has_login: 1, sec_subject_uid: '', ...handed }
  },
} satisfies Handlers<typeof rows>

interface CodeLogin {
  code: string
  type: number
  login_only: 0 | 1
  next?: string | undefined
  service?: string | undefined
}

async function loginByCode(context: Context, target: Target, call: CodeLogin): Promise<User> {
  const { accounts, codes } = context.services
  const proof = await proveCode(context, target, call.type, call.code)
  return await signIn(context, call.next ?? call.service, async (tx) => {
    await codes.use(tx.codes, proof, context.now)
    const known = await accounts.findByTarget(tx, target)
    if (known !== undefined) return { account: known, isNew: false }
    if (call.login_only === 1) throw new PassportError('unregistered')
    if (!context.app.settings.registration_open) throw new PassportError('registration_closed')
    const account = await accounts.create(tx, {
      target,
      name: undefined,
      passwordHash: null,
      locale: context.language,
      aid: context.app.aid,
    })
    return { account, isNew: true }
  })
}

function readLogin(
  call: {
    email?: string | undefined
    mobile?: string | undefined
    username?: string | undefined
    account?: string | undefined
  },
  region: string | undefined,
): Login {
  if (call.email !== undefined) return ofTarget(toEmail(call.email))
  if (call.mobile !== undefined) return ofTarget(toMobile(call.mobile, region))
  return toLogin(call.account ?? call.username ?? '', region)
}
