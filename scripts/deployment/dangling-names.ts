type Tree = Readonly<Record<string, unknown>>

/** Returns what services of a compose file name and the file does not define, which its schema cannot know. */
export function danglingInCompose(file: Tree): string[] {
  const kinds = ['services', 'networks', 'volumes', 'secrets']
  const defined = new Set(kinds.flatMap((kind) => namesOf(file[kind])))
  return ['networks', 'volumes', 'secrets', 'depends_on', 'extra_hosts']
    .flatMap((kind) => valuesOf(file.services, kind).flatMap(namesOf))
    .filter((name) => !/^[./]/.test(name) && !defined.has(name))
}

/** Returns what objects of a cluster name and none of them defines, likewise. */
export function danglingInCluster(objects: readonly unknown[]): string[] {
  const containers = valuesOf(objects, 'containers')
  const ports = new Set(valuesOf(containers, 'ports').flatMap(namesOf))
  const probed = valuesOf(objects, 'httpGet').flatMap((one) => valuesOf(one, 'port'))
  const pods = valuesOf(objects, 'template')
  const labels = new Set(valuesOf(pods, 'labels').map((one) => JSON.stringify(one)))
  const services = objects.filter((one) => (one as Tree).kind === 'Service')
  const selectors = [...valuesOf(objects, 'matchLabels'), ...valuesOf(services, 'selector')]
  return [
    ...objects.flatMap((one) => {
      const volumes = new Set(valuesOf(one, 'volumes').flatMap(namesOf))
      return valuesOf(one, 'volumeMounts')
        .flatMap(namesOf)
        .filter((name) => !volumes.has(name))
    }),
    ...[...probed, ...valuesOf(objects, 'targetPort')].map(String).filter((one) => !ports.has(one)),
    ...selectors.map((one) => JSON.stringify(one)).filter((one) => !labels.has(one)),
  ]
}

// Keys of an object; of a list what its entries are called, or have before a colon.
function namesOf(value: unknown): string[] {
  if (!Array.isArray(value)) return Object.keys(value as Tree)
  return value.map((one: string | { name?: string; source?: string }) =>
    typeof one === 'string' ? (one.split(/[:=]/)[0] ?? '') : (one.name ?? one.source ?? ''),
  )
}

// Wherever they stand.
function valuesOf(value: unknown, key: string): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    name === key ? [one as unknown] : valuesOf(one, key),
  )
}
