// `npm run dev:providers`: a stand-in for each provider on this machine, and the settings that make an
// account server use them.
import process from 'node:process'
import { portsBeside, startProviders } from './lib/providers.ts'

const port = Number(process.env.PORT ?? 4321)
const origin = process.env.PUBLIC_ORIGIN ?? `http://localhost:${port}`

try {
  const { settings, close } = await startProviders(portsBeside(port), origin)
  console.log(`
  Third parties that send people back to ${origin}. To use them, start the site by
  \`npm start -- --providers\`, or any account server with these settings:
`)
  for (const [name, value] of Object.entries(settings)) console.log(`${name}=${value}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void close().then(() => process.exit(0)))
  }
} catch (error) {
  const { code, port: taken } = error as NodeJS.ErrnoException & { port?: number }
  if (code !== 'EADDRINUSE') throw error
  console.error(
    `Port ${taken} is taken: stop what listens there, or set PORT to that of another site.`,
  )
  process.exitCode = 1
}
