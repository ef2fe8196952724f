import { loadIsland, type Island } from './load-island.ts'

/** What shows each island of a signed-in page, by the id of its place. */
const islands = {
  'account-setting': () => import('../islands/account-setting/mount.ts'),
  'account-dashboard': () => import('../islands/account-dashboard/mount.tsx'),
  'account-organization': () => import('./organization.ts'),
} as const satisfies Record<string, () => Promise<Island>>

/** Id of the place of an island. */
export type LateIsland = keyof typeof islands

for (const [id, load] of Object.entries<() => Promise<Island>>(islands)) {
  const place = document.querySelector<HTMLElement>(`#${id}`)
  if (place !== null) loadIsland(place, load)
}
