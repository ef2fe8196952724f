import type { FastifyRequest } from 'fastify'
import { object, type Struct } from 'superstruct'
import type { SiteLanguage } from '#protocol/languages.ts'
import type { Actor } from '../calls/operator-source.ts'
import type { Page } from '../pages/page.ts'
import type { Services } from '../services/services.ts'
import type { OperatorRole } from '../store/schema/operators.ts'
import type { LiveConsoleSession } from './console-sessions.ts'
import type { ConsoleMessages } from './messages/messages.ts'
import type { Pager } from './pager.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type AnyStruct = Struct<any, any>

/** A request of the console while it is answered. */
export interface ConsoleExchange {
  readonly request: FastifyRequest
  readonly logId: string
  readonly now: number
  readonly path: string
  readonly language: SiteLanguage
  readonly texts: ConsoleMessages
  readonly query: Readonly<Record<string, unknown>>
  /** What was typed into a form. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Whoever signed in; undefined without a session. */
  readonly operator: LiveConsoleSession | undefined
}

/** A request of an operator. */
export interface ConsoleContext extends ConsoleExchange {
  /** Bound to the transaction while something is done. */
  readonly services: Services
  readonly operator: LiveConsoleSession
  /** The operator, as events name them. */
  readonly actor: Actor
  readonly page: ConsolePage
  /** Token of the forms of this session. */
  readonly csrf: string
  readonly pager: Pager
  /** Whether the operator signed in within the last ten minutes. */
  readonly isRecent: boolean
  /** Part of the path after a colon. */
  param(name: string): string
}

/** Content of a page; `viewed` is the account that it shows, which the record says. */
export interface Shown extends Page {
  viewed?: string
}

/** What came of an act. */
export interface Outcome {
  /** What the record says besides the target. */
  detail?: string
  /** Path to go on to; by default the page is shown again. */
  to?: string
  /** Path of the list that is shown because what the page showed is gone; it says what was done. */
  list?: string
  /** A page that is shown this once, such as with a secret. */
  once?: Page
  /** A file to keep. */
  file?: { name: string; type: string; body: string }
}

/** What was done; the record says to whom or what. */
export interface Done extends Outcome {
  target: string
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
  /** Returns what the button of an act says, and what the page says afterwards. */
  readonly words: (texts: ConsoleMessages) => Readonly<Record<string, ActWords>>
  show(context: ConsoleContext, query: unknown): Promise<Shown>
}

interface ActWords {
  act: string
  done: string
}

/** Something that operators do by a button of a page. */
export interface ConsoleAct {
  /** By default that of the page. */
  readonly role?: OperatorRole
  /** Whether the operator must have signed in within the last ten minutes. */
  readonly needsProof?: boolean
  readonly isDangerous?: boolean
  /** Fields of its form besides the reason; none by default. */
  readonly fields?: AnyStruct
  /** Runs in a transaction, which also writes the record; it may run twice. @throws OperatorError, PassportError */
  run(context: ConsoleContext, fields: unknown, reason: string): Promise<Done>
}

/** An act whose fields are those of its struct. */
type ActOf<Fields> = Omit<ConsoleAct, 'fields' | 'run'> & {
  fields?: Struct<Fields, any> // oxlint-disable-line typescript/no-explicit-any
}

/** Makes a page; `query` is checked by its struct. */
export function consolePage<Query extends object, Name extends string = never>(
  page: Omit<ConsolePage, 'acts' | 'query' | 'show' | 'words'> & {
    query?: Struct<Query, any> // oxlint-disable-line typescript/no-explicit-any
    acts?: Readonly<Record<Name, ConsoleAct>>
    words?: (texts: ConsoleMessages) => Readonly<Record<NoInfer<Name>, ActWords>>
    show(context: ConsoleContext, query: Query): Promise<Shown>
  },
): ConsolePage {
  return {
    query: object({}),
    acts: {},
    words: () => ({}),
    ...page,
    show: (context, query) => page.show(context, query as Query),
  }
}

/** Makes an act. */
export function consoleAct<Fields extends object>(
  act: ActOf<Fields> & {
    run(context: ConsoleContext, fields: Fields, reason: string): Promise<Done>
  },
): ConsoleAct {
  return { ...act, run: (context, fields, reason) => act.run(context, fields as Fields, reason) }
}

/** Returns the function that makes acts on what a page shows: `find` reads it, `idOf` names it in the record. */
export function actsOn<Target>(
  find: (context: ConsoleContext, reason: string) => Target | Promise<Target>,
  idOf: (target: Target) => string,
) {
  return <Fields extends object>({
    run,
    ...act
  }: ActOf<Fields> & {
    run(context: ConsoleContext, target: Target, fields: Fields): Promise<Outcome | void>
  }): ConsoleAct => ({
    ...act,
    run: async (context, fields, reason) => {
      const target = await find(context, reason)
      const outcome = (await run(context, target, fields as Fields)) ?? undefined
      return { ...outcome, target: idOf(target) }
    },
  })
}
