import { enums, object } from 'superstruct'
import type { ClientInput } from '../../oauth/client-input.ts'
import {
  addClientSecret,
  changeClient,
  endClientSecret,
  markClient,
  removeClient,
} from '../../oauth/manage-clients.ts'
import type { OAuthClient } from '../../store/schema/oauth.ts'
import { consoleAct, type ConsoleAct, type ConsoleContext } from '../page.ts'
import { Refusal } from '../refusal.ts'
import { changedSettings, settingsStruct, type Setting } from '../settings-form.ts'
import { showOnce } from '../show-once.ts'

/** What is set about a client, as it is typed. */
const shown: Readonly<
  Record<
    Exclude<keyof ClientInput, 'keys' | 'resources'>,
    (client: OAuthClient) => string | boolean
  >
> = {
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
}

const settingNames = Object.keys(shown) as (keyof typeof shown)[]

/** What operators do to a client. */
export const clientActs: Readonly<Record<string, ConsoleAct>> = {
  set: consoleAct({
    role: 'admin',
    words: (texts) => texts.clients.acts.set,
    fields: settingsStruct(settingNames),
    run: async (context, typed) => {
      const client = await requireClient(context)
      const changed = changedSettings(clientSettings(context, client), typed)
      await changeClient(context.services, client.id, changed)
      return { target: client.id, detail: Object.keys(changed).join(' ') }
    },
  }),
  freeze: mark('freeze', { state: 'frozen' }),
  unfreeze: mark('unfreeze', { state: 'active' }),
  verify: mark('verify', { isVerified: true }),
  unverify: mark('unverify', { isVerified: false }),
  'add-secret': consoleAct({
    role: 'admin',
    needsProof: true,
    words: (texts) => texts.clients.acts['add-secret'],
    run: async (context) => {
      const { id } = await requireClient(context)
      return { target: id, once: showOnce(context, await addClientSecret(context.services, id)) }
    },
  }),
  'end-secret': consoleAct({
    role: 'admin',
    isDangerous: true,
    words: (texts) => texts.clients.acts['end-secret'],
    fields: object({ which: enums(['older', 'newer']) }),
    run: async (context, { which }) => {
      const { id } = await requireClient(context)
      await endClientSecret(context.services, id, which)
      return { target: id, detail: which }
    },
  }),
  remove: consoleAct({
    role: 'admin',
    needsProof: true,
    isDangerous: true,
    words: (texts) => texts.clients.acts.remove,
    run: async (context) => {
      const { id } = await requireClient(context)
      await removeClient(context.services, id)
      return { target: id, to: '/clients' }
    },
  }),
}

/** Returns the settings of a client for its form. */
export function clientSettings({ texts }: ConsoleContext, client: OAuthClient): Setting[] {
  return settingNames.map((name) => {
    const [label, hint] = texts.clients.settings[name]
    return { name, label, ...(hint !== undefined && { hint }), value: shown[name](client) }
  })
}

/** Returns the client of the path. @throws Refusal */
export async function requireClient({ param, services }: ConsoleContext): Promise<OAuthClient> {
  const client = await services.oauthClients.find(param('id'))
  if (client === undefined) throw new Refusal('unknown')
  return client
}

function mark(
  name: 'freeze' | 'unfreeze' | 'verify' | 'unverify',
  change: Parameters<typeof markClient>[2],
): ConsoleAct {
  return consoleAct({
    role: 'admin',
    isDangerous: name === 'freeze',
    words: (texts) => texts.clients.acts[name],
    run: async (context) => {
      const { id } = await requireClient(context)
      await markClient(context.services, id, change)
      return { target: id }
    },
  })
}
