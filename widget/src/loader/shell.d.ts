/** The first screen, built from the React tree that hydrates it later. */
declare module 'virtual:shell' {
  type Messages = import('../messages/messages.ts').Messages

  /** An element: name, attributes, children; a string is text. */
  export type Shell = readonly [string, Record<string, string>, ...(Shell | string)[]]

  export const css: string
  /** English messages of the first screen; other languages are loaded. */
  export const english: Partial<Messages['common']>
  export function tree(
    language: string,
    common: Partial<Messages['common']>,
    prefix: string,
    server: string,
    aid: string,
    next: string,
  ): Shell
}
