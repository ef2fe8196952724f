import type { authorize } from './en/authorize.ts'

/** Messages of answering an application; the English ones give the shape. */
export type AuthorizeMessages = typeof authorize
