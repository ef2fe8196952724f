import type { Reply } from '#protocol/endpoint.ts'
import type * as endpoints from '#protocol/web/methods.ts'
import { addApp, beginApp, removeMethod } from '../own-methods/manage-apps.ts'
import { describeApp } from '../authenticator-apps/describe-app.ts'
import { signedIn } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import { makeCodes } from '../own-methods/manage-codes.ts'
import { describePasskey, signalsOf } from '../passkeys/describe-passkeys.ts'
import { TICKET_LIFE_SECONDS } from '../tickets/tickets.ts'
import type { Account } from '../store/schema/accounts.ts'
import { safetyOf } from '../own-methods/safety.ts'
import { setRequiredLevel } from '../own-methods/set-required-level.ts'
import { describeRemembered } from '../two-step/describe-remembered.ts'
import type { Context, Handlers } from './handler.ts'
import { proveBy } from './verify.ts'

/** Handlers of `protocol/web/methods.ts`. */
export const methods = {
  listMethods: async (_payload, context) => {
    const { account } = signedIn(context)
    return await listOf(context, account.requiredLevel)
  },

  setRequiredLevel: async ({ level, ticket }, context) => {
    await setRequiredLevel(context, level, ticket)
    return await listOf(context, level)
  },

  rememberedList: async (_payload, context) => {
    const { rememberedBrowsers } = context.services
    const browsers = await rememberedBrowsers.of(signedIn(context).accountId, context.now)
    return { list: browsers.map(describeRemembered) }
  },

  rememberedForget: async ({ id }, context) => {
    const { accountId } = signedIn(context)
    const { rememberedBrowsers } = context.services
    if (id === 'all') await rememberedBrowsers.forget(accountId)
    else if (!(await rememberedBrowsers.remove(accountId, id))) {
      throw new PassportError('method_not_found')
    }
    return {}
  },

  renameMethod: async ({ id, name }, context) => {
    const { accountId } = signedIn(context)
    const { authenticatorApps, passkeys } = context.services
    const passkey = await passkeys.rename(accountId, id, name)
    if (passkey !== undefined) return describePasskey(passkey)
    const app = await authenticatorApps.rename(accountId, id, name)
    if (app === undefined) throw new PassportError('method_not_found')
    return describeApp(app)
  },

  removeMethod: async ({ id, ticket }, context) => {
    await removeMethod(context, id, ticket)
    return { signals: await signalsOf(context.services, signedIn(context).account) }
  },

  beginTotp: async ({ ticket }, context) => {
    const { ticket: add_ticket, ...shown } = await beginApp(context, ticket)
    return { ...shown, add_ticket, expire_time: TICKET_LIFE_SECONDS }
  },

  addTotp: async ({ add_ticket: ticket, required_level: level, ...draft }, context) => {
    const { app, codes } = await addApp(context, { ...draft, ticket, level })
    return { ...describeApp(app), ...(codes && { recovery_codes: codes }) }
  },

  verifyTotp: async ({ code, ...references }, context) =>
    await proveBy(context, 'authenticatorApp', references, (account) =>
      context.services.signInMethods.authenticatorApp.verify(context, account, { code }),
    ),

  makeRecoveryCodes: async ({ ticket }, context) => ({ codes: await makeCodes(context, ticket) }),

  verifyRecoveryCode: async ({ recovery_code: code, ...references }, context) => {
    const { recoveryCodes, signInMethods } = context.services
    let accountId = ''
    const proved = await proveBy(context, 'recoveryCode', references, (account) => {
      accountId = account.id
      return signInMethods.recoveryCode.verify(context, account, { code })
    })
    return { ...proved, left: await recoveryCodes.left(accountId) }
  },
} satisfies Handlers<typeof endpoints>

async function listOf(
  context: Context,
  requiredLevel: Account['requiredLevel'],
): Promise<Reply<typeof endpoints.listMethods>> {
  const { accountId, ...session } = signedIn(context)
  const account = { ...session.account, requiredLevel }
  const { authenticatorApps, passkeys, recoveryCodes } = context.services
  const [apps, own, codesLeft, signals] = await Promise.all([
    authenticatorApps.of(accountId),
    passkeys.of(accountId),
    recoveryCodes.left(accountId),
    signalsOf(context.services, account),
  ])
  return {
    methods: [...own.map(describePasskey), ...apps.map(describeApp)],
    codes_left: codesLeft,
    signals,
    required_level: requiredLevel,
    safety: await safetyOf(context.services, account, { own, codesLeft }),
  }
}
