import { useState } from 'react'
import { Form, IconButton, Modal, useMutation, useTranslation } from '@host/plugin-sdk'
import { changeHost, listHosts, type LinkHost } from '../../shared.ts'

interface NotFoundPageProps {
  readonly id: string
  readonly host: LinkHost
}

/** Changes the page that a host shows for unknown slugs. */
export function NotFoundPage({ id, host }: NotFoundPageProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        icon="pencil"
        size="compact"
        label={t('links.hosts.notFoundOf', { host: host.host })}
        onClick={() => setOpen(true)}
      />
      {isOpen && <NotFoundForm id={id} host={host} onClose={() => setOpen(false)} />}
    </>
  )
}

function NotFoundForm({ id, host, onClose }: NotFoundPageProps & { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { mutateAsync } = useMutation(changeHost, { invalidates: [listHosts], onSuccess: onClose })
  const { notFoundTitle, notFoundText, notFoundUrl } = host
  const urlHint = t('links.hosts.notFoundUrlHint')
  return (
    <Modal open onClose={onClose} title={t('links.hosts.notFound')} description={t('links.hosts.notFoundHelp')}>
      <Form
        source={changeHost}
        fields={{
          notFoundTitle: { label: t('links.hosts.notFoundTitle'), control: 'text' },
          notFoundText: { label: t('links.hosts.notFoundText'), control: 'textarea' },
          notFoundUrl: { label: t('links.hosts.notFoundUrl'), hint: urlHint, control: 'text' },
        }}
        values={{ notFoundTitle, notFoundText, notFoundUrl }}
        onSubmit={(input) => mutateAsync({ ...input, id })}
        submitLabel={t('links.hosts.save')}
        onCancel={onClose}
      />
    </Modal>
  )
}
