import { existsSync, readFileSync } from 'node:fs'
import { ConfigError, settings } from './config.ts'
import { didYouMean } from '../lib/did-you-mean.ts'

/** Texts by the name of their setting. */
export type Texts = Readonly<Record<string, string | undefined>>

const DEFAULT_FILE = 'passport.config.json'

/**
 * Settings from the environment over those of the file it names. `usual` holds what counts where
 * neither says anything. @throws ConfigError for a file that cannot be used.
 */
export function readTexts(env: Texts, usual: Texts = {}): Texts {
  return { ...usual, ...said(readFile(env)), ...said(env) }
}

/** Settings of the file that the environment names, or of the usual one where it exists. */
export function readFile(env: Texts): Texts {
  const file = env.CONFIG_FILE || (existsSync(DEFAULT_FILE) ? DEFAULT_FILE : undefined)
  if (file === undefined) return {}
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(readObject(file))) {
    ensureKnown(file, name)
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

function ensureKnown(file: string, name: string): void {
  const names = Object.keys(settings).filter((one) => one !== 'CONFIG_FILE')
  if (names.includes(name)) return
  const meant = didYouMean(name, names)
  const hint = meant === undefined ? '.' : `; did you mean ${meant}?`
  throw new ConfigError(`${file} names ${JSON.stringify(name)}, which is no setting${hint}`)
}

// As in the environment: lists are separated by commas, a switch is on or off.
function toText(file: string, name: string, value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(',')
  throw new ConfigError(`${file} sets ${name} to neither text, a number, nor a list of texts.`)
}

// An empty text means "not set", wherever it stands.
function said(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).filter(([, text]) => text !== undefined && text !== ''),
  )
}
