export { createClient, type Client, type SendOptions } from './create-client.ts'
export type { ClientSettings } from './settings.ts'
export { AbortError, NetworkError, OneOfError, PassportError } from './errors.ts'
export { ChallengeClosed } from '../../captcha/errors.ts'
