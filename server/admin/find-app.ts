import { SITE_AID } from '#protocol/site-app.ts'
import type { Apps } from '../apps/apps.ts'
import type { App } from '../store/app-repository.ts'
import { OperatorError } from '../lib/operator-error.ts'
import type { CommandInput } from './command.ts'
import { readCount } from './read-flags.ts'

/** Returns the application of `--aid`, by default the site. @throws OperatorError, UsageError */
export async function findApp(
  { apps }: { apps: Apps },
  flags: CommandInput['flags'],
): Promise<App> {
  const aid = flags.aid === undefined ? SITE_AID : readCount('aid', flags.aid, 2 ** 31 - 1)
  // A server that was never started has no application yet.
  if (aid === SITE_AID) await apps.start()
  const app = await apps.find(aid)
  if (app === undefined) throw new OperatorError('unknown', 'app', aid)
  return app
}
