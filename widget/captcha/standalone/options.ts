/** Options of a widget, from `data-…` attributes or `render()`. */
export interface BoxOptions {
  /** Registered number of the site. */
  sitekey: string
  /** Purpose of the form, such as `comment`, which the site's server gets back. */
  action: string
  /** Language tag; by default that of the page. */
  language: string
  theme: 'auto' | 'light' | 'dark'
  /** `mask`, or a kind for an inline captcha. */
  showMode: string
  /** The dialog enters from the side. */
  sideSlide: boolean
  /** Name of the hidden field. */
  fieldName: string
  /** Whether submitting the form opens the captcha. */
  opensOnSubmit: boolean
  callback: ((response: string) => void) | undefined
  expiredCallback: (() => void) | undefined
  errorCallback: ((reason: string) => void) | undefined
}

/** Options of which any may be missing. */
export type GivenOptions = { [Name in keyof BoxOptions]?: BoxOptions[Name] | undefined }

/** Default name of the hidden field. */
export const FIELD_NAME = 'passport-captcha-response'

// Looked up when called, so the page may define the function after this script.
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

/** Merges options, attributes and defaults, in this order. @throws TypeError without a site key */
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
