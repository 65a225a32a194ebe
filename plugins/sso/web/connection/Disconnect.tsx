import { useState } from 'react'
import { Button, ConfirmDelete, Panel, useMutation, useTranslation } from '@host/plugin-sdk'
import { readConnection, removeConnection, type Connection } from '../../shared.ts'

/** Deletes the connection and its sessions. */
export function Disconnect({ connection }: { readonly connection: Connection }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { mutateAsync } = useMutation(removeConnection, { invalidates: [readConnection] })
  const { host } = new URL(connection.issuer)
  return (
    <Panel title={t('sso.connection.disconnect')}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 text-sm text-muted">
          {t('sso.connection.disconnectMeans', { count: connection.identities })}
        </p>
        <Button calls={removeConnection} variant="danger" onClick={() => setAsking(true)}>
          {t('sso.connection.disconnect')}
        </Button>
      </div>
      <ConfirmDelete
        calls={removeConnection}
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('sso.connection.disconnectAsk', { name: host })}
        name={host}
        confirmLabel={t('sso.connection.disconnect')}
        onConfirm={() => mutateAsync()}
      >
        {t('sso.connection.disconnectMeans', { count: connection.identities })}
      </ConfirmDelete>
    </Panel>
  )
}
