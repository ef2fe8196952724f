import { toTime } from '../../admin/format.ts'
import { proofOf } from '../../oauth/manage-clients.ts'
import type { OAuthClient } from '../../store/schema/oauth.ts'
import type { Section } from '../../pages/page.ts'
import { actSection } from '../act-section.ts'
import { consolePage, type ConsoleContext } from '../page.ts'
import { radios } from '../settings-form.ts'
import { clientActs, clientSettings, requireClient } from './client-acts.ts'

/** One client: its settings, secrets and state. */
export const clientPage = consolePage({
  name: 'client',
  path: '/clients/:id',
  role: 'admin',
  words: (texts) => texts.clients.acts,
  acts: clientActs,
  show: async (context) => {
    const client = await requireClient(context)
    const t = context.texts.clients
    const isVerified = client.isVerified ? 'unverify' : 'verify'
    const isFrozen = client.state === 'frozen' ? 'unfreeze' : 'freeze'
    return {
      title: client.name || client.id,
      facts: [
        [t.id, client.id],
        [t.state, t.states[client.state]],
        [t.kind, t.kinds[client.kind]],
        [t.proof, t.proofs[proofOf(client)]],
        [t.verified, client.isVerified ? t.yes : t.no],
        [t.redirects, client.redirects.join(', ')],
        [t.scopes, client.scopes],
        [t.made, toTime(client.createdAt)],
      ],
      sections: [
        ...actSection(context, t.freeze, [isFrozen], { text: t.freezeText }),
        ...actSection(context, t.verify, [isVerified], { text: t.verifyText }),
        ...secretSections(context, client),
        ...(client.kind === 'registered'
          ? actSection(context, context.texts.apps.settings, ['set'], {
              text: t.settingsText,
              ...clientSettings.inputs(context.texts, client),
            })
          : []),
        ...actSection(context, t.remove, ['remove'], { text: t.removeText }),
      ],
    }
  },
})

function secretSections(context: ConsoleContext, client: OAuthClient): Section[] {
  const t = context.texts.clients
  if (client.secretHash === '') return []
  if (client.formerSecretHash === '') {
    return actSection(context, t.addSecret, ['add-secret'], { text: t.addSecretText })
  }
  const choices = radios('which', context.texts.apps.which, [
    { value: 'older', label: t.older },
    { value: 'newer', label: t.newer },
  ])
  return actSection(context, t.endSecret, ['end-secret'], { choices })
}
