import { messages } from './zh.ts'
import type { Texts } from './texts.ts'

/** All words of this language, one file to load. */
export const texts: Texts = { language: 'zh', messages }
