import { useState } from 'react'
import { Button, Panel, Skeleton, useQuery, useTranslation } from '@host/plugin-sdk'
import type { AuditSource } from './audit-source.ts'
import { RetentionDialog } from './RetentionDialog.tsx'

export interface RetentionNoteProps {
  readonly source: AuditSource
  readonly mayChange: boolean
}

/** For how long entries are kept, and for those who may the way to change it. */
export function RetentionNote({ source, mayChange }: RetentionNoteProps) {
  const { t } = useTranslation()
  const { data } = useQuery(source.retention)
  const [isChanging, setChanging] = useState(false)
  const change = (
    <Button calls={source.changeRetention} size="compact" onClick={() => setChanging(true)}>
      {t('audit.retention.change')}
    </Button>
  )
  return (
    <Panel title={t('audit.retention.title')} actions={mayChange && data !== undefined && change}>
      {data === undefined ? (
        <Skeleton className="h-5 w-64" />
      ) : (
        <p className="text-sm text-muted">{t('audit.retention.days', { count: data.days })}</p>
      )}
      {isChanging && data !== undefined && (
        <RetentionDialog source={source} days={data.days} onClose={() => setChanging(false)} />
      )}
    </Panel>
  )
}
