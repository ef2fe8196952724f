import { isVisible } from '#protocol/fields.ts'
import { SITE_AID } from '#protocol/site-app.ts'
import { CONSOLE_AID, HOST_PAGE_AID } from '../apps/apps.ts'
import { isOrigin } from '../config/settings.ts'
import { didYouMean } from '../lib/did-you-mean.ts'
import { isAltered } from '../lib/is-altered.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { toParts } from '../lib/to-parts.ts'
import type { Services } from '../services/services.ts'
import type { App, AppRepository } from '../store/app-repository.ts'
import {
  appSettingDescriptions,
  defaultAppSettings,
  listsApp,
  readAppSettings,
  type AppSettings,
} from '../store/app-settings.ts'

/** What an operator says about an application; what is missing stays. */
export interface AppChange {
  name?: string | undefined
  /** Separated by commas, like the next. */
  origins?: string | undefined
  redirects?: string | undefined
  /** Pairs such as `registration_open=off`. */
  settings: readonly string[]
}

const MAX_AID = 2 ** 31

/** Names of the settings of an application. */
export const appSettingNames = Object.keys(appSettingDescriptions) as (keyof AppSettings)[]

/** Registers an application. @throws OperatorError */
export async function registerApp(
  { registeredApps, clock }: Services,
  aid: number,
  change: AppChange,
): Promise<void> {
  if (change.name === undefined) throw new OperatorError('invalid', 'appName')
  requireOtherThanConsole(aid)
  const fresh = { aid, name: '', origins: [], redirects: [], settings: defaultAppSettings }
  if (!(await registeredApps.insert(changed(fresh, change), clock()))) {
    throw new OperatorError('conflict', 'appTaken', aid)
  }
}

/** Changes what is said about an application. @throws OperatorError */
export async function changeApp(
  { transaction }: Services,
  aid: number,
  change: AppChange,
): Promise<void> {
  requireOtherThanConsole(aid)
  const { settings, ...others } = change
  if (settings.length === 0 && Object.values(others).every((value) => value === undefined)) {
    throw new OperatorError('invalid', 'noChange')
  }
  if (change.origins !== undefined) requireForeignApp(aid, 'origins')
  await transaction(async ({ registeredApps: apps }) => {
    await apps.update(changed(await lockApp(apps, aid), change))
  })
}

/** Reads an application that nobody else changes until the transaction ends. @throws OperatorError */
export async function lockApp(apps: AppRepository, aid: number): Promise<App> {
  const app = await apps.lock(aid)
  if (app !== undefined) return app
  throw new OperatorError('unknown', 'app', aid)
}

/** Takes an application away. @throws OperatorError */
export async function unregisterApp({ registeredApps }: Services, aid: number): Promise<void> {
  requireForeignApp(aid, 'registration')
  requireOtherThanConsole(aid)
  if (!(await registeredApps.remove(aid))) throw new OperatorError('unknown', 'app', aid)
}

/** Reads the number of an application. @throws OperatorError */
export function readAid(text: string): number {
  const aid = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  if (aid >= 1 && aid <= MAX_AID) return aid
  throw new OperatorError('invalid', 'aid', text, MAX_AID)
}

function changed(app: App, change: AppChange): App {
  const { name, origins, redirects, settings } = change
  return {
    aid: app.aid,
    name: name === undefined ? app.name : readName(name),
    origins: origins === undefined ? app.origins : readOrigins(origins),
    redirects: redirects === undefined ? app.redirects : readRedirects(redirects),
    settings: settings.reduce(changeSetting, app.settings),
  }
}

function readName(text: string): string {
  const name = text.trim()
  if (!isVisible(name)) throw new OperatorError('invalid', 'name')
  return name
}

function readOrigins(text: string): string[] {
  const origins = toParts(text)
  const wrong = origins.find((origin) => !isOrigin(origin) || !isSecure(new URL(origin)))
  if (wrong === undefined) return origins
  throw new OperatorError('invalid', 'appOrigin', wrong)
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
  throw new OperatorError('invalid', 'appRedirect', wrong)
}

function changeSetting(settings: AppSettings, word: string): AppSettings {
  const [name = '', ...rest] = word.split('=')
  const text = rest.join('=')
  const setting = appSettingNames.find((settingName) => settingName === name)
  if (setting === undefined) {
    const guess = didYouMean(name, appSettingNames)
    throw new OperatorError('invalid', 'appSettingName', name, appSettingNames.join(', '), guess)
  }
  if (setting === 'share_to' && listsApp(text, SITE_AID)) {
    throw new OperatorError('invalid', 'siteShare')
  }
  const value = text === 'on' ? true : text === 'off' ? false : text
  try {
    return readAppSettings({ ...settings, [setting]: value })
  } catch {
    throw new OperatorError('invalid', 'appSetting', setting, text, allowedValues(setting))
  }
}

function allowedValues(setting: keyof AppSettings): 'box' | 'level' | 'choice' | 'text' {
  const fallback = defaultAppSettings[setting]
  if (typeof fallback === 'boolean') return 'box'
  if (setting === 'required_level') return 'level'
  return fallback === '' ? 'text' : 'choice'
}

function requireForeignApp(aid: number, what: 'origins' | 'registration'): void {
  if (aid !== SITE_AID && aid !== HOST_PAGE_AID) return
  throw new OperatorError('conflict', 'appOfServer', aid, what)
}

function requireOtherThanConsole(aid: number): void {
  if (aid !== CONSOLE_AID) return
  throw new OperatorError('conflict', 'appOfConsole', aid)
}
