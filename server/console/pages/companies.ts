import { object, optional, size, string } from 'superstruct'
import { toTime } from '../../admin/format.ts'
import { addOrganization } from '../../operators/operate-organizations.ts'
import { actSection } from '../act-section.ts'
import { namedList, namedQuery } from '../named-list.ts'
import { consoleAct, consolePage } from '../page.ts'

const text = size(string(), 1, 2000)

/** The organizations of all applications: in the order of their ids, or those that a search finds. */
export const companiesPage = consolePage({
  name: 'companies',
  path: '/companies',
  role: 'admin',
  menu: (texts) => texts.companies.title,
  query: namedQuery,
  words: (texts) => texts.companies.acts,
  acts: {
    add: consoleAct({
      fields: object({ aid: text, name: text, logo: optional(text) }),
      run: async ({ services }, { logo = '', ...input }) => {
        const { id } = await addOrganization(services, { ...input, logo })
        return { target: id, to: `/companies/${id}` }
      },
    }),
  },
  show: async (context, query) => {
    const t = context.texts.companies
    return {
      title: t.title,
      ...(await namedList(context, query, context.services.organizations, t, [
        [t.name, ({ id, name }) => ({ href: `/companies/${id}`, text: name })],
        [t.id, ({ id }) => id],
        [t.app, ({ aid }) => String(aid)],
        [t.state, ({ isFrozen }) => (isFrozen ? t.frozen : t.active)],
        [t.made, ({ createdAt }) => toTime(createdAt)],
      ])),
      sections: actSection(context, t.add, ['add'], {
        text: t.addText,
        fields: [
          { name: 'name', label: t.name },
          { name: 'aid', label: t.app, value: '1001' },
          { name: 'logo', label: t.logo, hint: t.logoHint, isOptional: true },
        ],
      }),
    }
  },
})
