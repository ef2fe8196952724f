// Runs while the image is built: Node keeps what it compiles, and later starts take half the time.
import { readConfig } from '../server/config/config.ts'
import { startServer } from '../server/start.ts'

const folder = '/tmp/first-start'
const server = await startServer(readConfig({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn' }))
await fetch(`http://localhost:${server.port}/login`)
await server.close()
