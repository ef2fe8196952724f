// Lines of English are repeated for each language by npm run make.
import type { ErrorName } from '../errors.ts'
import type { Language } from '../languages.ts'
import { errorMessages as en } from './en/errors.ts'
import { errorMessages as ja } from './ja/errors.ts'
import { errorMessages as zh } from './zh/errors.ts'

/** Messages for each error, by language. */
export const errorMessages: Record<Language, Record<ErrorName, string>> = {
  en,
  ja,
  zh,
}
