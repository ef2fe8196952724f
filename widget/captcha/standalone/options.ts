/** What a form says about its box, in attributes `data-…` of the container or in `render()`. */
export interface BoxOptions {
  /** Number under which the site is registered. */
  sitekey: string
  /** What the form does, such as `comment`: the site's server is told it again. */
  action: string
  /** Language tag; the page's own unless given. */
  language: string
  theme: 'auto' | 'light' | 'dark'
  /** `mask`, or the name of a kind for a check that opens in the page. */
  showMode: string
  /** The dialog enters from the side. */
  sideSlide: boolean
  /** Name of the hidden field. */
  fieldName: string
  /** Whether sending the form opens the check where none was passed. */
  opensOnSubmit: boolean
  callback: ((response: string) => void) | undefined
  expiredCallback: (() => void) | undefined
  errorCallback: ((reason: string) => void) | undefined
}

/** The same, any of it left out. */
export type GivenOptions = { [Name in keyof BoxOptions]?: BoxOptions[Name] | undefined }

/** Name of the hidden field unless the form says another one. */
export const FIELD_NAME = 'passport-captcha-response'

// A name is looked up when it is called, so the function may be defined after the script.
function named(name: string | undefined): ((value?: string) => void) | undefined {
  if (name === undefined || name === '') return undefined
  return (value) => {
    const found: unknown = Reflect.get(globalThis, name)
    if (typeof found === 'function') (found as (value?: string) => void)(value)
  }
}

function themeOf(value: string | undefined): BoxOptions['theme'] {
  return value === 'light' || value === 'dark' ? value : 'auto'
}

/** Reads the attributes of a container. */
function readAttributes({ dataset }: HTMLElement): GivenOptions {
  return {
    sitekey: dataset.sitekey,
    action: dataset.action,
    language: dataset.lang,
    theme: dataset.theme === undefined ? undefined : themeOf(dataset.theme),
    showMode: dataset.showMode,
    sideSlide: dataset.sideSlide === undefined ? undefined : dataset.sideSlide !== 'false',
    fieldName: dataset.responseFieldName,
    opensOnSubmit: dataset.onSubmit === undefined ? undefined : dataset.onSubmit !== 'off',
    callback: named(dataset.callback),
    expiredCallback: named(dataset.expiredCallback),
    errorCallback: named(dataset.errorCallback),
  }
}

/**
 * What counts for a container: what was given, else its attributes, else what is usual.
 * @throws TypeError without a site key.
 */
export function readOptions(container: HTMLElement, given: GivenOptions = {}): BoxOptions {
  const written = readAttributes(container)
  const around = container.closest<HTMLElement>('[lang]')?.lang
  const sitekey = given.sitekey ?? written.sitekey ?? ''
  if (!/^\d+$/.test(sitekey)) {
    throw new TypeError(
      `passport-captcha: data-sitekey is "${sitekey}"; write the number under which the site is registered`,
    )
  }
  return {
    sitekey,
    action: given.action ?? written.action ?? '',
    language: given.language ?? written.language ?? (around || navigator.language),
    theme: given.theme ?? written.theme ?? 'auto',
    showMode: given.showMode ?? written.showMode ?? 'mask',
    sideSlide: given.sideSlide ?? written.sideSlide ?? false,
    fieldName: given.fieldName ?? written.fieldName ?? FIELD_NAME,
    opensOnSubmit: given.opensOnSubmit ?? written.opensOnSubmit ?? true,
    callback: given.callback ?? written.callback,
    expiredCallback: given.expiredCallback ?? written.expiredCallback,
    errorCallback: given.errorCallback ?? written.errorCallback,
  }
}
