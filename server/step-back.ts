import { readdir, readFile } from 'node:fs/promises'
import { constants, getPriority, setPriority } from 'node:os'
import process from 'node:process'

/** Whoever waits for a reply goes before what is computed beside it, by so much. */
const STEPS = 5

const THREADS = '/proc/self/task'

/** Lets a thread, or the calling one, run when others have nothing to do. */
export function stepBack(thread = 0): void {
  // Linux alone has a priority for each thread; elsewhere the whole server would step back.
  if (process.platform !== 'linux') return
  // Behind the main thread, whose number is the process's: nobody but root may step forward.
  const own = getPriority(process.pid)
  setPriority(thread, Math.min(own + STEPS, constants.priority.PRIORITY_LOW))
}

/** The same for the threads that hash passwords and encode pictures. */
export async function letWorkersStepBack(): Promise<void> {
  if (process.platform !== 'linux') return
  // Node starts them all with the first thing they have to do, which is this.
  for (const thread of await readdir(THREADS)) {
    const name = await readFile(`${THREADS}/${thread}/comm`, 'utf8')
    if (name.startsWith('libuv-worker')) stepBack(Number(thread))
  }
}
