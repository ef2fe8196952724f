import type { Command, Typed } from './command.ts'
import { AdminError, UsageError } from './command.ts'
import { toTable } from './print.ts'
import {
  appSettingDescriptions,
  defaultAppSettings,
  readAppSettings,
  type AppSettings,
} from '../store/app-settings.ts'
import type { App } from '../store/app-repository.ts'
import { HOST_PAGE_AID, SITE_AID } from '../apps/apps.ts'
import { isOrigin } from '../config/settings.ts'
import { didYouMean } from '../lib/did-you-mean.ts'

const MAX_AID = 2 ** 31
const flags = { name: 'string', origins: 'string', redirects: 'string' } as const
const usage = '[--name text] [--origins list] [--redirects list] [setting=value ...]'
const MANY_WORDS = 100

export const addApp: Command = {
  name: 'app add',
  usage: `<aid> --name text ${usage.slice('[--name text] '.length)}`,
  about: 'Registers an application; lists are separated by commas.',
  flags,
  words: [1, MANY_WORDS],
  run: async (typed, { clock, print, withServices }) => {
    const aid = readAid(typed)
    if (typed.flags.name === undefined) throw new UsageError('An application needs a name.')
    const bare = { aid, name: '', origins: [], redirects: [], settings: defaultAppSettings }
    const app = change(bare, typed)
    const isAdded = await withServices(({ registeredApps }) => registeredApps.insert(app, clock()))
    if (!isAdded) throw new AdminError(`There is an application ${aid} already.`)
    print(`Application ${aid} is registered; servers that run know it within half a minute.`)
  },
}

export const setApp: Command = {
  name: 'app set',
  usage: `<aid> ${usage}`,
  about: 'Changes what is said about an application; all else stays.',
  flags,
  words: [1, MANY_WORDS],
  run: async (typed, { print, withServices }) => {
    const aid = readAid(typed)
    if (typed.words.length === 1 && Object.keys(typed.flags).length === 0) {
      throw new UsageError('Nothing is said about what to change.')
    }
    if (typed.flags.origins !== undefined) ensureNotOwn(aid, 'origins')
    await withServices(async (services) => {
      await services.transaction(async ({ registeredApps: apps }) => {
        const app = (await apps.all()).find((one) => one.aid === aid)
        if (app === undefined) throw unknownApp(aid)
        await apps.update(change(app, typed))
      })
    })
    print(`Application ${aid} is changed; servers that run know it within half a minute.`)
  },
}

export const removeApp: Command = {
  name: 'app remove',
  usage: '<aid>',
  about: 'Takes an application away; its people and their accounts stay.',
  words: [1, 1],
  run: async (typed, { print, withServices }) => {
    const aid = readAid(typed)
    ensureNotOwn(aid, 'registration')
    if (!(await withServices(({ registeredApps }) => registeredApps.remove(aid))))
      throw unknownApp(aid)
    print(`Application ${aid} is removed; servers that run know it within half a minute.`)
  },
}

export const listApps: Command = {
  name: 'app list',
  usage: '[--json]',
  about: 'Lists the applications and what is set for them.',
  flags: { json: 'boolean' },
  run: async ({ flags: { json } }, { print, withServices }) => {
    const apps = await withServices((services) => services.registeredApps.all())
    if (json === true) {
      print(JSON.stringify(apps, null, 2))
      return
    }
    print(
      toTable(
        ['aid', 'name', 'origins', 'redirects', 'set otherwise'],
        apps.map((app) => [
          String(app.aid),
          app.name,
          app.origins.join(','),
          app.redirects.join(','),
          changedSettings(app.settings),
        ]),
      ),
    )
    print('\nSettings of an application:\n')
    print(
      toTable(
        ['setting', 'default', 'meaning'],
        settingNames.map((name) => [
          name,
          settingText(defaultAppSettings[name]),
          appSettingDescriptions[name],
        ]),
      ),
    )
  },
}

const settingNames = Object.keys(appSettingDescriptions) as (keyof AppSettings)[]

function readAid({ words: [text = ''] }: Typed): number {
  const aid = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (!(aid >= 1 && aid <= MAX_AID)) {
    throw new UsageError(`The aid is "${text}", but must be a whole number from 1 to ${MAX_AID}.`)
  }
  return aid
}

function change(app: App, { words, flags: said }: Typed): App {
  return {
    aid: app.aid,
    name: said.name === undefined ? app.name : readName(String(said.name)),
    origins: said.origins === undefined ? app.origins : readOrigins(String(said.origins)),
    redirects: said.redirects === undefined ? app.redirects : readRedirects(String(said.redirects)),
    settings: words.slice(1).reduce(changeSetting, app.settings),
  }
}

function readName(text: string): string {
  const name = text.trim()
  if (name === '' || /\p{C}/u.test(name)) throw new UsageError('The name must be printable text.')
  return name
}

function readOrigins(text: string): string[] {
  const origins = toParts(text)
  const wrong = origins.find((one) => !isOrigin(one) || !isPrivate(new URL(one)))
  if (wrong === undefined) return origins
  throw new UsageError(`"${wrong}" is no origin such as https://shop.example.com, without a path.`)
}

// Never in the clear, but at home.
function isPrivate({ protocol, hostname }: URL): boolean {
  const isHome = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isHome)
}

// People are sent to these with something to prove who they are.
function readRedirects(text: string): string[] {
  const redirects = toParts(text)
  const wrong = redirects.find((one) => {
    const address = URL.parse(one)
    if (address === null || address.hash !== '' || address.username !== '') return true
    return !isPrivate(address)
  })
  if (wrong === undefined) return redirects
  throw new UsageError(`"${wrong}" is no address such as https://shop.example.com/signed-in.`)
}

function toParts(text: string): string[] {
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

function changeSetting(settings: AppSettings, word: string): AppSettings {
  const [name = '', text = ''] = word.split('=')
  const known = settingNames.find((one) => one === name)
  if (known === undefined) {
    const meant = didYouMean(name, settingNames)
    const hint = meant === undefined ? settingNames.join(', ') : `did you mean ${meant}?`
    throw new UsageError(`"${name}" is no setting of an application: ${hint}`)
  }
  const value = text === 'on' ? true : text === 'off' ? false : text
  try {
    return readAppSettings({ ...settings, [known]: value })
  } catch {
    const allowed =
      typeof defaultAppSettings[known] === 'boolean' ? 'on or off' : 'refuse or accept'
    throw new UsageError(`${known} is "${text}", but must be ${allowed}.`)
  }
}

function changedSettings(settings: AppSettings): string {
  return settingNames
    .filter((name) => settings[name] !== defaultAppSettings[name])
    .map((name) => `${name}=${settingText(settings[name])}`)
    .join(' ')
}

function settingText(value: AppSettings[keyof AppSettings]): string {
  return value === true ? 'on' : value === false ? 'off' : value
}

function unknownApp(aid: number): AdminError {
  return new AdminError(`There is no application ${aid}.`)
}

function ensureNotOwn(aid: number, what: string): void {
  if (aid !== SITE_AID && aid !== HOST_PAGE_AID) return
  throw new AdminError(
    `The ${what} of application ${aid} is renewed at each start, from PUBLIC_ORIGIN and HOST_PAGE_ORIGINS.`,
  )
}
