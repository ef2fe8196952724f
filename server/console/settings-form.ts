import { object, optional, size, string, type Struct } from 'superstruct'
import type { Choice } from '../pages/page.ts'

const MAX_LENGTH = 8000

/** A setting in a form: a text, or a box to tick. */
export interface Setting {
  name: string
  label: string
  hint?: string
  value: string | boolean
}

/** What a form of settings sends; empty texts and boxes that are not ticked are missing. */
export type TypedSettings = Readonly<Record<string, string | undefined>>

// oxlint-disable-next-line typescript/no-explicit-any
type AnyStruct = Struct<any, any>

/** Returns the struct of a form of settings. */
export function settingsStruct(names: readonly string[]): Struct<TypedSettings> {
  const text: AnyStruct = optional(size(string(), 1, MAX_LENGTH))
  const struct: AnyStruct = object(Object.fromEntries(names.map((name) => [name, text])))
  return struct
}

/** Returns the inputs of settings, with what is set. */
export function settingInputs(settings: readonly Setting[]): {
  fields: { name: string; label: string; hint?: string; value: string; isOptional: true }[]
  choices: Choice[]
} {
  return {
    fields: settings.flatMap(({ value, ...one }) =>
      typeof value === 'string' ? [{ ...one, value, isOptional: true as const }] : [],
    ),
    choices: settings.flatMap(({ name, label, hint, value }) =>
      typeof value === 'string' ? [] : [{ name, label, note: hint, isChecked: value }],
    ),
  }
}

/** Returns the settings that are other than they were. */
export function changedSettings(
  settings: readonly Setting[],
  typed: TypedSettings,
): Record<string, Setting['value']> {
  const changed = settings.flatMap(({ name, value }) => {
    const sent = typeof value === 'string' ? (typed[name] ?? '') : typed[name] !== undefined
    return sent === value ? [] : [[name, sent] as const]
  })
  return Object.fromEntries(changed)
}

/** Returns radio buttons, the first of which is chosen. */
export function radios(
  name: string,
  legend: string,
  options: readonly { value: string; label: string; note?: string }[],
): Choice[] {
  return options.map((option, at) => ({
    ...option,
    name,
    legend: at === 0 ? legend : undefined,
    isChecked: at === 0,
  }))
}
