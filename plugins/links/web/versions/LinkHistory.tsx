import { useState } from 'react'
import {
  Badge,
  Button,
  HelpLink,
  Panel,
  Skeleton,
  Timeline,
  useFormat,
  useListQuery,
  useTranslation,
} from '@host/plugin-sdk'
import { listVersions, revertLink, type Link, type LinkVersion } from '../../shared.ts'
import { useVersionClicks } from './useVersionClicks.ts'
import { RevertLink } from './RevertLink.tsx'
import { TargetAt } from './TargetAt.tsx'
import { VersionChanges } from './VersionChanges.tsx'

/** The versions of a link, with their differences, and its target at any moment. */
export function LinkHistory({ link }: { readonly link: Link }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-6">
      <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {t('links.history.description')} <HelpLink slug="link-history" />
      </p>
      <TargetAt id={link.id} />
      <Panel title={t('links.history.versions')}>
        <Versions link={link} />
      </Panel>
    </div>
  )
}

function Versions({ link }: { readonly link: Link }) {
  const { t } = useTranslation()
  const { items, hasMore, isLoadingMore, loadMore } = useListQuery(listVersions, { id: link.id, limit: 25 })
  const clicks = useVersionClicks(link.id)
  const [wanted, setWanted] = useState<LinkVersion>()
  if (items === undefined) return <Skeleton className="h-48 w-full" />
  // A version is compared with the one before, so the last one waits for the next page.
  const shown = hasMore ? items.slice(0, -1) : items
  const entries = shown.map((version, place) => ({
    id: String(version.number),
    at: version.createdAt,
    icon: 'clock',
    actor: version.createdBy.name ?? t('links.history.formerMember'),
    title: t('links.history.version', { number: version.number }),
    children: (
      <Version
        version={version}
        before={items[place + 1]}
        clicks={clicks?.get(version.number) ?? (clicks && 0)}
        onRevert={() => setWanted(version)}
      />
    ),
  }))
  return (
    <div className="flex flex-col items-start gap-4">
      <Timeline label={t('links.history.versions')} entries={entries} />
      {hasMore && (
        <Button busy={isLoadingMore} onClick={() => void loadMore()}>
          {t('links.history.more')}
        </Button>
      )}
      <RevertLink link={link} version={wanted} onClose={() => setWanted(undefined)} />
    </div>
  )
}

interface VersionProps {
  readonly version: LinkVersion
  /** Undefined for the oldest one that is stored. */
  readonly before: LinkVersion | undefined
  /** Undefined while they are on their way. */
  readonly clicks: number | undefined
  readonly onRevert: () => void
}

function Version({ version, before, clicks, onRevert }: VersionProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { number, isCurrent } = version
  return (
    <div className="flex flex-col items-start gap-2">
      <VersionChanges version={version} before={before} />
      <p className="min-h-5 tabular-nums">
        {clicks !== undefined && t('links.history.clicks', { count: clicks, number: format.number(clicks) })}
      </p>
      {isCurrent ? (
        <Badge tone="positive" dot>
          {t('links.history.current')}
        </Badge>
      ) : (
        <Button calls={revertLink} size="compact" icon="rotate-ccw" onClick={onRevert}>
          {t('links.history.revertTo', { number })}
        </Button>
      )}
    </div>
  )
}
