import { ConfirmDelete, useMutation, useNavigate, useTranslation } from '@host/plugin-sdk'
import { builtinProvider, listZones, removeZone, type ZoneDetails } from '../../shared.ts'

export interface RemoveZoneProps {
  readonly zone: ZoneDetails
  readonly onClose: () => void
}

/** Removes a zone from the workspace; its records stay at the provider, unless this host is the provider. */
export function RemoveZone({ zone: { id, name, provider }, onClose }: RemoveZoneProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { mutateAsync } = useMutation(removeZone, {
    invalidates: [listZones],
    onSuccess: () => navigate('/domains/zones'),
  })
  return (
    <ConfirmDelete
      open
      onClose={onClose}
      title={t('domains.zones.remove')}
      name={name}
      confirmLabel={t('domains.zones.remove')}
      onConfirm={() => mutateAsync({ id })}
    >
      {t(provider === builtinProvider ? 'domains.served.removeMeans' : 'domains.zones.removeMeans')}
    </ConfirmDelete>
  )
}
