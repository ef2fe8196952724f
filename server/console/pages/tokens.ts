import { object, optional, size, string } from 'superstruct'
import { adminScopes } from '#protocol/admin.ts'
import { addAdminToken, endAdminToken } from '../../admin-api/admin-tokens.ts'
import { toTime } from '../../admin/format.ts'
import { toParts } from '../../lib/to-parts.ts'
import { readAid } from '../../operators/change-app.ts'
import { readDay } from '../../lib/read-day.ts'
import { actSection } from '../act-section.ts'
import { consoleAct, consolePage } from '../page.ts'
import { radios } from '../settings-form.ts'
import { showOnce } from '../show-once.ts'
import { tableOf } from '../table-of.ts'

const text = size(string(), 1, 2000)

/** Tokens of the admin API. */
export const tokensPage = consolePage({
  name: 'tokens',
  path: '/tokens',
  role: 'owner',
  menu: (texts) => texts.tokens.title,
  words: (texts) => texts.tokens.acts,
  acts: {
    add: consoleAct({
      needsProof: true,
      fields: object({
        name: text,
        scopes: text,
        until: text,
        networks: optional(text),
        aid: optional(text),
      }),
      run: async (context, { name, scopes, until, networks = '', aid }) => {
        const { now, services, texts } = context
        const { text: secret, token } = await addAdminToken(services, {
          name,
          scopes: toParts(scopes),
          expiresAt: readDay(texts.tokens.until, until, now),
          networks: toParts(networks),
          aid: aid === undefined ? null : readAid(aid),
        })
        const once = showOnce(context, secret, [[texts.tokens.token, token.id]])
        return { target: token.id, detail: token.scopes, once }
      },
    }),
    end: consoleAct({
      needsProof: true,
      isDangerous: true,
      fields: object({ token: text }),
      run: async ({ services }, { token }) => {
        await endAdminToken(services, token)
        return { target: token }
      },
    }),
  },
  show: async (context) => {
    const { now, services, texts } = context
    const t = texts.tokens
    const tokens = await services.adminTokens.list()
    const live = tokens.filter(({ endedAt, expiresAt }) => endedAt === 0 && expiresAt > now)
    const choices = radios(
      'token',
      texts.apps.which,
      live.map(({ id, name }) => ({ value: id, label: name, note: id })),
    )
    return {
      title: t.title,
      table: tableOf(tokens, t.none, [
        [t.name, ({ name }) => name],
        [t.token, ({ id }) => id],
        [t.scopes, ({ scopes }) => scopes],
        [t.networks, ({ networks }) => networks],
        [t.app, ({ aid }) => (aid === null ? '' : String(aid))],
        [t.until, ({ expiresAt }) => toTime(expiresAt)],
        [t.used, ({ lastUsedAt }) => (lastUsedAt === 0 ? texts.never : toTime(lastUsedAt))],
        [
          t.state,
          ({ endedAt, expiresAt }) =>
            endedAt !== 0 ? t.ended : expiresAt <= now ? t.expired : t.valid,
        ],
      ]),
      sections: [
        ...actSection(context, t.add, ['add'], {
          fields: [
            { name: 'name', label: t.name },
            { name: 'scopes', label: t.scopes, hint: t.scopesHint(adminScopes.join(', ')) },
            { name: 'until', label: t.until, hint: t.untilHint },
            { name: 'networks', label: t.networks, hint: t.networksHint, isOptional: true },
            { name: 'aid', label: t.app, hint: t.appHint, isOptional: true },
          ],
        }),
        ...actSection(context, t.end, ['end'], { choices }),
      ],
    }
  },
})
