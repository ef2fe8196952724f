/** Absolute path of the repository, with a trailing slash. */
export const root: string
/** Installs the packages of a folder's lock file, unless they are there already. */
export function ensureInstalled(folder?: string, options?: { omitDev?: boolean }): void
/** Path of the Node that runs everything. */
export function findNode(): string
