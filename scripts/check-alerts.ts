// Checks the files for Prometheus by its own tool: rules, configuration, and that each alert fires where it should.
import { spawnSync } from 'node:child_process'
import process from 'node:process'

const runs = [
  ['check', 'rules', 'deploy/alerts.yml'],
  ['check', 'config', 'deploy/prometheus.yml'],
  ['test', 'rules', 'tests/deploy/alerts.yml'],
]

for (const args of runs) {
  const { error, status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
  if (error !== undefined && 'code' in error && error.code === 'ENOENT') {
    console.log('not checked: promtool is missing')
    break
  }
  if (error === undefined && status === 0) continue
  console.error(error?.message ?? `promtool ${args.join(' ')}\n${stdout}${stderr}`)
  process.exitCode = 1
}
