import type * as endpoints from '#protocol/web/personal-data.ts'
import { SITE_AID } from '#protocol/site-app.ts'
import { copyPersonalData } from '../personal-data/copy-personal-data.ts'
import { signedIn } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import { challengeStepUp } from '../two-step/step-up.ts'
import type { Handlers } from './handler.ts'

/** Handlers of `protocol/web/personal-data.ts`. */
export const personalData = {
  exportData: async ({ ticket }, context) => {
    const { account, hash } = signedIn(context)
    // Other applications have no business with all of it.
    if (context.app.aid !== SITE_AID) throw new PassportError('bad_app')
    const requireStepUp = await challengeStepUp(context, ticket, account.id)
    await context.services.transaction(requireStepUp)
    return await copyPersonalData(context.services, account, hash)
  },
} satisfies Handlers<typeof endpoints>
