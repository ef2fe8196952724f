import type { Language } from '#protocol/common-params.ts'

interface HostedTexts {
  /** Where the person goes, by the name of the server. */
  text: (host: string) => string
  proceed: string
}

/** Texts of signing in on a page of the account server; they come with its screen. */
export const hostedTexts: Record<Language, HostedTexts> = {
  en: {
    text: (host) => `You sign in at ${host} and come back here.`,
    proceed: 'Continue',
  },
  ja: {
    text: (host) => `${host} でサインインすると、このページに戻ります。`,
    proceed: '続ける',
  },
  zh: {
    text: (host) => `您将在 ${host} 登录，然后返回此页面。`,
    proceed: '继续',
  },
}
