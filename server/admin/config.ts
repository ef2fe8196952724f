import { readConfigFile, readSettingTexts, type SettingTexts } from '../config/config-file.ts'
import { readConfig, settings, type Config } from '../config/config.ts'
import type { Setting } from '../config/settings.ts'
import type { Command } from './command.ts'
import { toJsonOrTable } from './format.ts'

export const config: Command = {
  name: 'config',
  usage: '[--json]',
  description:
    'Prints every setting with its value, where that comes from, its default and its meaning.',
  run: ({ flags }, { env, print }) => {
    const reports = reportSettings(env)
    print(
      toJsonOrTable(flags.json === true, reports, {
        setting: ({ name }) => name,
        value: ({ value }) => value,
        from: ({ source }) => source,
        default: (report) => report.default,
        meaning: ({ about }) => about,
      }),
    )
  },
}

/**
 * Returns every setting with its current value.
 * @throws ConfigError for an invalid setting
 */
export function reportSettings(env: SettingTexts) {
  const file = readConfigFile(env)
  const texts = readSettingTexts(env)
  const current = readConfig(texts)
  return Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    const text = texts[name]
    const source = env[name] ? 'environment' : file[name] ? 'file' : 'default'
    const value = text ?? toText(current[name as keyof Config])
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
