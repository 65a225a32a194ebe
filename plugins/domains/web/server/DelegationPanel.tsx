import {
  Badge,
  Button,
  CopyButton,
  ErrorNote,
  Panel,
  RelativeTime,
  useMutation,
  useTranslation,
} from '@host/plugin-sdk'
import type { BadgeTone } from '@host/plugin-sdk'
import { checkDelegation, type Delegation, type ZoneServer } from '../../shared.ts'

export interface DelegationPanelProps {
  readonly zoneId: string
  readonly server: ZoneServer
}

/** The name servers to set at the registrar, and whether they are set. */
export function DelegationPanel({ zoneId, server }: DelegationPanelProps) {
  const { t } = useTranslation()
  const { mutate, data, error, isPending } = useMutation(checkDelegation)
  return (
    <Panel
      title={t('domains.served.nameServers')}
      description={t('domains.served.nameServersHelp')}
      actions={
        <Button size="compact" icon="refresh-cw" busy={isPending} onClick={() => mutate({ id: zoneId })}>
          {t('domains.served.check')}
        </Button>
      }
    >
      <ul className="divide-y divide-line text-sm">
        {server.names.map((name) => (
          <li key={name} className="flex min-w-0 items-center gap-1 py-1">
            <code className="min-w-0 flex-1 font-mono text-xs break-all">{name}</code>
            <CopyButton value={name} label={t('domains.record.copy', { field: name })} />
          </li>
        ))}
      </ul>
      <p className="mt-2 text-xs text-subtle">{t('domains.served.serial', { serial: server.serial })}</p>
      <div aria-live="polite">{data !== undefined && <Result delegation={data} />}</div>
      <ErrorNote error={error} />
    </Panel>
  )
}

const tones = { here: 'positive', partly: 'warning', elsewhere: 'warning', failed: 'danger' } as const satisfies Record<
  Delegation['state'],
  BadgeTone
>

function Result({ delegation: { state, servers, checkedAt } }: { readonly delegation: Delegation }) {
  const { t } = useTranslation()
  return (
    <div className="mt-3 flex flex-col gap-1 border-t border-line pt-3 text-sm">
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={tones[state]}>{t(`domains.served.delegation.${state}`)}</Badge>
        <span className="text-xs text-subtle">
          <RelativeTime value={checkedAt} />
        </span>
      </span>
      <p className="text-muted">{t(`domains.served.delegationMeans.${state}`)}</p>
      {servers.length > 0 && <p className="font-mono text-xs wrap-anywhere">{servers.join(', ')}</p>}
    </div>
  )
}
