import { SITE_AID } from '#protocol/site-app.ts'
import { HOST_PAGE_AID } from '../apps/apps.ts'
import { isOrigin } from '../config/settings.ts'
import { didYouMean } from '../lib/did-you-mean.ts'
import { isAltered } from '../lib/is-altered.ts'
import type { App } from '../store/app-repository.ts'
import {
  appSettingDescriptions,
  defaultAppSettings,
  listsApp,
  readAppSettings,
  type AppSettings,
} from '../store/app-settings.ts'
import type { Command, CommandInput } from './command.ts'
import { AdminError, UsageError } from './command.ts'
import { toTable } from './format.ts'

const MAX_AID = 2 ** 31
const usage =
  '[--name text] [--origins list] [--redirects list] [--share-to list] [setting=value ...]'
export const addApp: Command = {
  name: 'app add',
  usage: `<aid> --name text ${usage.slice('[--name text] '.length)}`,
  description: 'Registers an application; lists are separated by commas.',
  run: async (input, { clock, print, withServices }) => {
    const aid = readAid(input)
    if (input.flags.name === undefined) throw new UsageError('An application needs a name.')
    const newApp = { aid, name: '', origins: [], redirects: [], settings: defaultAppSettings }
    const app = changeApp(newApp, input)
    const isAdded = await withServices(({ registeredApps }) => registeredApps.insert(app, clock()))
    if (!isAdded) throw new AdminError(`There is an application ${aid} already.`)
    print(`Application ${aid} is registered; servers that run know it within half a minute.`)
  },
}

export const setApp: Command = {
  name: 'app set',
  usage: `<aid> ${usage}`,
  description: 'Changes what is said about an application; all else stays.',
  run: async (input, { print, withServices }) => {
    const aid = readAid(input)
    if (input.words.length === 1 && Object.keys(input.flags).length === 0) {
      throw new UsageError('Nothing is said about what to change.')
    }
    if (input.flags.origins !== undefined) requireForeignApp(aid, 'origins')
    await withServices(async (services) => {
      await services.transaction(async ({ registeredApps: apps }) => {
        const app = (await apps.all()).find((candidate) => candidate.aid === aid)
        if (app === undefined) throw unknownApp(aid)
        await apps.update(changeApp(app, input))
      })
    })
    print(`Application ${aid} is changed; servers that run know it within half a minute.`)
  },
}

export const removeApp: Command = {
  name: 'app remove',
  usage: '<aid>',
  description: 'Takes an application away; its people and their accounts stay.',
  run: async (input, { print, withServices }) => {
    const aid = readAid(input)
    requireForeignApp(aid, 'registration')
    if (!(await withServices(({ registeredApps }) => registeredApps.remove(aid))))
      throw unknownApp(aid)
    print(`Application ${aid} is removed; servers that run know it within half a minute.`)
  },
}

export const listApps: Command = {
  name: 'app list',
  usage: '[--json]',
  description: 'Lists the applications and what is set for them.',
  run: async ({ flags: { json } }, { print, withServices }) => {
    const apps = await withServices((services) => services.registeredApps.all())
    if (json === true) {
      print(JSON.stringify(apps, null, 2))
      return
    }
    print(
      toTable(apps, {
        aid: ({ aid }) => String(aid),
        name: ({ name }) => name,
        origins: ({ origins }) => origins.join(','),
        redirects: ({ redirects }) => redirects.join(','),
        'set otherwise': ({ settings }) => changedSettings(settings),
      }),
    )
    print('\nSettings of an application:\n')
    print(
      toTable(settingNames, {
        setting: (name) => name,
        default: (name) => settingText(defaultAppSettings[name]),
        meaning: (name) => appSettingDescriptions[name],
      }),
    )
  },
}

const settingNames = Object.keys(appSettingDescriptions) as (keyof AppSettings)[]

function readAid({ words: [text = ''] }: CommandInput): number {
  const aid = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (!(aid >= 1 && aid <= MAX_AID)) {
    throw new UsageError(`The aid is "${text}", but must be a whole number from 1 to ${MAX_AID}.`)
  }
  return aid
}

function changeApp(app: App, { words, flags: changes }: CommandInput): App {
  return {
    aid: app.aid,
    name: changes.name === undefined ? app.name : readName(String(changes.name)),
    origins: changes.origins === undefined ? app.origins : readOrigins(String(changes.origins)),
    redirects:
      changes.redirects === undefined ? app.redirects : readRedirects(String(changes.redirects)),
    settings: [...words.slice(1), ...shareWords(changes)].reduce(changeSetting, app.settings),
  }
}

function shareWords({ 'share-to': list }: CommandInput['flags']): string[] {
  return list === undefined ? [] : [`share_to=${toParts(String(list)).join(',')}`]
}

function readName(text: string): string {
  const name = text.trim()
  if (name === '' || /\p{C}/u.test(name)) throw new UsageError('The name must be printable text.')
  return name
}

function readOrigins(text: string): string[] {
  const origins = toParts(text)
  const wrong = origins.find((origin) => !isOrigin(origin) || !isSecure(new URL(origin)))
  if (wrong === undefined) return origins
  throw new UsageError(`"${wrong}" is no origin such as https://shop.example.com, without a path.`)
}

// Plain http is allowed only on this machine.
function isSecure({ protocol, hostname }: URL): boolean {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isLocal)
}

// Redirects contain codes that prove who signed in.
function readRedirects(text: string): string[] {
  const redirects = toParts(text)
  const wrong = redirects.find((redirect) => {
    const address = URL.parse(redirect)
    if (address === null || address.hash !== '' || address.username !== '') return true
    return !isSecure(address) || isAltered(redirect, address)
  })
  if (wrong === undefined) return redirects
  throw new UsageError(`"${wrong}" is no address such as https://shop.example.com/signed-in.`)
}

function toParts(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function changeSetting(settings: AppSettings, word: string): AppSettings {
  const [name = '', ...rest] = word.split('=')
  const text = rest.join('=')
  const setting = settingNames.find((settingName) => settingName === name)
  if (setting === undefined) {
    const suggestion = didYouMean(name, settingNames)
    const hint = suggestion === undefined ? settingNames.join(', ') : `did you mean ${suggestion}?`
    throw new UsageError(`"${name}" is no setting of an application: ${hint}`)
  }
  if (setting === 'share_to' && listsApp(text, SITE_AID)) {
    throw new UsageError('The site takes no sessions over, so 1001 cannot be listed.')
  }
  const value = text === 'on' ? true : text === 'off' ? false : text
  try {
    return readAppSettings({ ...settings, [setting]: value })
  } catch {
    throw new UsageError(`${setting} is "${text}", but must be ${allowedValues(setting)}.`)
  }
}

function allowedValues(setting: keyof AppSettings): string {
  const fallback = defaultAppSettings[setting]
  if (typeof fallback === 'boolean') return 'on or off'
  if (setting === 'required_level') return '1, 2 or 3'
  return fallback === '' ? 'of the form that `app list` describes' : 'refuse or accept'
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

function requireForeignApp(aid: number, what: string): void {
  if (aid !== SITE_AID && aid !== HOST_PAGE_AID) return
  throw new AdminError(
    `The ${what} of application ${aid} is renewed at each start, from PUBLIC_ORIGIN and HOST_PAGE_ORIGINS.`,
  )
}
