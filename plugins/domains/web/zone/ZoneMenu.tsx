import {
  IconButton,
  Menu,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  useDownload,
  useErrorText,
  useMutation,
  useNavigate,
  usePermission,
  useToast,
  useTranslation,
} from '@host/plugin-sdk'
import {
  listReadOnlyRecords,
  listRecords,
  listZones,
  readZone,
  refreshZone,
  removeZone,
  type ZoneDetails,
} from '../../shared.ts'
import type { ZoneDialog } from './zone-dialog.ts'

export interface ZoneMenuProps {
  readonly zone: ZoneDetails
  readonly onOpen: (dialog: ZoneDialog) => void
}

/** Presets, files, and rarer actions of a zone. */
export function ZoneMenu({ zone: { id }, onOpen }: ZoneMenuProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayManage = usePermission(removeZone)
  const refresh = useRefresh(id)
  const { download, isPending } = useDownload({ check: readZone, path: `/api/x/domains/zones/${id}/export` })
  return (
    <Menu
      trigger={<IconButton icon="ellipsis" label={t('domains.more')} busy={refresh.isPending || isPending} />}
      align="end"
    >
      <MenuLabel>{t('domains.presets.title')}</MenuLabel>
      <MenuItem icon="mail" onSelect={() => onOpen('mail')}>
        {t('domains.presets.mail.title')}
      </MenuItem>
      <MenuItem icon="link" onSelect={() => onOpen('links')}>
        {t('domains.presets.links.title')}
      </MenuItem>
      <MenuItem icon="shield-check" onSelect={() => onOpen('verification')}>
        {t('domains.presets.verification.title')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon="upload" onSelect={() => onOpen('import')}>
        {t('domains.import.title')}
      </MenuItem>
      <MenuItem icon="download" onSelect={() => download({ id })}>
        {t('domains.export')}
      </MenuItem>
      {mayManage && (
        <>
          <MenuSeparator />
          <MenuItem icon="refresh-cw" onSelect={refresh.run}>
            {t('domains.zones.refresh')}
          </MenuItem>
          <MenuItem icon="router" onSelect={() => navigate('/domains/ddns')}>
            {t('domains.ddns.title')}
          </MenuItem>
          <MenuItem icon="trash" danger onSelect={() => onOpen('remove')}>
            {t('domains.zones.remove')}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

function useRefresh(id: string) {
  const { t } = useTranslation()
  const toast = useToast()
  const errorText = useErrorText()
  const { mutate, isPending } = useMutation(refreshZone, {
    invalidates: [readZone, listRecords, listReadOnlyRecords, listZones],
    onSuccess: () => void toast({ tone: 'positive', title: t('domains.zones.refreshed') }),
    onError(error) {
      const { title, nextStep } = errorText(error)
      toast({ tone: 'danger', title, description: nextStep })
    },
  })
  return { run: () => mutate({ id }), isPending }
}
