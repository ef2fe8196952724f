import type { Language } from '#protocol/common-params.ts'
import { errorTexts as en } from '#protocol/error-texts/en.ts'
import { errorTexts as ja } from '#protocol/error-texts/ja.ts'
import { errorTexts as zh } from '#protocol/error-texts/zh.ts'

/** What a server says about refused calls, for screens that stand still without one. */
export const sampleErrors: Record<Language, typeof en> = { en, ja, zh }
