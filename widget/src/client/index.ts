export { createClient, type Client, type SendOptions } from './create-client.ts'
export type { ClientSettings } from './settings.ts'
export { AbortError, ChallengeClosed, NetworkError, OneOfError, PassportError } from './errors.ts'
