import { rpIdsOf } from '../passkeys/read-authenticator-data.ts'
import { relatedOriginsFile, originLabel } from '../passkeys/related-origins.ts'
import type { Command } from './command.ts'
import { toList } from './format.ts'

/** Labels that browsers look at, at least. */
const MAX_LABELS = 5

export const checkPasskeys: Command = {
  name: 'passkeys check',
  description:
    'Says whether browsers take passkeys here and whose, which other sites may use them, and what a parent domain has to serve.',
  run: async (_input, { config: readConfig, print, openServices }) => {
    const config = readConfig()
    const { PASSKEY_RP_ID: rpId, PASSKEY_RELATED_ORIGINS: related, PUBLIC_ORIGIN } = config
    if (!config.hasPasskeys) {
      print(
        `Browsers take no passkeys at ${PUBLIC_ORIGIN}: they want https and a name, not an address.`,
      )
      return
    }
    const labels = new Set(related.map(originLabel))
    const { apps, passkeys } = await openServices()
    await apps.start()
    const counts = await passkeys.byRpId()
    const unknown = related.filter((origin) => !apps.isKnown(origin))
    print(
      toList([
        ['RP ID', rpId],
        ...counts.map(({ rpId: id, count }) => [`passkeys of ${id}`, String(count)] as const),
        ['labels of related origins', `${labels.size} of ${MAX_LABELS}`],
      ]),
    )
    for (const { rpId: id } of counts.filter((one) => !rpIdsOf(config).includes(one.rpId))) {
      print(`\nPasskeys of ${id} do not work: add it to PASSKEY_FORMER_RP_IDS.`)
    }
    if (labels.size > MAX_LABELS) {
      print(
        `\nBrowsers read ${MAX_LABELS} labels and may leave out the rest: ${[...labels].join(', ')}.`,
      )
    }
    if (unknown.length > 0) {
      print(
        `\nNo application has these related origins, so their calls are refused: ${unknown.join(', ')}.`,
      )
    }
    if (related.length > 0 && new URL(PUBLIC_ORIGIN).hostname !== rpId) {
      print(
        `\nhttps://${rpId}/.well-known/webauthn must serve, as application/json:\n${relatedOriginsFile(config)}`,
      )
    }
  },
}
