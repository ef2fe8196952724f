/** The first screen, made by the build from the same React tree that later takes it over. */
declare module 'virtual:shell' {
  type Messages = import('../messages/messages.ts').Messages

  /** An element: its name, its attributes, its children; a string is text. */
  export type Shell = readonly [string, Record<string, string>, ...(Shell | string)[]]

  export const css: string
  /** The English words of the first screen; other languages come from their own files. */
  export const words: Partial<Messages['common']>
  export function tree(
    language: string,
    common: Partial<Messages['common']>,
    prefix: string,
    server: string,
    aid: string,
    next: string,
  ): Shell
}
