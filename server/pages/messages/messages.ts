import type { Language } from '#protocol/common-params.ts'
import { signInMessages as signInEn } from '#protocol/messages/en/sign-in.ts'
import { signInMessages as signInJa } from '#protocol/messages/ja/sign-in.ts'
import { signInMessages as signInZh } from '#protocol/messages/zh/sign-in.ts'
import { notMeMessages as notMeEn } from './en/not-me.ts'
import { pageMessages as en } from './en/pages.ts'
import { qrMessages as qrEn } from './en/qr.ts'
import { notMeMessages as notMeJa } from './ja/not-me.ts'
import { pageMessages as ja } from './ja/pages.ts'
import { qrMessages as qrJa } from './ja/qr.ts'
import { notMeMessages as notMeZh } from './zh/not-me.ts'
import { pageMessages as zh } from './zh/pages.ts'
import { qrMessages as qrZh } from './zh/qr.ts'

/** Messages of the account server's pages; those of signing in are the element's too. */
export const pageMessages = {
  en: { ...signInEn, ...en, notMe: notMeEn, qr: qrEn },
  ja: { ...signInJa, ...ja, notMe: notMeJa, qr: qrJa },
  zh: { ...signInZh, ...zh, notMe: notMeZh, qr: qrZh },
} satisfies Record<Language, object>
