// Attacks the protocol of a started server over HTTP, as strangers would.
// Run: node bench/captcha/run.ts
import process from 'node:process'
import { printTable } from '../table.ts'
import { attackProtocol } from './protocol.ts'
import { startTarget } from './target.ts'

const target = await startTarget()
try {
  const breaches = await attackProtocol(target)
  printTable(
    'Attacks on the protocol of the captcha, over HTTP',
    ['attack', 'tries', 'got through', 'allowed', 'held', 'note'],
    breaches.map(({ attack, tries, through, allowed, note = '' }) => [
      attack,
      String(tries),
      String(through),
      String(allowed),
      through <= allowed ? 'yes' : 'NO',
      note,
    ]),
  )
  if (breaches.some(({ through, allowed }) => through > allowed)) process.exitCode = 1
} finally {
  await target.close()
}
