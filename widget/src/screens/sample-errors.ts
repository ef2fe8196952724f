import type { Language } from '#protocol/languages.ts'
import { errorMessages as en } from '#protocol/messages/en/errors.ts'
import { errorMessages as ja } from '#protocol/messages/ja/errors.ts'
import { errorMessages as zh } from '#protocol/messages/zh/errors.ts'

/** What a server says about refused calls, for screens that stand still without one. */
export const sampleErrors: Record<Language, typeof en> = { en, ja, zh }
