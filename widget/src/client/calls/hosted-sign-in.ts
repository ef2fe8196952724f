import type { ClientSettings } from '../settings.ts'

interface HostedSettings extends ClientSettings {
  redirectUri: string
  state: string
  codeChallenge: string
}

/** Returns the address of the sign-in page of the server, which leads back with a code. */
export function hostedAddress(settings: HostedSettings, asksFirst: boolean): string {
  const { aid, language, server = '', redirectUri, state, codeChallenge } = settings
  const query = new URLSearchParams({
    aid: String(aid),
    language,
    redirect_uri: redirectUri,
    state,
    code_challenge: codeChallenge,
    ...(asksFirst ? { prompt: 'login' } : {}),
  })
  return `${server}/passport/web/host/sign_in/?${query}`
}
