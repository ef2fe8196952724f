import { PassportError } from '../lib/passport-error.ts'
import { listsApp } from '../store/app-settings.ts'
import type { Apps } from './apps.ts'

/** @throws bad_app unless an application may act for the organizations of another one, if that is named */
export async function requireOrganizationsOf(
  apps: Apps,
  aid: number,
  otherAid: number | undefined,
): Promise<void> {
  if (otherAid === undefined || otherAid === aid) return
  const other = await apps.find(otherAid)
  if (other === undefined || !listsApp(other.settings.organizations_to, aid)) {
    throw new PassportError('bad_app')
  }
}
