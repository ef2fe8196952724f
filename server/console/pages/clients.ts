import { enums, object, size, string } from 'superstruct'
import { toTime } from '../../admin/format.ts'
import { registerClient } from '../../oauth/manage-clients.ts'
import { actSection } from '../act-section.ts'
import { namedList, namedQuery } from '../named-list.ts'
import { consoleAct, consolePage } from '../page.ts'
import { radios } from '../settings-form.ts'
import { showOnce } from '../show-once.ts'

const text = size(string(), 1, 2000)

/** The OAuth clients: in the order of their ids, or those that a search finds. */
export const clientsPage = consolePage({
  name: 'clients',
  path: '/clients',
  role: 'admin',
  menu: (texts) => texts.clients.title,
  query: namedQuery,
  words: (texts) => texts.clients.acts,
  acts: {
    add: consoleAct({
      needsProof: true,
      fields: object({ name: text, redirects: text, proof: enums(['secret', 'public']) }),
      run: async (context, { name, redirects, proof }) => {
        const input = { name, redirects, isVerified: false }
        const { client, secret } = await registerClient(context.services, proof, input)
        const to = `/clients/${client.id}`
        if (secret === undefined) return { target: client.id, to }
        const once = showOnce(context, secret, [[context.texts.clients.id, client.id]], to)
        return { target: client.id, once }
      },
    }),
  },
  show: async (context, query) => {
    const t = context.texts.clients
    return {
      title: t.title,
      ...(await namedList(context, query, context.services.oauthClients, t, [
        [
          t.name,
          ({ id, name }) => ({
            href: `/clients/${encodeURIComponent(id)}`,
            text: name || id,
          }),
        ],
        [t.id, ({ id }) => id],
        [t.state, ({ state }) => t.states[state]],
        [t.made, ({ createdAt }) => toTime(createdAt)],
      ])),
      sections: actSection(context, t.add, ['add'], {
        text: t.addText,
        fields: [
          { name: 'name', label: t.name },
          { name: 'redirects', label: t.redirects, hint: context.texts.apps.list },
        ],
        choices: radios('proof', t.proof, [
          { value: 'secret', label: t.proofs.secret },
          { value: 'public', label: t.proofs.public },
        ]),
      }),
    }
  },
})
