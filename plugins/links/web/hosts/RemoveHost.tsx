import { useState } from 'react'
import { Confirm, IconButton, useMutation, useTranslation } from '@host/plugin-sdk'
import { listHosts, removeHost } from '../../shared.ts'

/** Removes a host, after a question. */
export function RemoveHost({ id, host }: { readonly id: string; readonly host: string }) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const { mutateAsync } = useMutation(removeHost, { invalidates: [listHosts] })
  return (
    <>
      <IconButton
        icon="trash"
        size="compact"
        label={t('links.hosts.removeOf', { host })}
        onClick={() => setAsked(true)}
      />
      <Confirm
        open={isAsked}
        onClose={() => setAsked(false)}
        title={t('links.hosts.remove')}
        confirmLabel={t('links.hosts.remove')}
        variant="danger"
        onConfirm={() => mutateAsync({ id })}
      >
        {t('links.hosts.removeMeans', { host })}
      </Confirm>
    </>
  )
}
