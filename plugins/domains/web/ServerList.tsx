import { Badge, useTranslation, type BadgeTone } from '@host/plugin-sdk'
import type { ServerAnswer, ServerState } from '../shared.ts'

const tones: Readonly<Record<ServerState, BadgeTone>> = {
  ok: 'positive',
  missing: 'warning',
  wrong: 'danger',
  lookup_failed: 'warning',
}

/** What each name server answered. */
export function ServerList({ servers }: { readonly servers: readonly ServerAnswer[] }) {
  return (
    <ul className="divide-y divide-line">
      {servers.map((server) => (
        <ServerRow key={server.name} server={server} />
      ))}
    </ul>
  )
}

function ServerRow({ server: { name, address, state, problem, seen } }: { readonly server: ServerAnswer }) {
  const { t } = useTranslation()
  return (
    <li className="flex items-start justify-between gap-4 py-2 text-sm">
      <span className="min-w-0">
        <span className="block font-medium wrap-anywhere">{name}</span>
        {address !== null && <span className="block text-xs text-subtle wrap-anywhere">{address}</span>}
        {problem !== null && <span className="block text-muted">{t(`domains.problem.${problem}`)}</span>}
        {seen.map((value) => (
          <code key={value} className="mt-1 block font-mono text-xs text-muted wrap-anywhere">
            {value}
          </code>
        ))}
      </span>
      <Badge tone={tones[state]} dot>
        {t(`domains.server.${state}`)}
      </Badge>
    </li>
  )
}
