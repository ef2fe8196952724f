import { object, size, string } from 'superstruct'
import { readAid, registerApp } from '../../operators/change-app.ts'
import { actSection } from '../act-section.ts'
import { consoleAct, consolePage } from '../page.ts'
import { tableOf } from '../table-of.ts'

const text = size(string(), 1, 200)

/** The applications. */
export const appsPage = consolePage({
  name: 'apps',
  path: '/apps',
  role: 'admin',
  menu: (texts) => texts.apps.title,
  words: (texts) => texts.apps.acts,
  acts: {
    add: consoleAct({
      fields: object({ aid: text, name: text }),
      run: async ({ services }, { aid: typed, name }) => {
        const aid = readAid(typed)
        await registerApp(services, aid, { name, settings: [] })
        return { target: String(aid), to: `/apps/${aid}` }
      },
    }),
  },
  show: async (context) => {
    const t = context.texts.apps
    const apps = await context.services.registeredApps.all()
    return {
      title: t.title,
      table: tableOf(apps, t.none, [
        [t.aid, ({ aid }) => String(aid)],
        [t.name, ({ aid, name }) => ({ href: `/apps/${aid}`, text: name })],
        [t.redirects, ({ redirects }) => redirects.join(', ')],
      ]),
      sections: actSection(context, t.add, ['add'], {
        fields: [
          { name: 'aid', label: t.aid, hint: t.aidHint },
          { name: 'name', label: t.name },
        ],
      }),
    }
  },
})
