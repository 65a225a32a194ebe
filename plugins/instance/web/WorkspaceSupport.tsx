import { useState } from 'react'
import {
  Badge,
  Button,
  ErrorNote,
  useFormat,
  useListQuery,
  useMutation,
  useSession,
  useTranslation,
} from '@host/plugin-sdk'
import { endSupport, listSupportRequests, startSupport, type InstanceWorkspace, type SupportAccess } from '../shared.ts'
import { RequestSupport } from './RequestSupport.tsx'
import { useSupportDuration } from './useSupportDuration.ts'

/** Requests that are over are shown up to here. */
const mostOver = 3

const tones = { requested: 'warning', granted: 'positive', active: 'accent' } as const

function isOpen({ state }: SupportAccess): boolean {
  return state in tones
}

/** Support access to a workspace: requested from its owners, entered once granted, and ended. */
export function WorkspaceSupport({ workspace }: { readonly workspace: InstanceWorkspace }) {
  const { t } = useTranslation()
  const { user } = useSession()
  const { items = [], error, refetch } = useListQuery(listSupportRequests, { id: workspace.id }, { errors: 'list' })
  const [isRequesting, setRequesting] = useState(false)
  const own = items.find((access) => access.admin.id === user.id && isOpen(access))
  const shown = [...items.filter(isOpen), ...items.filter((access) => !isOpen(access)).slice(0, mostOver)]
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{t('instance.support.title')}</h3>
      <p className="text-sm text-muted">{t('instance.support.means')}</p>
      <ErrorNote error={error} onRetry={() => void refetch()} />
      <ul className="divide-y divide-line">
        {shown.map((access) => (
          <SupportRow key={access.id} access={access} />
        ))}
      </ul>
      {own === undefined ? (
        <div>
          <Button onClick={() => setRequesting(true)}>{t('instance.support.request')}</Button>
        </div>
      ) : (
        <OwnActs workspace={workspace} access={own} />
      )}
      {isRequesting && <RequestSupport workspace={workspace} onClose={() => setRequesting(false)} />}
    </section>
  )
}

function SupportRow({ access }: { readonly access: SupportAccess }) {
  const { t } = useTranslation()
  const format = useFormat()
  const durationOf = useSupportDuration()
  const { state, admin, reason, minutes, until, endedAt, decidedBy } = access
  const end = endedAt ?? until
  const time = end === null ? durationOf(minutes) : t('instance.support.until', { date: format.dateTime(end) })
  return (
    <li className="py-2 text-sm">
      <p className="flex flex-wrap items-center gap-2 font-medium">
        {admin.name ?? admin.id}
        <Badge tone={state in tones ? tones[state as keyof typeof tones] : 'neutral'}>
          {t(`instance.support.state.${state}`)}
        </Badge>
      </p>
      <p className="wrap-anywhere text-muted">{reason}</p>
      <p className="text-xs text-muted">
        {time}
        {decidedBy !== null && ` · ${t('instance.support.by', { name: decidedBy.name ?? decidedBy.id })}`}
      </p>
    </li>
  )
}

interface OwnActsProps {
  readonly workspace: InstanceWorkspace
  readonly access: SupportAccess
}

function OwnActs({ workspace: { id, slug }, access: { state } }: OwnActsProps) {
  const { t } = useTranslation()
  const end = useMutation(endSupport, { invalidates: [listSupportRequests] })
  const start = useMutation(startSupport, {
    // Reloads the product, in the workspace.
    onSuccess: () => location.assign(`/admin/@${slug}`),
  })
  const isRequested = state === 'requested'
  return (
    <div className="flex flex-wrap gap-2">
      {!isRequested && (
        <Button variant="primary" busy={start.isPending} onClick={() => start.mutate({ id })}>
          {t('instance.support.enter')}
        </Button>
      )}
      <Button busy={end.isPending} onClick={() => end.mutate({ id })}>
        {t(isRequested ? 'instance.support.withdraw' : 'instance.support.end')}
      </Button>
    </div>
  )
}
