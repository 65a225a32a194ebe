import { useState } from 'react'
import { Confirm, MenuItem, RowMenu, useMutation, useTranslation } from '@host/plugin-sdk'
import { listZoneKeys, removeZoneKey, type ZoneKey } from '../../shared.ts'

export interface KeyActionsProps {
  readonly zoneId: string
  readonly zoneKey: ZoneKey
}

/** The menu of a key's row. */
export function KeyActions({ zoneId, zoneKey: { id, label } }: KeyActionsProps) {
  const { t } = useTranslation()
  const [isRemoving, setRemoving] = useState(false)
  const { mutateAsync } = useMutation(removeZoneKey, { invalidates: [listZoneKeys] })
  return (
    <>
      <RowMenu name={label}>
        <MenuItem calls={removeZoneKey} icon="trash" danger onSelect={() => setRemoving(true)}>
          {t('domains.served.keys.remove')}
        </MenuItem>
      </RowMenu>
      <Confirm
        calls={removeZoneKey}
        open={isRemoving}
        onClose={() => setRemoving(false)}
        title={t('domains.served.keys.removeQuestion', { name: label })}
        confirmLabel={t('domains.served.keys.remove')}
        variant="danger"
        onConfirm={() => mutateAsync({ id: zoneId, keyId: id })}
      >
        {t('domains.served.keys.removeMeans')}
      </Confirm>
    </>
  )
}
