// Lines of English are repeated for each language by npm run make.
import type { OrganizationEventKind } from '#protocol/organization-event-kinds.ts'
import type { Lang } from '../lib/languages.ts'

/** Names of what happens in an organization. */
export type ChangeNames = Readonly<Record<OrganizationEventKind, string>>

/** Loads the names that the console has for what happens in an organization. */
export const loadChangeNames: Record<Lang, () => Promise<{ activity: { kinds: ChangeNames } }>> = {
  en: () => import('../../widget/src/messages/en/enterprise-activity.ts'),
  ja: () => import('../../widget/src/messages/ja/enterprise-activity.ts'),
}
