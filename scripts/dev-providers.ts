// `npm run dev:providers`: stand-ins for GitHub, Google, Vercel and an OpenID provider on this
// machine, and the settings that make an account server use them.
import process from 'node:process'
import { startProviders, usualPorts } from './lib/providers.ts'

const origin = process.env.PUBLIC_ORIGIN ?? `http://localhost:${process.env.PORT ?? 4321}`
const providers = await startProviders(usualPorts, origin)

console.log(`
  Third parties that send people back to ${origin}. To use them, start the site by
  \`npm start -- --providers\`, or any account server with these settings:
`)
for (const [name, value] of Object.entries(providers.settings)) console.log(`${name}=${value}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void providers.close().then(() => process.exit(0)))
}
