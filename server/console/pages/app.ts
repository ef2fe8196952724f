import { object, size, string } from 'superstruct'
import { toTime } from '../../admin/format.ts'
import { addAppSecret, endAppSecret, renewCaptchaSecret } from '../../operators/app-secrets.ts'
import { appSettingNames, changeApp, unregisterApp } from '../../operators/change-app.ts'
import type { App } from '../../store/app-repository.ts'
import { actSection } from '../act-section.ts'
import { actsOn, consolePage, type ConsoleContext } from '../page.ts'
import { requireShown } from '../refusal.ts'
import { showOnce } from '../show-once.ts'
import { radios, settingsForm } from '../settings-form.ts'
import { tableOf } from '../table-of.ts'

/** Settings of the form; the digest of the secret for captchas is made by a button. */
const shownSettings = appSettingNames.filter((name) => name !== 'captcha_secret')

const settings = settingsForm<App>()(
  {
    name: ({ name }) => name,
    origins: ({ origins }) => origins.join(', '),
    redirects: ({ redirects }) => redirects.join(', '),
    ...Object.fromEntries(
      shownSettings.map((name) => [name, (app: App) => app.settings[name]] as const),
    ),
  },
  ({ apps: t }) => ({
    name: [t.name],
    origins: [t.origins, t.list],
    redirects: [t.redirects, t.list],
    ...Object.fromEntries(shownSettings.map((name) => [name, [name, t.meanings[name]] as const])),
  }),
)

const onApp = actsOn(requireApp, ({ aid }) => String(aid))

const acts = {
  set: onApp({
    fields: settings.fields,
    run: async ({ services }, app, typed) => {
      const changed = settings.changed(app, typed)
      const texts = Object.entries(changed).map(([name, value]) => [name, textOf(value)] as const)
      const { name, origins, redirects, ...others } = Object.fromEntries(texts)
      const pairs = Object.entries(others).map((pair) => pair.join('='))
      await changeApp(services, app.aid, { name, origins, redirects, settings: pairs })
      return { detail: Object.keys(changed).join(' ') }
    },
  }),
  'add-secret': onApp({
    needsProof: true,
    run: async (context, { aid }) => {
      const { id, secret } = await addAppSecret(context.services, aid)
      return { detail: id, once: showOnce(context, secret, [[context.texts.apps.secret, id]]) }
    },
  }),
  'end-secret': onApp({
    isDangerous: true,
    fields: object({ secret: size(string(), 1, 64) }),
    run: async ({ services }, { aid }, { secret }) => {
      await endAppSecret(services, aid, secret)
      return { detail: secret }
    },
  }),
  'captcha-secret': onApp({
    needsProof: true,
    run: async (context, { aid }) => ({
      once: showOnce(context, await renewCaptchaSecret(context.services, aid)),
    }),
  }),
  remove: onApp({
    needsProof: true,
    isDangerous: true,
    run: async ({ services }, { aid }) => {
      await unregisterApp(services, aid)
      return { list: '/apps' }
    },
  }),
}

/** One application: its settings and secrets. */
export const appPage = consolePage({
  name: 'app',
  path: '/apps/:aid',
  role: 'admin',
  words: (texts) => texts.apps.acts,
  acts,
  show: async (context) => {
    const t = context.texts.apps
    const app = await requireApp(context)
    const secrets = await context.services.appSecrets.list(app.aid)
    const table = tableOf(secrets, t.noSecrets, [
      [t.secret, ({ id }) => id],
      [t.made, ({ createdAt }) => toTime(createdAt)],
    ])
    const ids = secrets.map(({ id }) => id)
    return {
      title: app.name,
      facts: [[t.aid, String(app.aid)]],
      sections: [
        ...actSection(context, t.settings, ['set'], settings.inputs(context.texts, app)),
        { title: t.secrets, text: t.secretsText, table },
        ...actSection(context, t.addSecret, ['add-secret']),
        ...actSection(context, t.endSecret, ['end-secret'], {
          choices: radios('secret', t.which, ids),
        }),
        ...actSection(context, t.captcha, ['captcha-secret'], { text: t.captchaText }),
        ...actSection(context, t.remove, ['remove'], { text: t.removeText }),
      ],
    }
  },
})

async function requireApp({ param, services }: ConsoleContext): Promise<App> {
  const apps = await services.registeredApps.all()
  return requireShown(apps.find(({ aid }) => String(aid) === param('aid')))
}

// A box is on or off, as in the command.
function textOf(value: string | boolean | undefined): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : (value ?? '')
}
