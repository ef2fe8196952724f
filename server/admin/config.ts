import type { Command } from './command.ts'
import { toTable } from './print.ts'
import { readConfig, settings, type Config } from '../config/config.ts'
import { readConfigFile, readSettingTexts, type SettingTexts } from '../config/config-file.ts'
import type { Setting } from '../config/settings.ts'

/** One setting as an operator looks at it. */
export interface ShownSetting {
  name: string
  value: string
  source: 'environment' | 'file' | 'default'
  default: string
  about: string
}

export const config: Command = {
  name: 'config',
  usage: '[--json]',
  about: 'Prints every setting with its value, where that comes from, its default and its meaning.',
  flags: { json: 'boolean' },
  run: ({ flags }, { env, print }) => {
    const shown = showSettings(env)
    if (flags.json === true) {
      print(JSON.stringify(shown, null, 2))
      return
    }
    print(
      toTable(
        ['setting', 'value', 'from', 'default', 'meaning'],
        shown.map((one) => [one.name, one.value, one.source, one.default, one.about]),
      ),
    )
  },
}

/** Every setting as it counts now; @throws ConfigError for one that cannot be used. */
export function showSettings(env: SettingTexts): ShownSetting[] {
  const file = readConfigFile(env)
  const texts = readSettingTexts(env)
  const present = readConfig(texts)
  return Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    const text = texts[name]
    const source = env[name] ? 'environment' : file[name] ? 'file' : 'default'
    const value = text ?? toText(present[name as keyof Config])
    return {
      name,
      value: text === undefined || setting.show === undefined ? value : setting.show(text),
      source,
      default: toText(setting.fallback),
      about: setting.description,
    }
  })
}

function toText(value: unknown): string {
  return [value].flat().join(',')
}
