// Lines of English are repeated for each language by npm run make.
import type { Language } from '../languages.ts'
import type { ScopeName } from '../scopes.ts'
import { scopes as en } from './en/scopes.ts'
import { scopes as ja } from './ja/scopes.ts'
import { scopes as zh } from './zh/scopes.ts'

/** Descriptions of the scopes, by language. */
export const scopeMessages: Record<Language, Record<ScopeName, string>> = {
  en,
  ja,
  zh,
}
