import type { Language } from '#protocol/languages.ts'
import type { ErrorName } from '#protocol/errors.ts'
import type { User } from '#protocol/objects.ts'
import type { CaptchaProperties } from '../../captcha/config.ts'
import type { AccountPageName, AccountSectionName } from './account-pages.ts'
import type { AccountMessages } from '../messages/account-messages.ts'
import type {
  accountAttributes,
  accountEvents,
  attributes,
  Control,
  DocumentedAttribute,
} from './contract.ts'
import type { AccountEvents, PassportEventName, PassportEvents } from './events.ts'
import type { Rejection } from './views.ts'
import type { Messages } from '../messages/messages.ts'
import type { AttributeName } from './settings.ts'

/** A flag: on when present, unless its value is `false`. */
type Switch = boolean | '' | 'true' | 'false'

/** Type of the value of an attribute, as the contract describes it. */
type ValueOf<Name, Of extends Control> = Name extends 'aid' | 'subject-aid'
  ? number | string
  : Name extends 'lang'
    ? // A region may follow, which is ignored.
      Language | (string & {})
    : ControlValue<Of>

type ControlValue<Of extends Control> = Of extends {
  kind: 'choice'
  values: readonly (infer One)[]
}
  ? One
  : Of extends { kind: 'flag' }
    ? Switch
    : string

/** Attributes of the element by their HTML names; see the README. */
export type PassportLoginAttributes = {
  [Name in DocumentedAttribute]?: ValueOf<Name, (typeof attributes)[Name]['control']> | undefined
}

type AccountAttribute = keyof typeof accountAttributes

/** Attributes of `<passport-account>` by their HTML names; see the README. */
export type PassportAccountAttributes = {
  [Name in AccountAttribute]?:
    | (Name extends 'view'
        ? AccountPageName | AccountSectionName
        : ValueOf<Name, (typeof accountAttributes)[Name]['control']>)
    | undefined
}

type Camel<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name

/** The same attributes as properties in camel case. */
export type PassportLoginProperties = {
  [Name in AttributeName as Camel<Name>]?: PassportLoginAttributes[Name]
}

/** Attributes of `<passport-account>` as properties in camel case. */
export type PassportAccountProperties = {
  [Name in AccountAttribute as Camel<Name>]?: PassportAccountAttributes[Name]
}

/** Event handlers as attributes in JSX and templates: `onpassport-success`. */
export type PassportLoginHandlers = {
  [Name in PassportEventName as `on${Name}`]?:
    | ((event: CustomEvent<PassportEvents[Name]>) => void)
    | undefined
}

/** Name of an event of `<passport-account>`. */
export type AccountEventName = keyof typeof accountEvents

/** Event handlers of `<passport-account>` as attributes. */
export type PassportAccountHandlers = {
  [Name in AccountEventName as `on${Name}`]?:
    | ((event: CustomEvent<AccountEvents[Name]>) => void)
    | undefined
}

interface Listening<Element, Events> extends HTMLElement {
  addEventListener<Name extends keyof Events & string>(
    type: Name,
    listener: (this: Element, event: CustomEvent<Events[Name]>) => void,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void
}

/** The element for scripts. */
export type PassportLoginElement = Listening<PassportLoginElement, PassportEvents> &
  Omit<PassportLoginProperties, keyof HTMLElement> &
  CaptchaProperties & {
    /** `options` of `passport-second-verify`; `way` names the method offered first. */
    secondVerifyWebOptions?: Readonly<Record<string, unknown>> | undefined
    /** Messages that replace ours, by area and name, or by name or number of an error. */
    messages?: PassportLoginMessages | undefined
    /** A rejection of the page's own call, whose screen replaces the first. */
    rejection?: PassportRejection | undefined
    /** Opens the dialog of `presentation="dialog"`. */
    open(): void
    close(): void
    /** Returns to the first screen. */
    reset(): void
    /** Returns the signed-in person, if any. */
    session(): Promise<User | undefined>
    /** Ends the browser's session and returns to the first screen. */
    signOut(): Promise<void>
  }

/** `<passport-account>` for scripts. */
export type PassportAccountElement = Listening<
  PassportAccountElement,
  Pick<AccountEvents, AccountEventName>
> &
  Omit<PassportAccountProperties, keyof HTMLElement> & {
    /** Messages that replace ours, by area and name. */
    messages?: PassportAccountMessages | undefined
    /** Makes the calls in place of the browser's, read at the start; for pages that have replies at hand. */
    fetch?: typeof fetch | undefined
  }

/** A rejection as thrown by the client; `name` is enough. */
export type PassportRejection = Pick<Rejection, 'name'> & Partial<Rejection>

/** Some messages of an area, including nested ones. */
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

/** The same for `<passport-account>`, which has areas of its own besides. */
export type PassportAccountMessages = PassportLoginMessages & AnyOf<AccountMessages>

export type {
  AccountChange,
  AccountEvents,
  PassportEventName,
  PassportEvents,
  PassportFailure,
} from './events.ts'

declare global {
  interface HTMLElementTagNameMap {
    'passport-login': PassportLoginElement
    'passport-account': PassportAccountElement
  }
}
