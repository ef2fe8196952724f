import {
  appSettingNames,
  changeApp,
  readAid,
  registerApp,
  unregisterApp,
  type AppChange,
} from '../operators/change-app.ts'
import { toParts } from '../lib/to-parts.ts'
import {
  appSettingDescriptions,
  defaultAppSettings,
  type AppSettings,
} from '../store/app-settings.ts'
import type { Command, CommandInput } from './command.ts'
import { toTable } from './format.ts'
import { textOf } from './read-flags.ts'

const usage =
  '[--name text] [--origins list] [--redirects list] [--share-to list] [setting=value ...]'
export const addApp: Command = {
  name: 'app add',
  usage: `<aid> --name text ${usage.slice('[--name text] '.length)}`,
  description: 'Registers an application; lists are separated by commas.',
  run: async (input, { print, openServices }) => {
    const aid = readAid(input.words[0] ?? '')
    await registerApp(await openServices(), aid, changeOf(input))
    print(`Application ${aid} is registered; servers that run know it within half a minute.`)
  },
}

export const setApp: Command = {
  name: 'app set',
  usage: `<aid> ${usage}`,
  description: 'Changes what is said about an application; all else stays.',
  run: async (input, { print, openServices }) => {
    const aid = readAid(input.words[0] ?? '')
    await changeApp(await openServices(), aid, changeOf(input))
    print(`Application ${aid} is changed; servers that run know it within half a minute.`)
  },
}

export const removeApp: Command = {
  name: 'app remove',
  usage: '<aid>',
  description: 'Takes an application away; its people and their accounts stay.',
  run: async ({ words: [text = ''] }, { print, openServices }) => {
    const aid = readAid(text)
    await unregisterApp(await openServices(), aid)
    print(`Application ${aid} is removed; servers that run know it within half a minute.`)
  },
}

export const listApps: Command = {
  name: 'app list',
  usage: '[--json]',
  description: 'Lists the applications and what is set for them.',
  run: async ({ flags: { json } }, { print, openServices }) => {
    const { registeredApps } = await openServices()
    const apps = await registeredApps.all()
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
      toTable(appSettingNames, {
        setting: (name) => name,
        default: (name) => settingText(defaultAppSettings[name]),
        meaning: (name) => appSettingDescriptions[name],
      }),
    )
  },
}

function changeOf({ words, flags }: CommandInput): AppChange {
  const shareTo = textOf(flags['share-to'])
  return {
    name: textOf(flags.name),
    origins: textOf(flags.origins),
    redirects: textOf(flags.redirects),
    settings: [
      ...words.slice(1),
      ...(shareTo === undefined ? [] : [`share_to=${toParts(shareTo).join(',')}`]),
    ],
  }
}

function changedSettings(settings: AppSettings): string {
  return appSettingNames
    .filter((name) => settings[name] !== defaultAppSettings[name])
    .map((name) => `${name}=${settingText(settings[name])}`)
    .join(' ')
}

function settingText(value: AppSettings[keyof AppSettings]): string {
  return value === true ? 'on' : value === false ? 'off' : value
}
