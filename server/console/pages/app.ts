import { object, size, string } from 'superstruct'
import { toTime } from '../../admin/format.ts'
import { addAppSecret, endAppSecret, renewCaptchaSecret } from '../../apps/app-secrets.ts'
import { appSettingNames, changeApp, unregisterApp } from '../../apps/change-app.ts'
import type { App } from '../../store/app-repository.ts'
import { actSection } from '../act-section.ts'
import { consoleAct, consolePage, type ConsoleAct, type ConsoleContext } from '../page.ts'
import { Refusal } from '../refusal.ts'
import { showOnce } from '../show-once.ts'
import {
  changedSettings,
  radios,
  settingInputs,
  settingsStruct,
  type Setting,
} from '../settings-form.ts'

/** Settings of the form; the digest of the secret for captchas is made by a button. */
const shownSettings = appSettingNames.filter((name) => name !== 'captcha_secret')

const acts: Readonly<Record<string, ConsoleAct>> = {
  set: consoleAct({
    role: 'admin',
    words: (texts) => texts.apps.acts.set,
    fields: settingsStruct(['name', 'origins', 'redirects', ...shownSettings]),
    run: async (context, typed) => {
      const app = await requireApp(context)
      const changed = changedSettings(settingsOf(context, app), typed)
      const texts = Object.entries(changed).map(([name, value]) => [name, textOf(value)] as const)
      const { name, origins, redirects, ...others } = Object.fromEntries(texts)
      const settings = Object.entries(others).map((pair) => pair.join('='))
      await changeApp(context.services, app.aid, { name, origins, redirects, settings })
      return { target: String(app.aid), detail: Object.keys(changed).join(' ') }
    },
  }),
  'add-secret': consoleAct({
    role: 'admin',
    needsProof: true,
    words: (texts) => texts.apps.acts['add-secret'],
    run: async (context) => {
      const { aid } = await requireApp(context)
      const { id, secret } = await addAppSecret(context.services, aid)
      const once = showOnce(context, secret, [[context.texts.apps.secret, id]])
      return { target: String(aid), detail: id, once }
    },
  }),
  'end-secret': consoleAct({
    role: 'admin',
    isDangerous: true,
    words: (texts) => texts.apps.acts['end-secret'],
    fields: object({ secret: size(string(), 1, 64) }),
    run: async (context, { secret }) => {
      const { aid } = await requireApp(context)
      await endAppSecret(context.services, aid, secret)
      return { target: String(aid), detail: secret }
    },
  }),
  'captcha-secret': consoleAct({
    role: 'admin',
    needsProof: true,
    words: (texts) => texts.apps.acts['captcha-secret'],
    run: async (context) => {
      const { aid } = await requireApp(context)
      const once = showOnce(context, await renewCaptchaSecret(context.services, aid))
      return { target: String(aid), once }
    },
  }),
  remove: consoleAct({
    role: 'admin',
    needsProof: true,
    isDangerous: true,
    words: (texts) => texts.apps.acts.remove,
    run: async (context) => {
      const { aid } = await requireApp(context)
      await unregisterApp(context.services, aid)
      return { target: String(aid), to: '/apps' }
    },
  }),
}

/** One application: its settings and secrets. */
export const appPage = consolePage({
  name: 'app',
  path: '/apps/:aid',
  role: 'admin',
  acts,
  show: async (context) => {
    const t = context.texts.apps
    const app = await requireApp(context)
    const secrets = await context.services.appSecrets.list(app.aid)
    const table = {
      columns: [t.secret, t.made],
      rows: secrets.map(({ id, createdAt }) => [id, toTime(createdAt)]),
      empty: t.noSecrets,
    }
    const choices = radios(
      'secret',
      t.which,
      secrets.map(({ id }) => ({ value: id, label: id })),
    )
    return {
      title: app.name,
      facts: [[t.aid, String(app.aid)]],
      sections: [
        ...actSection(context, t.settings, ['set'], settingInputs(settingsOf(context, app))),
        { title: t.secrets, text: t.secretsText, table },
        ...actSection(context, t.addSecret, ['add-secret']),
        ...(secrets.length > 0
          ? actSection(context, t.endSecret, ['end-secret'], { choices })
          : []),
        ...actSection(context, t.captcha, ['captcha-secret'], { text: t.captchaText }),
        ...actSection(context, t.remove, ['remove'], { text: t.removeText }),
      ],
    }
  },
})

// A box is on or off, as in the command.
function textOf(value: Setting['value']): string {
  return typeof value === 'string' ? value : value ? 'on' : 'off'
}

async function requireApp({ param, services }: ConsoleContext): Promise<App> {
  const apps = await services.registeredApps.all()
  const app = apps.find(({ aid }) => String(aid) === param('aid'))
  if (app === undefined) throw new Refusal('unknown')
  return app
}

function settingsOf({ texts }: ConsoleContext, app: App): Setting[] {
  const t = texts.apps
  return [
    { name: 'name', label: t.name, value: app.name },
    { name: 'origins', label: t.origins, hint: t.list, value: app.origins.join(', ') },
    { name: 'redirects', label: t.redirects, hint: t.list, value: app.redirects.join(', ') },
    ...shownSettings.map((name) => ({
      name,
      label: name,
      hint: t.meanings[name],
      value: app.settings[name],
    })),
  ]
}
