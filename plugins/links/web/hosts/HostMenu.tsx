import { useState } from 'react'
import { Confirm, MenuItem, RowMenu, useMutation, useTranslation } from '@host/plugin-sdk'
import { listHosts, removeHost, type LinkHost } from '../../shared.ts'
import { NotFoundForm } from './NotFoundForm.tsx'

export interface HostMenuProps {
  readonly id: string
  readonly host: LinkHost
}

/** The actions on a host of the workspace. */
export function HostMenu({ id, host }: HostMenuProps) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'notFound' | 'remove'>()
  const { mutateAsync } = useMutation(removeHost, { invalidates: [listHosts] })
  const close = () => setDialog(undefined)
  return (
    <>
      <RowMenu name={host.host}>
        <MenuItem icon="pencil" onSelect={() => setDialog('notFound')}>
          {t('links.hosts.notFound')}
        </MenuItem>
        <MenuItem icon="trash" danger onSelect={() => setDialog('remove')}>
          {t('links.hosts.remove')}
        </MenuItem>
      </RowMenu>
      {dialog === 'notFound' && <NotFoundForm id={id} host={host} onClose={close} />}
      <Confirm
        open={dialog === 'remove'}
        onClose={close}
        title={t('links.hosts.remove')}
        confirmLabel={t('links.hosts.remove')}
        variant="danger"
        onConfirm={() => mutateAsync({ id })}
      >
        {t('links.hosts.removeMeans', { host: host.host })}
      </Confirm>
    </>
  )
}
