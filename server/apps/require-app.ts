import { OperatorError } from '../lib/operator-error.ts'
import type { AppRepository } from '../store/app-repository.ts'

/** @throws OperatorError unless an application has the number */
export async function requireApp(
  { registeredApps }: { registeredApps: Pick<AppRepository, 'all'> },
  aid: number,
): Promise<void> {
  const apps = await registeredApps.all()
  if (!apps.some((app) => app.aid === aid)) throw new OperatorError('unknown', 'app', aid)
}
