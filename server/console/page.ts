import { object, type Struct } from 'superstruct'
import type { SiteLanguage } from '#protocol/languages.ts'
import type { Page } from '../pages/page.ts'
import type { Services } from '../services/services.ts'
import type { OperatorRole } from '../store/schema/operators.ts'
import type { LiveConsoleSession } from './console-sessions.ts'
import type { ConsoleMessages } from './messages/messages.ts'
import type { Pager } from './pager.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type AnyStruct = Struct<any, any>

/** A request of an operator. */
export interface ConsoleContext {
  /** Bound to the transaction while something is done. */
  readonly services: Services
  readonly operator: LiveConsoleSession
  readonly page: ConsolePage
  readonly language: SiteLanguage
  readonly texts: ConsoleMessages
  readonly now: number
  /** Path of the request. */
  readonly path: string
  /** Token of the forms of this session. */
  readonly csrf: string
  readonly pager: Pager
  /** Whether the operator signed in within the last ten minutes. */
  readonly isRecent: boolean
  /** What was typed into a form that was refused. */
  readonly typed: Readonly<Record<string, unknown>>
  /** Part of the path after a colon. */
  param(name: string): string
}

/** Content of a page; `viewed` is the account that it shows, which the record says. */
export interface Shown extends Page {
  viewed?: string
}

/** What was done: the record says to whom or what, and a detail of it. */
export interface Done {
  target: string
  detail?: string
  /** Path to go on to; by default the page is shown again. */
  to?: string
  /** A page that is shown this once, such as with a secret. */
  once?: Page
  /** A file to keep. */
  file?: { name: string; type: string; body: string }
}

/** A page of the console. */
export interface ConsolePage {
  /** First part of what the record calls its acts. */
  readonly name: string
  readonly path: string
  readonly role: OperatorRole
  /** Its name in the menu; without it, other pages lead to it. */
  readonly menu?: (texts: ConsoleMessages) => string
  readonly query: AnyStruct
  readonly acts: Readonly<Record<string, ConsoleAct>>
  show(context: ConsoleContext, query: unknown): Promise<Shown>
}

/** Something that operators do by a button of a page. */
export interface ConsoleAct {
  readonly role: OperatorRole
  /** Whether the operator must have signed in within the last ten minutes. */
  readonly needsProof: boolean
  readonly isDangerous: boolean
  /** What the button says, and what the page says afterwards. */
  readonly words: (texts: ConsoleMessages) => { act: string; done: string }
  readonly fields: AnyStruct
  /** Runs in a transaction, which also writes the record; it may run twice. @throws OperatorError, PassportError */
  run(context: ConsoleContext, fields: unknown, reason: string): Promise<Done>
}

/** Makes a page; `query` is checked by its struct. */
export function consolePage<Query extends object>(
  page: Omit<ConsolePage, 'acts' | 'query' | 'show'> & {
    query?: Struct<Query, any> // oxlint-disable-line typescript/no-explicit-any
    acts?: ConsolePage['acts']
    show(context: ConsoleContext, query: Query): Promise<Shown>
  },
): ConsolePage {
  return {
    query: object({}),
    acts: {},
    ...page,
    show: (context, query) => page.show(context, query as Query),
  }
}

/** Makes an act; `fields` are those of its form besides the reason. */
export function consoleAct<Fields extends object>(
  act: Pick<ConsoleAct, 'role' | 'words'> & {
    needsProof?: boolean
    isDangerous?: boolean
    fields?: Struct<Fields, any> // oxlint-disable-line typescript/no-explicit-any
    run(context: ConsoleContext, fields: Fields, reason: string): Promise<Done>
  },
): ConsoleAct {
  return {
    needsProof: false,
    isDangerous: false,
    fields: object({}),
    ...act,
    run: (context, fields, reason) => act.run(context, fields as Fields, reason),
  }
}
