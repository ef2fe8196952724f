import type { Language } from '#protocol/common-params.ts'
import type { ErrorName } from '#protocol/errors.ts'
import type { Source } from '#protocol/families.ts'
import type { CaptchaProperties } from '../captcha/config.ts'
import type { PassportEventName, PassportEvents } from './events.ts'
import type { Messages } from './messages/en.ts'
import type { LaterWords } from './messages/said.ts'
import type { AttributeName, Settings, StartView } from './settings.ts'

/** An attribute that is on when it is there, whatever its text, unless that is `false`. */
type Switch = boolean | '' | 'true' | 'false'

/** Which values are of use where not every text is; every attribute may be absent. */
interface Values {
  aid: number | string
  interface: Source
  view: StartView
  popup: Switch
  // A region may follow; the first part counts.
  lang: Language | (string & {})
  theme: 'auto' | 'light' | 'dark'
  presentation: 'inline' | 'dialog'
  'subject-aid': number | string
  region: Settings['region']
  telemetry: Switch
  'captcha-side-slide': Switch
}

type ValueOf<Name extends string> = Name extends keyof Values ? Values[Name] : string

/** Attributes of the element by their names in HTML; their meaning is in the README. */
export type PassportLoginAttributes = {
  [Name in AttributeName]?: ValueOf<Name> | undefined
} & { autofocus?: Switch | undefined; shadow?: Switch | undefined }

type Camel<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name

/** The same as properties, in the way of scripts. */
export type PassportLoginProperties = {
  [Name in AttributeName as Camel<Name>]?: ValueOf<Name> | undefined
}

/** The handlers of the element's events as attributes of JSX and templates: `onpassport-success`. */
export type PassportLoginHandlers = {
  [Name in PassportEventName as `on${Name}`]?:
    | ((event: CustomEvent<PassportEvents[Name]>) => void)
    | undefined
}

interface Listening extends HTMLElement {
  addEventListener<Name extends PassportEventName>(
    type: Name,
    listener: (this: PassportLoginElement, event: CustomEvent<PassportEvents[Name]>) => void,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void
}

/** The sign-in element as scripts see it. */
export type PassportLoginElement = Listening &
  Omit<PassportLoginProperties, keyof HTMLElement> &
  CaptchaProperties & {
    /** The page's own words: by their names in ours, and by name or number of an error. */
    messages?: PassportLoginMessages | undefined
    /** Shows the form over the page, with `presentation="dialog"`. */
    open(): void
    close(): void
    /** Begins again with the first screen. */
    reset(): void
  }

/** Any of the words of a table, and of the tables in it. */
type AnyOf<Words> = {
  [Name in keyof Words]?: Words[Name] extends (...args: never[]) => string
    ? Words[Name]
    : Words[Name] extends object
      ? AnyOf<Words[Name]>
      : Words[Name]
}

/**
 * Words of a page in place of ours, those of later screens by the name of their table; those that
 * take an argument are functions here too.
 */
export type PassportLoginMessages = Partial<Messages> &
  AnyOf<LaterWords> &
  Partial<Record<ErrorName, string>> &
  Readonly<Record<number, string>>

export type { AccountChange, PassportEventName, PassportEvents, PassportFailure } from './events.ts'

declare global {
  interface HTMLElementTagNameMap {
    'passport-login': PassportLoginElement
  }
}
