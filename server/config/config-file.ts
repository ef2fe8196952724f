import { existsSync, readFileSync } from 'node:fs'
import { didYouMean } from '../lib/did-you-mean.ts'
import { ConfigError, settings } from './config.ts'

/** Unparsed values by the name of their setting. */
export type SettingTexts = Readonly<Record<string, string | undefined>>

const DEFAULT_FILE = 'passport.config.json'

/**
 * Returns the settings of the environment, then of the configuration file, then the defaults given
 * here. @throws ConfigError for a file that cannot be used
 */
export function readSettingTexts(env: SettingTexts, defaults: SettingTexts = {}): SettingTexts {
  return { ...defaults, ...withoutEmpty(readConfigFile(env)), ...withoutEmpty(env) }
}

/** Returns the settings of CONFIG_FILE, or of `passport.config.json` if it exists. */
export function readConfigFile(env: SettingTexts): SettingTexts {
  const file = env.CONFIG_FILE || (existsSync(DEFAULT_FILE) ? DEFAULT_FILE : undefined)
  if (file === undefined) return {}
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(readObject(file))) {
    requireSetting(file, name)
    texts[name] = toText(file, name, value)
  }
  return texts
}

function readObject(file: string): object {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new ConfigError(`CONFIG_FILE is "${file}", but that file cannot be read.`, { cause })
  }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch (cause) {
    throw new ConfigError(`${file} is not JSON: ${(cause as Error).message}.`, { cause })
  }
  throw new ConfigError(`${file} must hold a JSON object of settings and their values.`)
}

function requireSetting(file: string, name: string): void {
  const names = Object.keys(settings).filter((setting) => setting !== 'CONFIG_FILE')
  if (names.includes(name)) return
  const suggestion = didYouMean(name, names)
  const hint = suggestion === undefined ? '.' : `; did you mean ${suggestion}?`
  throw new ConfigError(`${file} names ${JSON.stringify(name)}, which is no setting${hint}`)
}

// The form that the environment has: lists are separated by commas, a switch is on or off.
function toText(file: string, name: string, value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return value.join(',')
  throw new ConfigError(`${file} sets ${name} to neither text, a number, nor a list of texts.`)
}

// An empty value means "not set", in the environment and in the file.
function withoutEmpty(texts: SettingTexts): SettingTexts {
  return Object.fromEntries(
    Object.entries(texts).filter(([, text]) => text !== undefined && text !== ''),
  )
}
