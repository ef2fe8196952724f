import { object, size, string } from 'superstruct'
import { readAid, registerApp } from '../../operators/change-app.ts'
import { actSection } from '../act-section.ts'
import { consoleAct, consolePage } from '../page.ts'

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
      table: {
        columns: [t.aid, t.name, t.redirects],
        rows: apps.map(({ aid, name, redirects }) => [
          String(aid),
          { href: `/apps/${aid}`, text: name },
          redirects.join(', '),
        ]),
        empty: t.none,
      },
      sections: actSection(context, t.add, ['add'], {
        fields: [
          { name: 'aid', label: t.aid, hint: t.aidHint },
          { name: 'name', label: t.name },
        ],
      }),
    }
  },
})
