import type { Language } from '#protocol/common-params.ts'

/**
 * How far an application has come: asked, confirmed by mail, invited with a code, code used; `left`
 * when no more mail is wanted.
 */
export type ApplicationState = 'pending' | 'confirmed' | 'invited' | 'joined' | 'left'

/** Somebody who asked for early access. */
export interface Application {
  readonly id: string
  readonly aid: number
  readonly email: string
  readonly name: string
  readonly about: string
  /** `macos`, `windows`, `linux` or empty. */
  readonly system: string
  readonly language: Language
  readonly state: ApplicationState
  readonly createdAt: number
}

/** What early access needs from a database. */
export interface EarlyAccessStore {
  /**
   * Stores an application. One of the same address that is pending or left takes what was told now;
   * any other stays as it is. Answers the one that stands.
   */
  apply(application: Application): Promise<Application>
  find(id: string): Promise<Application | undefined>
  /** False unless it was pending. */
  confirm(id: string): Promise<boolean>
  /**
   * Ends mail to an application, whatever its state; the code of an invitation ends too, and what was
   * told is forgotten. The address goes later, unless an account came in with it.
   */
  leave(id: string, now: number): Promise<void>
  list(state: ApplicationState | undefined, limit: number): Promise<Application[]>
  byEmail(aid: number, email: string): Promise<Application | undefined>
  /** Gives a confirmed or already invited one a new code; false for others. */
  invite(id: string, codeHash: string): Promise<boolean>
  /** Uses up the code of an invitation; false where there is none such. */
  join(aid: number, codeHash: string, accountId: string): Promise<boolean>
  /** Whether an account came in with a code, whatever mail its owner wants since. */
  hasJoined(aid: number, accountId: string): Promise<boolean>
}
