import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'

/** Where deploy/nginx.conf listens and forwards to when it runs on this machine. */
interface LocalPorts {
  readonly http: number
  readonly https: number
  readonly servers: readonly [number, number]
}

const USUAL: LocalPorts = { http: 8080, https: 8443, servers: [4321, 4322] }

/** Writes a main configuration around the text of deploy/nginx.conf, with a certificate of its own; returns its path. */
export function localNginx(folder: string, text: string, ports = USUAL): string {
  const file = (name: string): string => path.join(folder, name)
  const words =
    'req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -subj /CN=id.example.com'
  const certificate = [...words.split(' '), '-keyout', file('tls.key'), '-out', file('tls.crt')]
  execFileSync('openssl', certificate, { stdio: 'ignore' })
  const site = text
    .replace('passport-1:4321', `127.0.0.1:${ports.servers[0]}`)
    .replace('passport-2:4321', `127.0.0.1:${ports.servers[1]}`)
    .replaceAll('/etc/passport', folder)
    .replaceAll(/listen (\[::\]:)?80\b/g, `listen $1${ports.http}`)
    .replaceAll(/listen (\[::\]:)?443\b/g, `listen $1${ports.https}`)
  writeFileSync(file('site.conf'), site)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${file(kind)};`)
    .join('\n')
  writeFileSync(
    file('nginx.conf'),
    `daemon off;\nuser root;\npid ${file('nginx.pid')};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${places}\ninclude ${file('site.conf')};\n}\n`,
  )
  return file('nginx.conf')
}
