import type * as endpoints from '#protocol/web/methods.ts'
import { addApp, beginApp, removeApp } from '../authenticator-apps/manage-apps.ts'
import { describeApp } from '../authenticator-apps/describe-app.ts'
import { noSession, signedIn } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import { TICKET_LIFE_SECONDS } from '../tickets/tickets.ts'
import { issueProofTicket } from '../two-step/proof-tickets.ts'
import { refersToVerification } from '../two-step/risk-check.ts'
import { STEP_UP } from '../two-step/step-up.ts'
import type { Handlers } from './handler.ts'
import { passVerification } from './verify.ts'

/** Handlers of `protocol/web/methods.ts`. */
export const methods = {
  listMethods: async (_payload, context) => {
    const apps = await context.services.authenticatorApps.of(signedIn(context).accountId)
    return { methods: apps.map(describeApp) }
  },

  renameMethod: async ({ id, name }, context) => {
    const { accountId } = signedIn(context)
    const app = await context.services.authenticatorApps.rename(accountId, id, name)
    if (app === undefined) throw new PassportError('method_not_found')
    return describeApp(app)
  },

  removeMethod: async ({ id, ticket }, context) => {
    await removeApp(context, id, ticket)
    return {}
  },

  beginTotp: async ({ ticket }, context) => {
    const { ticket: add_ticket, ...shown } = await beginApp(context, ticket)
    return { ...shown, add_ticket, expire_time: TICKET_LIFE_SECONDS }
  },

  addTotp: async ({ add_ticket: ticket, code, name }, context) =>
    describeApp(await addApp(context, { code, name, ticket })),

  verifyTotp: async ({ code, encrypt_uid, verify_ticket }, context) => {
    const { session, services } = context
    const { authenticatorApp } = services.signInMethods
    if (refersToVerification(context, encrypt_uid)) {
      const ticket = await passVerification(context, 'authenticatorApp', encrypt_uid, (account) =>
        authenticatorApp.verify(context, account, { code }),
      )
      return { ticket, expire_time: TICKET_LIFE_SECONDS, verify_ticket }
    }
    if (session === undefined) throw noSession()
    const proof = await authenticatorApp.verify(context, session.account, { code })
    const ticket = await services.transaction(async (tx) => {
      await proof.use(tx)
      const data = { type: 0, by: 'authenticatorApp' } as const
      return await issueProofTicket(context, tx, STEP_UP, session.accountId, data)
    })
    return { ticket, expire_time: TICKET_LIFE_SECONDS }
  },
} satisfies Handlers<typeof endpoints>
