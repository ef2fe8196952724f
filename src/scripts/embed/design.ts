/** The visitor's choices that differ from the defaults. */
export interface Design {
  /** Attributes by name; an empty value is an attribute without one. */
  attributes: Readonly<Record<string, string>>
  /** Custom properties by name, as written in CSS. */
  tokens: Readonly<Record<string, string>>
}

/** A choice that the page offers. */
export type Option =
  | { kind: 'choice' | 'text' | 'font' | 'length'; name: string; usual: string }
  | { kind: 'list'; name: string; usual: string }
  | { kind: 'flag'; name: string; usual: '' }
  | { kind: 'colour'; name: string; usual: string }

/** Reads the choices from the form. */
export function readDesign(options: readonly Option[], form: FormData): Design {
  const attributes: Record<string, string> = {}
  const tokens: Record<string, string> = {}
  for (const option of options) {
    const { kind, name, usual } = option
    const value = valueOf(kind, form.getAll(name).map(String))
    if (value === undefined || value === usual) continue
    if (kind === 'colour' || kind === 'font' || kind === 'length') tokens[name] = value
    else attributes[name] = value
  }
  return { attributes, tokens }
}

function valueOf(kind: Option['kind'], values: readonly string[]): string | undefined {
  const [first, second] = values
  switch (kind) {
    case 'flag':
      // A flag is absent by default.
      return first === undefined ? undefined : 'on'
    case 'list':
      return values.length === 0 ? undefined : values.join(' ')
    case 'colour':
      return first === second ? first : `light-dark(${first}, ${second})`
    case 'choice':
    case 'text':
    case 'font':
    case 'length':
      return first?.trim() || undefined
  }
}

/** Splits `light-dark(#fff, #000)` into its two colours. */
export function coloursOf(value: string): readonly [light: string, dark: string] {
  const [light = value, dark = light] = value.match(/#[\da-f]{6}/gi) ?? []
  return [light, dark]
}

/** Writes a design as the fragment of an address. */
export function toHash({ attributes, tokens }: Design): string {
  return new URLSearchParams({ ...attributes, ...tokens }).toString()
}

/** Reads the choices in such a fragment, by name. */
export function fromHash(hash: string): ReadonlyMap<string, string> {
  return new Map(new URLSearchParams(hash.replace(/^#/, '')))
}
