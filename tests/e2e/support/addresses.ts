import process from 'node:process'

const PORT = Number(process.env.E2E_PORT ?? 4331)

/** Ports of the servers under test, next to E2E_PORT, so that two runs may share a machine. */
export const ports = { site: PORT, hostPage: PORT + 1, examples: PORT + 3 } as const

/** The site and account server under test. */
export const ACCOUNT = `http://localhost:${ports.site}`

/** The page of another origin that embeds the element. */
export const HOST_PAGE = `http://localhost:${ports.hostPage}`
