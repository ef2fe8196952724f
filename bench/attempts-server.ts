// A server that keeps no refused sign-ins, which the benchmark of attempts compares with.
import { readSettingTexts } from '../server/config/config-file.ts'
import { readConfig } from '../server/config/config.ts'
import { startServer } from '../server/start.ts'

const server = await startServer(readConfig(readSettingTexts(process.env)))
server.app.services.attempts.note = () => {}
process.once('SIGTERM', () => void server.close())
