import { useEffect, useState, type ReactElement } from 'react'
import type { ConnectionInfo } from '#protocol/objects.ts'
import { authUnbind, listConnections, listPlatforms } from '#protocol/web/third-party.ts'
import type { Client } from '../../../widget/src/client/index.ts'
import { pathIn } from '../../lib/languages.ts'
import { site } from '../../site.ts'
import { useAccountPage } from './context.ts'
import { Section } from './section.tsx'
import { useAction } from './use-action.ts'

interface Row {
  /** As the protocol names it. */
  platform: string
  title: string
  /** Absent where the person has linked none. */
  linked: ConnectionInfo | undefined
}

/** Accounts elsewhere that open this one; nothing where the operator has set none up. */
export function Connections(): ReactElement | null {
  const { client, words } = useAccountPage()
  const [rows, setRows] = useState<readonly Row[]>([])
  const t = words.connections

  useEffect(() => {
    // The rest of the page is there all the same; the console says why this part is not.
    readRows(client).then(setRows, reportError)
  }, [client])

  if (rows.length === 0) return null
  return (
    <Section title={t.title} text={t.text}>
      <ul className="sessions">
        {rows.map((row) => (
          <Connection
            key={row.platform}
            row={row}
            onRemoved={() => readRows(client).then(setRows)}
          />
        ))}
      </ul>
    </Section>
  )
}

async function readRows(client: Client): Promise<Row[]> {
  const [offered, own] = await Promise.all([
    client.send(listPlatforms, {}),
    client.send(listConnections, {}),
  ])
  return offered.list.map(({ platform, name }) => ({
    platform,
    title: name,
    linked: own.list.find((one) => one.platform === platform),
  }))
}

function Connection(props: { row: Row; onRemoved: () => Promise<void> }): ReactElement {
  const { row, onRemoved } = props
  const { client, lang, words } = useAccountPage()
  const action = useAction()
  const t = words.connections
  const query = new URLSearchParams({
    aid: String(site.aid),
    action: 'bind',
    language: lang,
    platform: row.platform,
    next: pathIn(lang, '/account-setting'),
  })

  async function remove(): Promise<void> {
    await action.run(async () => {
      await client.send(authUnbind, { platform: row.linked?.platform as 'github' })
      await onRemoved()
    }, t.removed)
  }

  return (
    <li>
      <div>
        <p className="session-device">{row.title}</p>
        <p className="field-hint">{row.linked?.platform_screen_name ?? t.none}</p>
      </div>
      {row.linked === undefined ? (
        <a
          className="button small quiet"
          href={`/passport/web/web_login/?${query}`}
          aria-label={t.linkLabel(row.title)}
        >
          {t.link}
        </a>
      ) : (
        <button
          className="button small quiet"
          aria-label={t.removeLabel(row.title)}
          aria-disabled={action.isRunning}
          onClick={() => void remove()}
        >
          {action.isRunning ? t.removing : t.remove}
        </button>
      )}
    </li>
  )
}
