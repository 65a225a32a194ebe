import { useState, type ReactNode } from 'react'
import { Badge, Button, ErrorNote, Panel, useFormat, useListQuery, useMutation, useTranslation } from '@host/plugin-sdk'
import {
  declineSupportAccess,
  grantSupportAccess,
  endSupportAccess,
  listSupportAccess,
  type SupportAccess,
  type Workspace,
} from '../shared.ts'
import { GrantSupport } from './GrantSupport.tsx'
import { useSupportDuration } from './useSupportDuration.ts'

/** Requests that are over are shown up to here. */
const mostOver = 5

const tones = { requested: 'warning', granted: 'accent', active: 'accent' } as const

/** Requests of instance admins for access to the workspace, and access that is in use; empty when there are none. */
export function SupportPanel({ workspace }: { readonly workspace: Workspace }) {
  const { t } = useTranslation()
  const { items = [], error, refetch } = useListQuery(listSupportAccess, {}, { errors: 'list' })
  const [granting, setGranting] = useState<SupportAccess | null>(null)
  if (items.length === 0 && error === null) return null
  const shown = [...items.filter(isOpen), ...items.filter((access) => !isOpen(access)).slice(0, mostOver)]
  return (
    <Panel title={t('workspaces.support.title')} description={t('workspaces.support.description')} flush>
      <ErrorNote error={error} onRetry={() => void refetch()} />
      <ul className="divide-y divide-line">
        {shown.map((access) => (
          <SupportRow key={access.id} access={access}>
            <SupportActs access={access} isOwner={workspace.role === 'owner'} onGrant={() => setGranting(access)} />
          </SupportRow>
        ))}
      </ul>
      {granting !== null && <GrantSupport access={granting} onClose={() => setGranting(null)} />}
    </Panel>
  )
}

function isOpen({ state }: SupportAccess): boolean {
  return state in tones
}

interface SupportRowProps {
  readonly access: SupportAccess
  readonly children: ReactNode
}

function SupportRow({ access, children }: SupportRowProps) {
  const { t } = useTranslation()
  const { state, admin, reason, decidedBy } = access
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-64 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
          {admin.name ?? t('workspaces.support.deleted')}
          <Badge tone={state in tones ? tones[state as keyof typeof tones] : 'neutral'}>
            {t(`workspaces.support.state.${state}`)}
          </Badge>
        </p>
        <p className="text-sm wrap-anywhere text-muted">{reason}</p>
        <p className="text-xs text-muted">
          <SupportTimes access={access} />
          {decidedBy !== null && ` · ${t('workspaces.support.by', { name: decidedBy.name ?? decidedBy.id })}`}
        </p>
      </div>
      {children}
    </li>
  )
}

function SupportTimes({
  access: { minutes, rights, until, endedAt, requestedAt },
}: {
  readonly access: SupportAccess
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const duration = useSupportDuration()(minutes)
  if (rights === null) return t('workspaces.support.wanted', { duration, date: format.dateTime(requestedAt) })
  const end = format.dateTime(endedAt ?? until ?? requestedAt)
  return `${t(`workspaces.support.${rights}`)} · ${t('workspaces.support.until', { date: end })}`
}

interface SupportActsProps {
  readonly access: SupportAccess
  readonly isOwner: boolean
  readonly onGrant: () => void
}

function SupportActs({ access: { id, state }, isOwner, onGrant }: SupportActsProps) {
  const { t } = useTranslation()
  const changes = { invalidates: [listSupportAccess], refreshes: ['session'] } as const
  const decline = useMutation(declineSupportAccess, changes)
  const end = useMutation(endSupportAccess, changes)
  if (state === 'granted' || state === 'active') {
    return (
      <Button busy={end.isPending} onClick={() => end.mutate({ id })}>
        {t('workspaces.support.end')}
      </Button>
    )
  }
  if (state !== 'requested') return null
  if (!isOwner) return <p className="text-xs text-muted">{t('workspaces.support.ownersOnly')}</p>
  return (
    <span className="flex gap-2">
      <Button calls={declineSupportAccess} busy={decline.isPending} onClick={() => decline.mutate({ id })}>
        {t('workspaces.support.decline')}
      </Button>
      <Button calls={grantSupportAccess} variant="primary" onClick={onGrant}>
        {t('workspaces.support.grant')}
      </Button>
    </span>
  )
}
