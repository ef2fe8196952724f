/** Absolute path of the repository, with a trailing slash. */
export const root: string
/** Installs what the lock file names unless that very lock file is installed already. */
export function ensureInstalled(): void
/** Path of the Node that runs everything. */
export function findNode(): string
/** Runs a script of `scripts/` under the right Node, with the arguments of this process; ends as it ends. */
export function run(script: string): void
