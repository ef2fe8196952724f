import { enums, object } from 'superstruct'
import {
  addClientSecret,
  changeClient,
  endClientSecret,
  markClient,
  removeClient,
} from '../../oauth/manage-clients.ts'
import type { OAuthClient } from '../../store/schema/oauth.ts'
import { actsOn, type ConsoleAct, type ConsoleContext } from '../page.ts'
import { requireShown } from '../refusal.ts'
import { settingsForm } from '../settings-form.ts'
import { showOnce } from '../show-once.ts'

/** What is set about a client, as it is typed. */
export const clientSettings = settingsForm<OAuthClient>()(
  {
    name: ({ name }) => name,
    redirects: ({ redirects }) => redirects.join(', '),
    scopes: ({ scopes }) => scopes,
    isPkceOptional: ({ needsPkce }) => !needsPkce,
    origins: ({ details }) => (details.origins ?? []).join(', '),
    afterLogout: ({ details }) => (details.postLogoutRedirects ?? []).join(', '),
    logoutCall: ({ details }) => details.logoutUri ?? '',
    oldWays: ({ details }) => (details.oldWays ?? []).join(', '),
    developer: ({ details }) => details.developer ?? '',
    responseModes: ({ details }) => (details.responseModes ?? []).join(', '),
    requiredLevel: ({ details }) => String(details.requiredLevel ?? 1),
    isForDevices: ({ details }) => details.isForDevices === true,
    hasClaimsInIdToken: ({ details }) => details.hasClaimsInIdToken === true,
    hasReadableTokens: ({ details }) => details.hasReadableTokens === true,
  },
  (texts) => texts.clients.settings,
)

const onClient = actsOn(requireClient, ({ id }) => id)

/** What operators do to a client. */
export const clientActs = {
  set: onClient({
    fields: clientSettings.fields,
    run: async ({ services }, client, typed) => {
      const changed = clientSettings.changed(client, typed)
      await changeClient(services, client.id, changed)
      return { detail: Object.keys(changed).join(' ') }
    },
  }),
  freeze: { ...mark({ state: 'frozen' }), isDangerous: true },
  unfreeze: mark({ state: 'active' }),
  verify: mark({ isVerified: true }),
  unverify: mark({ isVerified: false }),
  'add-secret': onClient({
    needsProof: true,
    run: async (context, { id }) => ({
      once: showOnce(context, await addClientSecret(context.services, id)),
    }),
  }),
  'end-secret': onClient({
    isDangerous: true,
    fields: object({ which: enums(['older', 'newer']) }),
    run: async ({ services }, { id }, { which }) => {
      await endClientSecret(services, id, which)
      return { detail: which }
    },
  }),
  remove: onClient({
    needsProof: true,
    isDangerous: true,
    run: async ({ actor, services }, { id }) => {
      await removeClient(services, actor, id)
      return { list: '/clients' }
    },
  }),
}

function mark(change: Parameters<typeof markClient>[2]): ConsoleAct {
  return onClient({ run: ({ services }, { id }) => markClient(services, id, change) })
}

/** Returns the client of the path. @throws Refusal */
export async function requireClient({ param, services }: ConsoleContext): Promise<OAuthClient> {
  return requireShown(await services.oauthClients.find(param('id')))
}
