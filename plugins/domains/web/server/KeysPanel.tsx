import { useState } from 'react'
import { Button, ErrorNote, Panel, Table, useListQuery, usePermission, useTranslation } from '@host/plugin-sdk'
import type { EndpointOutput } from '@host/plugin-sdk'
import { createZoneKey, listZoneKeys, type ZoneDetails, type ZoneServer } from '../../shared.ts'
import { CreateKey } from './CreateKey.tsx'
import { KeySecret } from './KeySecret.tsx'
import { useKeyColumns } from './useKeyColumns.tsx'

export interface KeysPanelProps {
  readonly zone: ZoneDetails
  readonly server: ZoneServer
}

/** Keys with which other programs change or transfer the zone; for those who may manage them. */
export function KeysPanel({ zone, server }: KeysPanelProps) {
  const mayManage = usePermission(createZoneKey)
  return mayManage ? <Keys zone={zone} server={server} /> : null
}

function Keys({ zone, server }: KeysPanelProps) {
  const { t } = useTranslation()
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<EndpointOutput<typeof createZoneKey>>()
  const columns = useKeyColumns(zone)
  const { items, error } = useListQuery(listZoneKeys, { id: zone.id, limit: 100 }, { errors: 'page' })
  return (
    <Panel
      flush
      title={t('domains.served.keys.title')}
      description={t('domains.served.keys.help')}
      actions={
        <Button size="compact" icon="plus" onClick={() => setCreating(true)}>
          {t('domains.served.keys.create')}
        </Button>
      }
    >
      <ErrorNote error={error} />
      {items?.length === 0 && <p className="px-4 py-3 text-sm text-muted">{t('domains.served.keys.none')}</p>}
      {items !== undefined && items.length > 0 && (
        <Table label={t('domains.served.keys.title')} columns={columns} rows={items} rowKey={({ id }) => id} />
      )}
      {isCreating && <CreateKey zone={zone} onClose={() => setCreating(false)} onCreated={setCreated} />}
      {created !== undefined && (
        <KeySecret zone={zone} server={server} created={created} onClose={() => setCreated(undefined)} />
      )}
    </Panel>
  )
}
