import { useState } from 'react'
import { Button, Panel, usePermission, useTranslation } from '@host/plugin-sdk'
import { changeZoneServer, type ZoneServer } from '../../shared.ts'
import { EditSecondaries } from './EditSecondaries.tsx'
import { secondaryText } from './secondary-text.ts'

export interface SecondariesPanelProps {
  readonly zoneId: string
  readonly server: ZoneServer
}

/** Servers that transfer the zone. */
export function SecondariesPanel({ zoneId, server }: SecondariesPanelProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const mayChange = usePermission(changeZoneServer)
  const { secondaries } = server
  return (
    <Panel
      title={t('domains.served.secondaries')}
      description={t('domains.served.secondariesHelp')}
      actions={
        mayChange && (
          <Button size="compact" onClick={() => setOpen(true)}>
            {t('domains.served.changeSecondaries')}
          </Button>
        )
      }
    >
      {secondaries.length === 0 ? (
        <p className="text-sm text-muted">{t('domains.served.noSecondaries')}</p>
      ) : (
        <ul className="text-sm">
          {secondaries.map((secondary) => (
            <li key={secondary.address} className="py-1 font-mono text-xs break-all">
              {secondaryText(secondary)}
            </li>
          ))}
        </ul>
      )}
      {isOpen && <EditSecondaries zoneId={zoneId} server={server} onClose={() => setOpen(false)} />}
    </Panel>
  )
}
