import { AsyncLocalStorage } from 'node:async_hooks'

/** Network of the request that is served now, for what a library calls back; undefined in the background. */
export const currentCaller = new AsyncLocalStorage<string>()
