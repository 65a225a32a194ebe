import type { ReactNode } from 'react'
import {
  CopyButton,
  ErrorNote,
  HelpLink,
  Modal,
  Skeleton,
  Toggle,
  useMutation,
  useQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { changeSharing, readSharing, type Sharing } from '../../shared.ts'

export interface ShareStatisticsProps {
  readonly linkId: string
  readonly onClose: () => void
}

/** Shares the statistics of a link with everyone who has the address of their page. */
export default function ShareStatistics({ linkId, onClose }: ShareStatisticsProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery(readSharing, { id: linkId }, { errors: 'page' })
  return (
    <Modal
      open
      onClose={onClose}
      title={t('links.sharing.title')}
      description={t('links.sharing.description')}
      footer={<HelpLink slug="link-statistics" />}
    >
      <div className="min-h-36">
        {data === undefined && error === null && <Skeleton className="h-10 w-full" />}
        <ErrorNote error={error} onRetry={() => void refetch()} />
        {data !== undefined && <SharingFields linkId={linkId} sharing={data} />}
      </div>
    </Modal>
  )
}

function SharingFields({ linkId, sharing }: { readonly linkId: string; readonly sharing: Sharing }) {
  const { t } = useTranslation()
  const { mutate, error, isPending } = useMutation(changeSharing, { invalidates: [readSharing] })
  const { path, showsTarget } = sharing
  const isShared = path !== null
  const address = `${location.origin}${path ?? ''}`
  const change = (next: { readonly isShared: boolean; readonly showsTarget: boolean }) =>
    mutate({ id: linkId, ...next })
  return (
    <div className="flex flex-col gap-3 text-sm">
      <Row label={t('links.sharing.share')}>
        <Toggle
          calls={changeSharing}
          label={t('links.sharing.share')}
          checked={isShared}
          disabled={isPending}
          onChange={(next) => change({ isShared: next, showsTarget })}
        />
      </Row>
      {isShared && (
        <>
          <Row label={t('links.sharing.showTarget')}>
            <Toggle
              calls={changeSharing}
              label={t('links.sharing.showTarget')}
              checked={showsTarget}
              disabled={isPending}
              onChange={(next) => change({ isShared, showsTarget: next })}
            />
          </Row>
          <p className="flex items-center gap-2">
            <a href={address} target="_blank" rel="noreferrer" className="min-w-0 wrap-anywhere underline">
              {address}
            </a>
            <CopyButton value={address} label={t('links.sharing.copy')} />
          </p>
          <p className="text-muted">{t('links.sharing.means')}</p>
        </>
      )}
      <ErrorNote error={error} />
    </div>
  )
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <span aria-hidden>{label}</span>
      {children}
    </div>
  )
}
