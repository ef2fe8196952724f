import type { Language } from '#protocol/languages.ts'
import type { ErrorName } from '#protocol/errors.ts'
import type { Source } from '#protocol/families.ts'
import type { User } from '#protocol/objects.ts'
import type { CaptchaProperties } from '../captcha/config.ts'
import type { PassportEventName, PassportEvents } from './events.ts'
import type { Rejection } from './instance.ts'
import type { Messages } from './messages/messages.ts'
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
  prompt: Settings['prompt']
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
    /** `options` of `passport-second-verify`; its `way` is the method that is offered first. */
    secondVerifyWebOptions?: Readonly<Record<string, unknown>> | undefined
    /** The page's own messages: by their names in ours, and by name or number of an error. */
    messages?: PassportLoginMessages | undefined
    /** What a call of the page's own was answered with: its screen is shown in place of the first. */
    rejection?: PassportRejection | undefined
    /** Shows the form over the page, with `presentation="dialog"`. */
    open(): void
    close(): void
    /** Begins again with the first screen. */
    reset(): void
    /** Who is signed in, or undefined for nobody. */
    session(): Promise<User | undefined>
    /** Ends the session of this browser, and begins again. */
    signOut(): Promise<void>
  }

/** A refused call, as the client throws it; `name` is enough. */
export type PassportRejection = Pick<Rejection, 'name'> & Partial<Rejection>

/** Any of the messages of an area, and of the objects in it. */
type AnyOf<Area> = {
  [Name in keyof Area]?: Area[Name] extends (...args: never[]) => string
    ? Area[Name]
    : Area[Name] extends object
      ? AnyOf<Area[Name]>
      : Area[Name]
}

/**
 * Messages of a page in place of ours: those of `common` by their names, others by area and name,
 * and the server's by name or number of an error. Those that take an argument are functions here too.
 */
export type PassportLoginMessages = Partial<Messages['common']> &
  AnyOf<Omit<Messages, 'language' | 'common' | 'errors'>> &
  Partial<Record<ErrorName, string>> &
  Readonly<Record<number, string>>

export type { AccountChange, PassportEventName, PassportEvents, PassportFailure } from './events.ts'

declare global {
  interface HTMLElementTagNameMap {
    'passport-login': PassportLoginElement
  }
}
