import type { enterprise } from './en/enterprise.ts'

/** Messages of the console in one language; the English ones give the shape. */
export type EnterpriseMessages = typeof enterprise
